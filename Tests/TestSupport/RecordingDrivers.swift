import Alarms
import Board

/// Lamps that hang on nothing and keep what they were told.
public final class RecordingLamps: LampDriver {
  /// One call.
  public struct Switching: Sendable, Equatable {
    /// Which lamp.
    public let lamp: Lamp
    /// Lit or dark.
    public let isLit: Bool

    /// A call.
    public init(_ lamp: Lamp, isLit: Bool) {
      self.lamp = lamp
      self.isLit = isLit
    }
  }

  /// Every call that was taken, oldest first.
  public private(set) var switchings: [Switching] = []
  /// The lamps that are lit now.
  public private(set) var lit: Set<Lamp> = []
  /// The lamps that refuse every call until they are taken out again. A refused call is not kept.
  public var broken: Set<Lamp> = []

  /// All dark, none broken.
  public init() {}

  /// Keeps the call, or refuses it for a broken lamp.
  public func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    guard !broken.contains(lamp) else { throw .lamp(lamp) }
    switchings.append(Switching(lamp, isLit: isLit))
    if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
  }
}

/// A sounder that makes no sound and keeps what it was told.
public final class RecordingSounder: SounderDriver {
  /// One call.
  public enum Call: Sendable, Equatable {
    /// A burst was begun.
    case burst(SoundSignal)
    /// Silence was asked for.
    case stop
  }

  /// Every call that was taken, oldest first.
  public private(set) var calls: [Call] = []
  /// Whether it refuses every call. A refused call is not kept.
  public var isBroken = false

  /// Silent and whole.
  public init() {}

  /// Keeps the call, or refuses it when broken.
  public func play(_ signal: SoundSignal) throws(BoardFault) { try take(.burst(signal)) }

  /// Keeps the call, or refuses it when broken.
  public func stop() throws(BoardFault) { try take(.stop) }

  private func take(_ call: Call) throws(BoardFault) {
    guard !isBroken else { throw .sounder }
    calls.append(call)
  }
}

import Alarms
import Board

/// Lamps that hang on nothing and keep what they were told.
package final class RecordingLamps: LampDriver {
  package struct Switching: Sendable, Equatable {
    package let lamp: Lamp
    /// Lit or dark.
    package let isLit: Bool

    package init(_ lamp: Lamp, isLit: Bool) {
      self.lamp = lamp
      self.isLit = isLit
    }
  }

  /// Every call that was taken, oldest first.
  package private(set) var switchings: [Switching] = []
  /// The lamps that are lit now.
  package private(set) var lit: Set<Lamp> = []
  /// The lamps that refuse every call until they are taken out again. A refused call is not kept.
  package var broken: Set<Lamp> = []

  /// All dark, none broken.
  package init() {}

  /// Keeps the call, or refuses it for a broken lamp.
  package func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    guard !broken.contains(lamp) else { throw .lamp(lamp) }
    switchings.append(Switching(lamp, isLit: isLit))
    if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
  }
}

/// A sounder that makes no sound and keeps what it was told.
package final class RecordingSounder: SounderDriver {
  package enum Call: Sendable, Equatable {
    /// A burst was begun.
    case burst(SoundSignal)
    /// Silence was asked for.
    case stop
  }

  /// Every call that was taken, oldest first.
  package private(set) var calls: [Call] = []
  /// Whether it refuses every call. A refused call is not kept.
  package var isBroken = false

  /// Silent and whole.
  package init() {}

  /// Keeps the call, or refuses it when broken.
  package func play(_ signal: SoundSignal) throws(BoardFault) { try take(.burst(signal)) }

  /// Keeps the call, or refuses it when broken.
  package func stop() throws(BoardFault) { try take(.stop) }

  private func take(_ call: Call) throws(BoardFault) {
    guard !isBroken else { throw .sounder }
    calls.append(call)
  }
}

import Alarms
import Board

/// Lamps without hardware that store every call.
package final class RecordingLamps: LampDriver {
  /// One accepted call.
  package struct Switching: Sendable, Equatable {
    package let lamp: Lamp
    package let isLit: Bool

    package init(_ lamp: Lamp, isLit: Bool) {
      self.lamp = lamp
      self.isLit = isLit
    }
  }

  /// Every accepted call, oldest first.
  package private(set) var switchings: [Switching] = []
  /// The lamps that are lit now.
  package private(set) var lit: Set<Lamp> = []
  /// The lamps that refuse every call while they are in this set. A refused call is not stored.
  package var broken: Set<Lamp> = []

  /// All dark, none broken.
  package init() {}

  /// Stores the call, or throws for a broken lamp.
  package func set(_ lamp: Lamp, isLit: Bool) throws(BoardFault) {
    guard !broken.contains(lamp) else { throw .lamp(lamp) }
    switchings.append(Switching(lamp, isLit: isLit))
    if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
  }
}

/// A sounder without hardware that stores every call.
package final class RecordingSounder: SounderDriver {
  /// One accepted call.
  package enum Call: Sendable, Equatable {
    /// A burst was started.
    case burst(SoundSignal)
    /// Silence was requested.
    case stop
  }

  /// Every accepted call, oldest first.
  package private(set) var calls: [Call] = []
  /// Whether it refuses every call. A refused call is not stored.
  package var isBroken = false

  /// Silent and working.
  package init() {}

  /// Stores the call, or throws if broken.
  package func play(_ signal: SoundSignal) throws(BoardFault) { try take(.burst(signal)) }

  /// Stores the call, or throws if broken.
  package func stop() throws(BoardFault) { try take(.stop) }

  private func take(_ call: Call) throws(BoardFault) {
    guard !isBroken else { throw .sounder }
    calls.append(call)
  }
}

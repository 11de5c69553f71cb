import Alarms
import Readings

package struct SignalParts: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The sound card or the buzzer.
  package static let sounder = SignalParts(rawValue: 1)
  package static let lamps = SignalParts(rawValue: 2)
}

/// What is checked before a flight beside the sensors: that the signals of the box were tested, and that a person has
/// confirmed where the sensor lies.
package struct Checklist: Sendable, Equatable {
  /// The parts that work; `nil` where there is no board, as in a replay.
  package private(set) var parts: SignalParts?
  /// When a part that works was tested last: when it was opened, which tests it, or by a person.
  package private(set) var testedAt: Instant?
  package private(set) var placedAt: Instant?

  /// How long a confirmation counts for a session that begins (choice: a day, since people do not confirm one flight
  /// for the next).
  private static let placedFor = Duration.seconds(86_400)

  /// The board reports which parts work. One that has come has just passed its own test.
  mutating func take(_ parts: SignalParts, at instant: Instant) {
    if !parts.subtracting(self.parts ?? []).isEmpty { testedAt = instant }
    self.parts = parts
  }

  /// A signal was given to try it.
  mutating func noteTest(at instant: Instant) { if parts?.isEmpty == false { testedAt = instant } }

  mutating func confirmPlacement(at instant: Instant) { placedAt = instant }

  /// A person has ended the session: the sensor is taken away.
  mutating func forgetPlacement() { placedAt = nil }

  mutating func begin(at instant: Instant) {
    if let placedAt, placedAt.advanced(by: Self.placedFor) <= instant { forgetPlacement() }
  }
}

/// The answer to a check as lamps show it, for some seconds: as a loading that is inside its limits, or that is so with a
/// remark.
struct CheckDisplay: Sendable {
  private static let length = Duration.seconds(3)

  private(set) var deadline: Instant?
  private var isReady = false

  mutating func show(isReady: Bool, at instant: Instant) {
    self.isReady = isReady
    deadline = instant.advanced(by: Self.length)
  }

  mutating func advance(to instant: Instant) {
    if let deadline, deadline <= instant { self.deadline = nil }
  }

  func pattern(of lamp: Lamp) -> LampPattern? {
    guard deadline != nil else { return nil }
    switch lamp {
    case .green: return isReady ? .on : .off
    case .yellow: return isReady ? .off : .doubleBlink
    default: return .off
    }
  }
}

import Alarms
import Readings

/// Short beeps for messages that are not alarms, such as an adopted sensor or a reminder. One message is played at a
/// time; one more may wait.
struct Beeps: Sendable {
  /// What was asked for cannot be done.
  static let refused: UInt8 = 4

  private var waiting: UInt8 = 0
  private var count: UInt8 = 0
  private(set) var deadline: Instant?

  /// The beeps that are played now; `nil` for silence.
  var sound: SoundSignal? { count > 0 ? .beeps(count) : nil }

  mutating func play(_ beeps: UInt8, at instant: Instant) {
    if count > 0 { waiting = beeps } else { begin(beeps, at: instant) }
  }

  private mutating func begin(_ beeps: UInt8, at instant: Instant) {
    count = beeps
    deadline = beeps > 0 ? instant.advanced(by: SoundSignal.beeps(beeps).rhythm.length) : nil
  }

  /// Ends the beeps that are over, and begins those that wait.
  mutating func advance(to instant: Instant) {
    guard let deadline, deadline <= instant else { return }
    begin(waiting, at: instant)
    waiting = 0
  }
}

import Alarms
import Readings

/// Short beeps that tell something which is no alarm, one message after the other.
struct Beeps: Sendable {
  private var waiting: UInt8 = 0
  private var count: UInt8 = 0
  private(set) var deadline: Instant?

  /// What is played now.
  var sound: SoundSignal? { count > 0 ? .beeps(count) : nil }

  mutating func tell(_ beeps: UInt8, at instant: Instant) {
    if count > 0 { waiting = beeps } else { begin(beeps, at: instant) }
  }

  private mutating func begin(_ beeps: UInt8, at instant: Instant) {
    count = beeps
    deadline = beeps > 0 ? instant.advanced(by: SoundSignal.beeps(beeps).rhythm.length) : nil
  }

  /// Lets what is over end.
  mutating func advance(to instant: Instant) {
    guard let deadline, deadline <= instant else { return }
    begin(waiting, at: instant)
    waiting = 0
  }
}

import Alarms
import Readings

/// Short beeps for messages that are not alarms, such as an adopted sensor or a reminder. One message is played at a
/// time; one more may wait.
struct Beeps: Sendable {
  private var waiting: UInt8 = 0
  private var count: UInt8 = 0
  private(set) var deadline: Instant?

  /// The beeps that are played now; `nil` for silence, also between two messages.
  var sound: SoundSignal? { count > 0 ? .beeps(count) : nil }

  /// Whether beeps are played, or others wait for the pause after them.
  var isBusy: Bool { deadline != nil }

  mutating func play(_ beeps: UInt8, at instant: Instant) {
    if deadline != nil { waiting = beeps } else { begin(beeps, at: instant) }
  }

  private mutating func begin(_ beeps: UInt8, at instant: Instant) {
    count = beeps
    deadline = sound.map { instant.advanced(by: $0.rhythm.length) }
  }

  /// The sounder begins them then, which may be a moment after they were asked for.
  mutating func begins(at instant: Instant) { deadline = sound.map { instant.advanced(by: $0.rhythm.length) } }

  /// Ends the beeps that are over, and begins those that wait: after a pause, or people could not distinguish two and
  /// two from four.
  mutating func advance(to instant: Instant) {
    guard let deadline, deadline <= instant else { return }
    guard count > 0, waiting > 0 else {
      begin(waiting, at: instant)
      waiting = 0
      return
    }
    count = 0
    self.deadline = instant.advanced(by: SoundSignal.changeover)
  }
}

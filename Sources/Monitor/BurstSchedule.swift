import Alarms
import Readings

/// Decides when the sounder changes its signal. A burst is played to its end, since a part of a burst cannot be
/// recognised, unless a higher priority begins or a person silences it.
struct BurstSchedule: Sendable {
  /// The signal that the sounder repeats now; `nil` for silence.
  private(set) var sound: SoundSignal?
  /// When the first burst of ``sound`` begins.
  private(set) var beganAt = Instant.start
  /// When what sounded before ``sound`` was over; `nil` if nothing did.
  private var silentAt: Instant?
  /// Whether that were beeps.
  private var isAfterBeeps = false
  /// When the first burst of ``sound`` is over; `nil` without one.
  private var firstEnd: Instant?
  /// When the first burst is over that was not over when ``latestBurst(endedBy:)`` was asked last; `nil` without a sound.
  /// Stored, since every message asks for it.
  private(set) var nextEnd: Instant?

  /// The sounder begins a little later than it is commanded to.
  private static let margin = Duration.milliseconds(50)

  /// When the current burst ends and the next signal may begin; `nil` if no signal waits.
  private(set) var deadline: Instant?

  /// - Parameter isByHand: whether a person has just silenced the sound.
  /// - Returns: whether ``sound`` has changed, so that the sounder needs a new command.
  mutating func want(_ wanted: SoundSignal?, isByHand: Bool, at instant: Instant) -> Bool {
    deadline = nil
    guard wanted != sound else { return false }
    if let sound, sound.beeps == 0, !isByHand, !Self.isHigher(wanted, than: sound), let end = burstEnd(sound, instant) {
      deadline = end
      return false
    }
    noteSilence(at: instant)
    beganAt = max(instant, start(of: wanted) ?? instant)
    sound = wanted
    firstEnd = wanted.map { beganAt.advanced(by: $0.rhythm.length + Self.margin) }
    nextEnd = firstEnd
    return true
  }

  /// The latest burst of ``sound`` that is over; `nil` before the first one is over.
  mutating func latestBurst(endedBy instant: Instant) -> (began: Instant, ended: Instant)? {
    guard let sound, let firstEnd, firstEnd <= instant else { return nil }
    let period = max(1, sound.burstPeriod.wholeNanoseconds)
    let passed = Duration.nanoseconds(firstEnd.duration(to: instant).wholeNanoseconds / period * period)
    nextEnd = firstEnd.advanced(by: passed + .nanoseconds(period))
    return (beganAt.advanced(by: passed), firstEnd.advanced(by: passed))
  }

  /// Keeps when the sounder falls silent that changes its signal now. One whose signal has not begun has sounded nothing since.
  private mutating func noteSilence(at instant: Instant) {
    guard let sound, beganAt < instant else { return }
    let period = max(1, sound.burstPeriod.wholeNanoseconds), age = beganAt.duration(to: instant).wholeNanoseconds
    let phase = age % period
    let silence = sound.rhythm.silence(afterCutAt: .nanoseconds(phase))
    silentAt = beganAt.advanced(by: .nanoseconds(age - phase) + silence)
    isAfterBeeps = sound.beeps > 0
  }

  /// The earliest time at which the sounder begins a signal, by the rule of ``ToneRenderer``.
  private func start(of wanted: SoundSignal?) -> Instant? {
    silentAt?.advanced(by: isAfterBeeps && wanted?.beeps == 0 ? .zero : SoundSignal.changeover)
  }

  private static func isHigher(_ wanted: SoundSignal?, than sound: SoundSignal) -> Bool {
    wanted.map { $0.beeps == 0 && $0.priority > sound.priority } ?? false
  }

  private func burstEnd(_ sound: SoundSignal, _ instant: Instant) -> Instant? {
    guard beganAt <= instant else { return beganAt.advanced(by: sound.rhythm.length + Self.margin) }
    let period = sound.burstPeriod.wholeNanoseconds
    let phase = beganAt.duration(to: instant).wholeNanoseconds % max(1, period)
    let length = (sound.rhythm.length + Self.margin).wholeNanoseconds
    return phase < length ? instant.advanced(by: .nanoseconds(length - phase)) : nil
  }
}

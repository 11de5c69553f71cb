import Alarms
import Readings

/// What the sounder plays: what is wanted, but a burst that began is played to its end unless a higher priority begins or a
/// hand silences it. A sliver of a burst tells nobody anything.
struct BurstKeeper: Sendable {
  /// What the sounder repeats.
  private(set) var sound: SoundSignal?
  /// When its first burst began.
  private var beganAt = Instant.start

  /// A sound that takes another's place begins so much later; see ``ToneRenderer``.
  private static let changeover = Duration.milliseconds(550)
  /// The sounder begins a little later than it is told to.
  private static let margin = Duration.milliseconds(50)

  /// When a burst that is being played to its end ends; `nil` while nothing waits for that.
  private(set) var deadline: Instant?

  /// - Parameter isByHand: whether somebody has just silenced it.
  /// - Returns: whether the sounder has to be told something else.
  mutating func want(_ wanted: SoundSignal?, isByHand: Bool, at instant: Instant) -> Bool {
    deadline = nil
    guard wanted != sound else { return false }
    if let sound, sound.beeps == 0, !isByHand, !Self.isHigher(wanted, than: sound), let end = burstEnd(sound, instant) {
      deadline = end
      return false
    }
    beganAt = sound == nil ? instant : instant.advanced(by: Self.changeover)
    sound = wanted
    return true
  }

  private static func isHigher(_ wanted: SoundSignal?, than sound: SoundSignal) -> Bool {
    wanted.map { $0.beeps == 0 && $0.priority > sound.priority } ?? false
  }

  /// When the burst that is played now ends; `nil` between two bursts.
  private func burstEnd(_ sound: SoundSignal, _ instant: Instant) -> Instant? {
    guard beganAt <= instant else { return beganAt.advanced(by: sound.rhythm.length + Self.margin) }
    let period = sound.burstPeriod.wholeNanoseconds
    let phase = beganAt.duration(to: instant).wholeNanoseconds % max(1, period)
    let length = (sound.rhythm.length + Self.margin).wholeNanoseconds
    return phase < length ? instant.advanced(by: .nanoseconds(length - phase)) : nil
  }
}

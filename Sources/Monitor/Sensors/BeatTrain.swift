import Readings

/// The latest RR intervals of a strap, judged by themselves: whether they agree with each other, and for how long none
/// has come although the strap touches the skin.
///
/// The number of a strap is a mean, which lags behind a heart that suddenly beats more slowly, and which some straps
/// repeat after the last beat. It belongs to ``HeartSensor``.
struct BeatTrain: Sendable {
  /// The latest three plausible intervals, in milliseconds, the newest last; 0 for none.
  private var intervals = InlineArray<3, Double>(repeating: 0)
  /// The mean of three intervals that agree with each other, in milliseconds, and when the last of them came.
  private var steady: (milliseconds: Double, at: Instant)?
  private(set) var hasBeats = false
  /// For how long no interval has come, while the strap touched the skin and repeated its number; in nanoseconds.
  private(set) var silence: Int64 = 0
  /// The same while its number moved by small steps at most.
  private(set) var drift: Int64 = 0
  /// For how long skin contact was lost meanwhile.
  private var lost: Int64 = 0

  /// An interval agrees with the mean of three if it differs from it by no more than this part. Own choice, as of one
  /// with the strap's own mean.
  private static let tolerance = 1.0 / 6
  /// Contact that was lost for this time in all since the last beat begins the time without a beat again. Own choice: a
  /// loose electrode loses the skin for a message or two, and a looser strap sends no beats for minutes.
  private static let briefLoss = Duration.seconds(3).wholeNanoseconds

  /// Takes the intervals of a message.
  /// - Parameters:
  ///   - passed: the fresh time since the message before, in nanoseconds.
  ///   - isRepeated: whether it repeats the number of the message before, with skin contact.
  ///   - isNear: whether its number is near that of the message before, with skin contact.
  mutating func take(_ beats: RRIntervals, passed: Int64, isRepeated: Bool, isNear: Bool, at instant: Instant) {
    var hasBeat = false, isAnyBeat = false
    for index in 0..<beats.count {
      guard let time = beats.milliseconds(at: index) else { continue }
      isAnyBeat = isAnyBeat || beats.isBeat(at: index)
      guard beats.isPlausible(at: index) else { continue }
      hasBeat = true
      intervals[0] = intervals[1]
      intervals[1] = intervals[2]
      intervals[2] = time
    }
    silence = hasBeats && isRepeated && !isAnyBeat ? silence + passed : 0
    drift = hasBeats && isNear && !isAnyBeat ? drift + passed : 0
    if silence == 0, drift == 0 { lost = 0 }
    hasBeats = hasBeats || isAnyBeat
    guard hasBeat else { return }
    let mean = (intervals[0] + intervals[1] + intervals[2]) / 3
    var isSteady = true
    for index in 0..<3 where abs(intervals[index] - mean) > mean * Self.tolerance { isSteady = false }
    steady = isSteady ? (mean, instant) : nil
  }

  /// The rate of three beats in a row that agree with each other, in beats a minute, for the time of three more.
  /// - Parameter memory: the range of that time, in seconds.
  func rate(at instant: Instant, memory: ClosedRange<Double>) -> Double? {
    guard let steady else { return nil }
    let seconds = min(max(3 * steady.milliseconds / 1000, memory.lowerBound), memory.upperBound)
    return steady.at.duration(to: instant) <= .seconds(seconds) ? 60_000 / steady.milliseconds : nil
  }

  /// Skin contact was lost for this time, in nanoseconds. If that is too much since the last beat, the time without a beat
  /// begins again.
  mutating func loseContact(for time: Int64) {
    lost += time
    if lost > Self.briefLoss { endSilence() }
  }

  /// Whether beats have been missing for some time, through a brief loss of contact at most.
  var isSilent: Bool { silence > 0 || drift > 0 }

  /// The strap has sent intervals in an earlier run.
  mutating func recallBeats() { hasBeats = true }

  mutating func endSilence() { (silence, drift) = (0, 0) }

  /// Beats were missed, so the next one does not follow these.
  mutating func breakOff() {
    intervals = InlineArray(repeating: 0)
    steady = nil
  }
}

import Readings

/// Finds a strap that sends its latest message again and again, sooner than its heart rate alone can tell.
///
/// A message holds the times between the beats since the one before it, so two things betray a repetition. A heart whose
/// beats have wandered does not keep to 1/1024 s all at once: ten messages that are all the same come of no heart, and
/// that is within the time in which an alarm on a heart rate must be signalled. And the times between beats add up to the
/// time that passes: 857 ms in each message of a second fall behind it, whatever heart or pacemaker made them.
///
/// A heart that a pacemaker drives at exactly one beat a message is neither; it gets longer, see ``SensorTrust``.
struct RepeatedBeats: Sendable {
  private var rate = 0.0
  private var intervals = RRIntervals()
  /// Whether the latest of the times between beats differed from the one before it, a bit for each, the newest lowest.
  private var wandering: UInt32 = 0
  /// How many messages have been the same as the one before, and the time and the beats that they tell of.
  private var repetitions = 0
  private var elapsed = Duration.zero
  private var told = 0.0
  private var latest = Instant.start

  /// Ten messages that are the same. Ours.
  private static let longestRun = 9
  /// By so much a living heart's times differ from beat to beat, 1/1024 s: those of a pacemaker differ by less, since a
  /// strap measures one to a few milliseconds. Ours.
  private static let wander: UInt16 = 8
  /// A strap that has shown so many of 32 beats wandering is on a heart of its own. Ours.
  private static let liveliness = 12
  /// Messages may come late and together, s. Ours.
  private static let lateness = 2.0

  /// Takes in a message.
  /// - Returns: whether it is one of a series that no heart has made.
  mutating func take(_ rate: Double, _ intervals: RRIntervals, at instant: Instant) -> Bool {
    guard intervals.count > 0 else { return isFrozen }
    let gap = latest.duration(to: instant)
    latest = max(latest, instant)
    guard rate == self.rate, intervals == self.intervals else {
      begin(rate, intervals)
      return false
    }
    repetitions += 1
    // What a lost message told is not known.
    if gap <= .seconds(Self.lateness) {
      elapsed += gap
      for index in 0..<intervals.count { told += (intervals.milliseconds(at: index) ?? 0) / 1000 }
    }
    return isFrozen
  }

  private mutating func begin(_ rate: Double, _ intervals: RRIntervals) {
    var previous = self.intervals.ticks(at: self.intervals.count - 1)
    for index in 0..<intervals.count {
      guard let time = intervals.ticks(at: index) else { continue }
      if let previous {
        let difference = max(time, previous) - min(time, previous)
        wandering = wandering << 1 | (difference >= Self.wander ? 1 : 0)
      }
      previous = time
    }
    (self.rate, self.intervals) = (rate, intervals)
    (repetitions, elapsed, told) = (0, .zero, 0)
  }

  private var isFrozen: Bool {
    guard repetitions > 0 else { return false }
    if repetitions >= Self.longestRun, wandering.nonzeroBitCount >= Self.liveliness { return true }
    var longest = 0.0
    for index in 0..<intervals.count { longest = max(longest, intervals.milliseconds(at: index) ?? 0) }
    return abs(told - elapsed.inSeconds) > longest / 1000 + Self.lateness
  }
}

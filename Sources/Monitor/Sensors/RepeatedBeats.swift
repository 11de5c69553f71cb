import Readings

/// Finds a strap that sends its latest message again and again, sooner than its heart rate alone can tell.
///
/// A message holds the times between the beats since the one before it, so two things betray a repetition. A heart whose
/// beats have wandered does not keep to 1/1024 s all at once: ten messages that are all the same come of no heart, and
/// that is within the time in which an alarm on a heart rate must be signalled. And the times between beats add up to the
/// time that passes: 857 ms in each message of a second fall behind it, whatever heart or pacemaker made them. Some straps
/// leave beats out, so that only holds for one whose messages have added up before.
///
/// A heart that a pacemaker drives at exactly one beat a message is neither; it gets longer, see ``SensorTrust``. Times
/// that no heart has, see ``RRIntervals/isPlausible(at:)``, tell nothing.
struct RepeatedBeats: Sendable {
  private var rate = 0.0
  private var intervals = RRIntervals()
  private var latestTime: UInt16?
  /// Whether the latest of the times between beats differed from the one before it, a bit for each, the newest lowest.
  private var wandering: UInt32 = 0
  /// How many messages have been the same as the one before, and by how much more time they tell of than passed, s.
  private var repetitions = 0
  private var excess = 0.0
  /// The same of the messages before these, as far back as they add up, and how many of them differed from the one before.
  private var formerExcess = 0.0
  private var changes = 0
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
  /// A strap of which so many messages that differ have added up tells of all beats. Ours.
  private static let proof = 10

  /// Takes in a message.
  /// - Returns: whether it is one of a series that no heart has made.
  mutating func take(_ rate: Double, _ intervals: RRIntervals, at instant: Instant) -> Bool {
    let gap = latest.duration(to: instant)
    latest = max(latest, instant)
    let isSame = rate == self.rate && intervals == self.intervals
    if !isSame { begin(rate, intervals) }
    // What a lost message told is not known.
    if gap <= .seconds(Self.lateness) { excess += Self.told(by: intervals) - gap.inSeconds }
    guard isSame else { return false }
    repetitions += 1
    return isFrozen
  }

  private mutating func begin(_ rate: Double, _ intervals: RRIntervals) {
    formerExcess += excess
    changes = abs(formerExcess) > tolerance ? 0 : changes + 1
    if changes == 0 { formerExcess = 0 }
    for index in 0..<intervals.count where intervals.isPlausible(at: index) {
      guard let time = intervals.ticks(at: index) else { continue }
      if let latestTime {
        let difference = max(time, latestTime) - min(time, latestTime)
        wandering = wandering << 1 | (difference >= Self.wander ? 1 : 0)
      }
      latestTime = time
    }
    (self.rate, self.intervals) = (rate, intervals)
    (repetitions, excess) = (0, 0)
  }

  /// The sum of a message's times between beats, s.
  private static func told(by intervals: RRIntervals) -> Double {
    var sum = 0.0
    for index in 0..<intervals.count where intervals.isPlausible(at: index) {
      sum += (intervals.milliseconds(at: index) ?? 0) / 1000
    }
    return sum
  }

  /// By so much the times may differ from what passed: by a beat, and as late as messages come, s.
  private var tolerance: Double {
    var longest = 0.0
    for index in 0..<intervals.count where intervals.isPlausible(at: index) {
      longest = max(longest, intervals.milliseconds(at: index) ?? 0)
    }
    return longest / 1000 + Self.lateness
  }

  private var isFrozen: Bool {
    guard repetitions > 0 else { return false }
    if repetitions >= Self.longestRun, wandering.nonzeroBitCount >= Self.liveliness { return true }
    // A slow heart has seconds without a beat.
    return Self.told(by: intervals) > 0 && changes >= Self.proof && abs(excess) > tolerance
  }
}

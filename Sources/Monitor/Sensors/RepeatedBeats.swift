import Readings

/// Detects a strap that repeats its latest message, sooner than ``FrozenValue`` can by the heart rate alone.
///
/// A message holds the RR intervals since the previous message, so there are two signs of a repetition. First, a heart
/// whose intervals have varied does not suddenly keep them to 1/1024 s: ten equal messages cannot come from a heart.
/// Ten messages take no longer than the bound of a heart-rate alarm. Second, the intervals must add up to the time that
/// passes: an interval of 857 ms in one message per second cannot be true, even with a pacemaker. Since some straps
/// omit beats, this sign counts only for a strap whose intervals have added up before, and a lack only for one that has sent
/// two in a message: one that never does adds up at 60 bpm, and lacks beats as soon as the heart is faster.
///
/// A pacemaker with exactly one beat per message shows neither sign; for it, ``SensorTrust`` has a longer limit.
/// Implausible intervals, see ``RRIntervals/isPlausible(at:)``, are ignored.
struct RepeatedBeats: Sendable {
  private var rate = 0.0
  private var intervals = RRIntervals()
  private var latestTime: UInt16?
  /// For each of the latest 32 intervals, whether it differed from the previous one; the lowest bit is the newest.
  private var wandering: UInt32 = 0
  /// The number of messages in a row that repeat the previous one, and the sum of their intervals minus the time that
  /// passed, in seconds.
  private var repetitions = 0
  private var excess = 0.0
  /// The same sum for earlier messages, as far back as they add up, and the number of those that differed from the
  /// previous one.
  private var formerExcess = 0.0
  private var changes = 0
  private var latest = Instant.start
  /// The sum at the beginning of the present window of a run, and for how many windows in a row it has stayed.
  private var anchor = (excess: 0.0, at: Instant.start)
  private var steadyWindows = 0
  /// Whether the sum has moved away after it had stayed, in this run.
  private var hasDeparted = false
  /// Whether a message has held more than one interval.
  private var sendsSeveral = false
  /// How much of a gap longer than ``lateness`` may still come late, all at once, in seconds.
  private var owed = 0.0

  /// Nine repetitions are ten equal messages. Own choice.
  private static let longestRun = 9
  /// The difference between two intervals that shows a natural heart, in 1/1024 s. With a pacemaker the difference is
  /// smaller, since a strap measures to a few milliseconds. Own choice.
  private static let wander: UInt16 = 8
  /// This number of differing intervals of 32 shows a natural heart. Own choice.
  private static let liveliness = 12
  /// How late a message may arrive, in seconds. Own choice.
  private static let lateness = 2.0
  /// Nothing that comes after a longer gap was only late: a strap's data are stale by then.
  private static let longestDelay = Duration.seconds(5)
  /// After this number of different messages whose intervals add up, a strap is known to send all beats. Own choice.
  private static let proof = 10
  /// One message may be right for hours, with a pacemaker. It adds up if the sum stays to half a second in windows of this
  /// length, for this many of them; a strap that omits beats drifts by more. Own choice.
  private static let window = Duration.seconds(20)
  private static let stays = 0.5
  private static let steadyProof = 3

  /// - Parameters:
  ///   - rate: beats per minute.
  ///   - isPaced: whether a pacemaker keeps this rate: then equal intervals are no sign, and their sum still is.
  /// - Returns: whether the message is one of a series of repetitions.
  mutating func take(
    _ rate: Double, _ intervals: RRIntervals, isPaced: Bool = false, at instant: Instant
  ) -> Bool {
    let gap = latest.duration(to: instant)
    latest = max(latest, instant)
    let isSame = rate == self.rate && intervals == self.intervals
    if !isSame { begin(rate, intervals) }
    sendsSeveral = sendsSeveral || intervals.count > 1
    add(Self.duration(of: intervals) - gap.inSeconds, after: gap)
    guard isSame else { return false }
    repetitions += 1
    followSum(to: instant)
    return isFrozen(isPaced: isPaced)
  }

  /// - Parameter surplus: by how much the intervals of a message are longer than the time since the message before.
  private mutating func add(_ surplus: Double, after gap: Duration) {
    // After a gap, the intervals of the lost messages are unknown. If they were only late, they come now.
    guard gap <= .seconds(Self.lateness) else { return owed = gap <= Self.longestDelay ? -surplus : 0 }
    owed = surplus > 0 ? owed : 0
    let late = max(0, min(surplus, owed))
    owed -= late
    excess += surplus - late
  }

  private mutating func followSum(to instant: Instant) {
    let moved = abs(excess - anchor.excess)
    if steadyWindows >= Self.steadyProof, moved > tolerance { hasDeparted = true }
    guard anchor.at.duration(to: instant) >= Self.window else { return }
    steadyWindows = moved <= Self.stays ? steadyWindows + 1 : 0
    if steadyWindows >= Self.steadyProof { hasDeparted = false }
    anchor = (excess, instant)
  }

  private mutating func begin(_ rate: Double, _ intervals: RRIntervals) {
    formerExcess += excess
    changes = abs(formerExcess) > tolerance ? 0 : changes + 1
    if changes == 0 { formerExcess = 0 }
    if steadyWindows >= Self.steadyProof { changes = max(changes, Self.proof) }
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
    (anchor, steadyWindows, hasDeparted) = ((0, latest), 0, false)
  }

  /// The sum of the intervals of a message, in seconds.
  private static func duration(of intervals: RRIntervals) -> Double {
    var sum = 0.0
    for index in 0..<intervals.count where intervals.isPlausible(at: index) {
      sum += (intervals.milliseconds(at: index) ?? 0) / 1000
    }
    return sum
  }

  /// How far the sum of the intervals may differ from the time that passed: one beat and the lateness of a message, in
  /// seconds.
  private var tolerance: Double {
    var longest = 0.0
    for index in 0..<intervals.count where intervals.isPlausible(at: index) {
      longest = max(longest, intervals.milliseconds(at: index) ?? 0)
    }
    return longest / 1000 + Self.lateness
  }

  private func isFrozen(isPaced: Bool) -> Bool {
    guard repetitions > 0 else { return false }
    if hasDeparted { return true }
    if !isPaced, repetitions >= Self.longestRun, wandering.nonzeroBitCount >= Self.liveliness { return true }
    // With a slow heart there are messages without a beat.
    return Self.duration(of: intervals) > 0 && changes >= Self.proof
      && (excess > tolerance || sendsSeveral && excess < -tolerance)
  }
}

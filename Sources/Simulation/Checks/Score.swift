import Alarms

/// Counts nuisance alarms and measures the time to true ones, based on the true values of the world.
///
/// *Nuisance*: an onset without a true value beyond the limit, by however little, within 60 s before or after.
/// *Latency*: the time from the second in which a heart rate suddenly passes a limit to its alarm, if the sensor was
/// worn and received. *Untold*: a heart rate beyond a limit for two minutes, with a sensor that was worn and received,
/// without an alarm.
struct Score: Sendable {
  private(set) var nuisance: [ConditionID: Int] = [:]
  private(set) var onsets: [ConditionID: Int] = [:]
  private(set) var latencies: [HeartEvent: [Double]] = [:]
  private(set) var unreported = 0
  /// The number of high nuisance alarms on the person; alarms on oxygen of either priority count too.
  private(set) var nuisanceOnPerson = 0

  private let promises: [AlarmRequirement]
  private var lastTrue: [Double]
  private var pending: [(at: Double, id: ConditionID)] = []
  private var run: Run?
  private var lastOfOxygen = -Double.infinity
  private let asystole: Int

  /// A period in which the heart rate is beyond a limit.
  private struct Run: Sendable {
    let since: Double
    let event: HeartEvent?
    var isReported = false
    var isDisturbed: Bool
    /// Whether something has stood in for its alarm.
    var isStoodIn = false
  }

  static let nuisanceWindow = 60.0
  /// A heart rate that is beyond by this much for this long must have raised an alarm, whatever the strap sent.
  private static let margin = 2.0, longest = 120.0

  init(_ terms: Terms) {
    promises = AlarmRequirement.all(terms)
    asystole = promises.count
    lastTrue = Array(repeating: -.infinity, count: promises.count + 1)
  }

  /// The true values at the present time.
  struct Truth: Sendable {
    let heart: Heartbeat
    let event: HeartEvent?
    let co2: Double
    let feet: Double

    @inline(__always) func value(of matter: AlarmRequirement.Matter) -> Double {
      switch matter {
      case .heartRate: heart.beatsPerMinute
      case .saturation: heart.saturation
      case .altitude: feet
      case .co2: co2
      }
    }
  }

  /// An alarm on a value begins.
  mutating func onset(_ id: ConditionID, _ now: Double) {
    onsets[id, default: 0] += 1
    if !isTrue(id, since: now - Self.nuisanceWindow) { pending.append((now, id)) }
  }

  private func isTrue(_ id: ConditionID, since: Double) -> Bool {
    if id == .noPulse { return lastTrue[asystole] >= since }
    return promises.indices.contains { promises[$0].id == id && lastTrue[$0] >= since }
  }

  /// Call this for each second.
  /// - Parameters:
  ///   - isGood: whether the heart-rate sensor is worn and received.
  ///   - isReported: whether an alarm on the heart rate is on.
  ///   - isStoodIn: whether something stands in for that alarm.
  mutating func step(_ truth: Truth, isGood: Bool, isReported: Bool, isStoodIn: Bool, _ now: Double) {
    var isOutside = false
    for place in promises.indices {
      let promise = promises[place]
      let value = truth.value(of: promise.matter)
      guard promise.isBeyond(value) else { continue }
      lastTrue[place] = now
      if promise.matter == .heartRate, promise.isBeyond(value, by: Self.margin) { isOutside = true }
    }
    if truth.heart.beatsPerMinute == 0 { lastTrue[asystole] = now }
    follow(truth, isOutside, isGood: isGood, isReported: isReported, isStoodIn: isStoodIn, now)
  }

  private mutating func follow(
    _ truth: Truth, _ isOutside: Bool, isGood: Bool, isReported: Bool, isStoodIn: Bool, _ now: Double
  ) {
    guard isOutside else {
      if let run, !run.isReported, !run.isDisturbed, !run.isStoodIn, now - run.since > Self.longest { unreported += 1 }
      run = nil
      return
    }
    guard var run else {
      run = Run(since: now, event: truth.event, isReported: isReported, isDisturbed: isReported || isStoodIn || !isGood)
      return
    }
    guard !run.isReported else { return }
    if isStoodIn { run.isStoodIn = true }
    if isReported {
      run.isReported = true
      if !run.isDisturbed, let event = run.event, event.isSudden {
        latencies[event, default: []].append(now - run.since)
      }
    } else if !isGood || isStoodIn && run.event != .asystole {
      // A heart that does not beat gives no data, which is signalled before the missing pulse is.
      run.isDisturbed = true
    }
    self.run = run
  }

  /// Judges the onsets that are more than a minute old.
  /// - Returns: one that was a nuisance.
  mutating func judge(_ now: Double) -> (id: ConditionID, at: Double)? {
    guard let first = pending.first else { return nil }
    let isTrue = isTrue(first.id, since: first.at)
    guard isTrue || now - first.at > Self.nuisanceWindow else { return nil }
    pending.removeFirst()
    guard !isTrue else { return nil }
    nuisance[first.id, default: 0] += 1
    countOnPerson(first.id, first.at)
    return (first.id, first.at)
  }

  /// An alarm that wakes a person counts once, also if the oxygen falls below both limits.
  private mutating func countOnPerson(_ id: ConditionID, _ at: Double) {
    switch id {
    case .heartRateLow, .heartRateHigh, .noPulse: nuisanceOnPerson += 1
    case .spo2Medium, .spo2High:
      if at - lastOfOxygen > Self.nuisanceWindow { nuisanceOnPerson += 1 }
      lastOfOxygen = at
    default: break
    }
  }

  /// The box restarts: it cannot know what was true until now.
  mutating func restart() { run?.isDisturbed = true }
}

import Alarms
import Readings

/// Nuisance alarms and the time to true ones, by what was true in the world.
///
/// *Nuisance*: an onset with no true value beyond the limit, by however little, within 60 s either side.
/// *Latency*: from the second in which a heart goes beyond a limit all at once until its alarm is there, where the sensor was
/// worn and heard. *Untold*: a heart that was beyond for two minutes, on a sensor that was worn and heard, and no alarm came.
struct Score: Sendable {
  private(set) var nuisance: [ConditionID: Int] = [:]
  private(set) var onsets: [ConditionID: Int] = [:]
  private(set) var latencies: [HeartEvent: [Double]] = [:]
  private(set) var untold = 0
  /// How many high alarms on the person were a nuisance, those on oxygen of either priority counted in.
  private(set) var nuisanceOnPerson = 0

  private let promises: [AlarmRequirement]
  private var lastTrue: [Double]
  private var pending: [(at: Double, id: ConditionID)] = []
  private var run: Run?
  private var lastOfOxygen = -Double.infinity
  private let asystole: Int

  private struct Run: Sendable {
    let since: Double
    let event: HeartEvent?
    var isTold = false
    var isDisturbed: Bool
    /// Whether something has stood in for its alarm.
    var isStoodIn = false
  }

  static let nuisanceWindow = 60.0
  /// A heart that is beyond by this much for so long must have been told of, whatever a strap made of it.
  private static let margin = 2.0, longest = 120.0

  init(_ terms: Terms) {
    promises = AlarmRequirement.all(terms)
    asystole = promises.count
    lastTrue = Array(repeating: -.infinity, count: promises.count + 1)
  }

  /// What is true now.
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

  /// A second has passed.
  /// - Parameters:
  ///   - isGood: whether the heart's sensor is worn and heard.
  ///   - isTold: whether the heart is alarmed for.
  ///   - isStoodIn: whether something stands in for that.
  mutating func step(_ truth: Truth, isGood: Bool, isTold: Bool, isStoodIn: Bool, _ now: Double) {
    var isOutside = false
    for place in promises.indices {
      let promise = promises[place]
      let value = truth.value(of: promise.matter)
      guard promise.isBeyond(value) else { continue }
      lastTrue[place] = now
      if promise.matter == .heartRate, promise.isBeyond(value, by: Self.margin) { isOutside = true }
    }
    if truth.heart.beatsPerMinute == 0 { lastTrue[asystole] = now }
    follow(truth, isOutside, isGood: isGood, isTold: isTold, isStoodIn: isStoodIn, now)
  }

  private mutating func follow(
    _ truth: Truth, _ isOutside: Bool, isGood: Bool, isTold: Bool, isStoodIn: Bool, _ now: Double
  ) {
    guard isOutside else {
      if let run, !run.isTold, !run.isDisturbed, !run.isStoodIn, now - run.since > Self.longest { untold += 1 }
      run = nil
      return
    }
    guard var run else {
      run = Run(since: now, event: truth.event, isTold: isTold, isDisturbed: isTold || isStoodIn || !isGood)
      return
    }
    guard !run.isTold else { return }
    if isStoodIn { run.isStoodIn = true }
    if isTold {
      run.isTold = true
      if !run.isDisturbed, let event = run.event, event.isSudden {
        latencies[event, default: []].append(now - run.since)
      }
    } else if !isGood || isStoodIn && run.event != .asystole {
      // A heart that does not beat gives no data, which is told before the missing pulse is.
      run.isDisturbed = true
    }
    self.run = run
  }

  /// Judges the onsets whose minute is over.
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

  /// What wakes a person is counted once, also where it falls below both limits of the oxygen.
  private mutating func countOnPerson(_ id: ConditionID, _ at: Double) {
    switch id {
    case .heartRateLow, .heartRateHigh, .noPulse: nuisanceOnPerson += 1
    case .spo2Medium, .spo2High:
      if at - lastOfOxygen > Self.nuisanceWindow { nuisanceOnPerson += 1 }
      lastOfOxygen = at
    default: break
    }
  }

  /// The box starts again: what has been true until now it cannot know.
  mutating func restart() { run?.isDisturbed = true }
}

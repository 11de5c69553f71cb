import Alarms
import Readings

/// What is wrong with one sensor, as it says itself or as its values show: each is counted by the share rule, so that what
/// comes and goes is told as well as what lasts.
struct SensorFaults: Sendable {
  /// The conditions, in the order of their counts.
  static let conditions: [ConditionID] = [.frozen, .implausible, .noContact, .sensorBatteryLow]
  private static let rules: [ShareRule] = conditions.map {
    let condition = ConditionTable.standard[$0]
    return ShareRule(Bounds(notBefore: condition.notBefore, mustBy: condition.mustBy))
  }
  private static let battery = conditions.count - 1
  /// A sensor tells its battery once an hour or a day, and a cell does not recover. Ours.
  private static let batteryFreshness = Duration.seconds(25 * 3600)

  private var counts = InlineArray<4, ShareCount>(repeating: ShareCount())
  private var values = InlineArray<4, Double?>(repeating: nil)
  /// When something is due.
  private(set) var deadline = Instant.never

  /// Takes in how far a sensor can be trusted after a message, and lets happen what is due.
  /// - Parameter hasContactWord: whether the message says anything of the skin.
  mutating func take(
    _ trust: SensorTrust, hasContactWord: Bool, hasBatteryWord: Bool, freshUntil: Instant, at instant: Instant
  ) {
    set(0, trust.isFrozen, trust.frozenValue, until: freshUntil, at: instant)
    set(1, trust.implausible != nil, trust.implausible?.value, until: freshUntil, at: instant)
    if hasContactWord { set(2, trust.hasLostContact, nil, until: freshUntil, at: instant) }
    if hasBatteryWord || !counts[Self.battery].isIdle {
      set(3, trust.isBatteryLow, nil, until: instant.advanced(by: Self.batteryFreshness), at: instant)
    }
    schedule()
  }

  private mutating func set(_ place: Int, _ holds: Bool, _ value: Double?, until end: Instant, at instant: Instant) {
    guard holds || !counts[place].isIdle else { return }
    if holds { values[place] = value }
    counts[place].take(
      ShareCount.Sample(isBeyond: holds, isInside: !holds, measuredAt: instant, freshUntil: end), at: instant,
      Self.rules[place])
  }

  /// The sensor has fallen silent: its silence is an alarm of its own. Its battery is as it was.
  /// - Returns: the conditions that have ended by it.
  mutating func fallSilent(at instant: Instant) -> UInt8 {
    var ended: UInt8 = 0
    for place in 0..<Self.battery where !counts[place].isIdle {
      if counts[place].isOn { ended |= 1 << UInt8(place) }
      counts[place].expire(at: instant, Self.rules[place])
      counts[place].endAtOnce()
    }
    schedule()
    return ended
  }

  /// Lets happen what is due.
  /// - Returns: the conditions that have begun or ended, or whose episode is over, a bit for each.
  mutating func turn(at instant: Instant) -> UInt8 {
    guard deadline <= instant else { return 0 }
    var turned: UInt8 = 0
    for place in Self.conditions.indices {
      while counts[place].turn(at: instant, Self.rules[place]) != nil { turned |= 1 << UInt8(place) }
    }
    schedule()
    return turned
  }

  /// Whether a condition is signalled, by its place.
  func isOn(_ place: Int) -> Bool { counts[place].isOn }
  /// Whether it has been well for so long that its episode is over.
  func isCalm(_ place: Int) -> Bool { counts[place].isCalm }
  /// The value behind it.
  func value(_ place: Int) -> Double? { values[place] }

  /// Goes on where an earlier run was.
  mutating func resume(_ condition: ConditionID, value: Double?, at instant: Instant) {
    guard let place = Self.conditions.firstIndex(of: condition) else { return }
    values[place] = value
    counts[place].resume(value: value ?? 0, at: instant)
    schedule()
  }

  private mutating func schedule() {
    deadline = .never
    for place in Self.conditions.indices {
      if let due = counts[place].deadline(Self.rules[place]) { deadline = min(deadline, due) }
    }
  }
}

import Alarms
import Readings

/// The faults of one sensor, which it reports itself or which its values show: frozen, implausible, no contact, battery
/// low. Each is counted by the share rule, so that an intermittent fault is signalled too.
struct SensorFaults: Sendable {
  /// The order of all arrays and bit masks of this type.
  static let conditions: [ConditionID] = [.frozen, .implausible, .noContact, .sensorBatteryLow]
  private static let rules: [ShareRule] = conditions.map {
    let condition = ConditionTable.standard[$0]
    let rule = ShareRule(Bounds(notBefore: condition.notBefore, mustBy: condition.mustBy))
    return $0 == .sensorBatteryLow ? rule.countingHeldTime : rule
  }
  private static let battery = conditions.count - 1
  /// Sensors report the battery once an hour or once a day, and a cell does not recover. Own choice.
  private static let batteryFreshness = Duration.seconds(25 * 3600)

  private var counts = InlineArray<4, ShareCount>(repeating: ShareCount())
  private var values = InlineArray<4, Double?>(repeating: nil)
  /// The conditions that are counted or signalled, one bit for each. The others are not looked at.
  private var open: UInt8 = 0
  /// The conditions that are signalled, one bit for each.
  private var on: UInt8 = 0
  /// When ``turn(at:)`` is due; ``Instant/never`` if nothing is.
  private(set) var deadline = Instant.never

  /// Takes the judgement of a message.
  /// - Parameters:
  ///   - hasContactWord: whether the message reports skin contact.
  ///   - hasBatteryWord: whether the message reports the battery.
  mutating func take(
    _ trust: SensorTrust, hasContactWord: Bool, hasBatteryWord: Bool, freshUntil: Instant, at instant: Instant
  ) {
    set(0, trust.isFrozen, trust.frozenValue, until: freshUntil, at: instant)
    set(1, trust.implausible != nil, trust.implausible?.value, until: freshUntil, at: instant)
    if hasContactWord { set(2, trust.hasLostContact, nil, until: freshUntil, at: instant) }
    if hasBatteryWord || isOpen(Self.battery) {
      set(3, trust.isBatteryLow, nil, until: instant.advanced(by: Self.batteryFreshness), at: instant)
    }
    schedule()
  }

  private mutating func set(_ place: Int, _ holds: Bool, _ value: Double?, until end: Instant, at instant: Instant) {
    guard holds || isOpen(place) else { return }
    if holds { values[place] = value }
    open |= 1 << UInt8(place)
    counts[place].take(
      ShareCount.Sample(isBeyond: holds, isInside: !holds, measuredAt: instant, freshUntil: end), at: instant,
      Self.rules[place])
  }

  /// The sensor is silent. Its faults end, since its silence is an alarm of its own; only a low battery stays.
  /// - Returns: the conditions that have ended, one bit for each.
  mutating func fallSilent(at instant: Instant) -> UInt8 {
    var ended: UInt8 = 0
    for place in 0..<Self.battery where isOpen(place) {
      if isOn(place) { ended |= 1 << UInt8(place) }
      counts[place].expire(at: instant, Self.rules[place])
      counts[place].endAtOnce()
    }
    schedule()
    return ended
  }

  /// Performs the changes that are due.
  /// - Returns: the conditions that have begun or ended, or whose episode is over, one bit for each.
  mutating func turn(at instant: Instant) -> UInt8 {
    guard deadline <= instant else { return 0 }
    var turned: UInt8 = 0
    for place in Self.conditions.indices where isOpen(place) {
      while counts[place].turn(at: instant, Self.rules[place]) != nil { turned |= 1 << UInt8(place) }
    }
    schedule()
    return turned
  }

  /// Whether a condition is signalled, by its index in ``conditions``.
  func isOn(_ place: Int) -> Bool { on >> UInt8(place) & 1 == 1 }
  /// Whether the episode of a condition is over.
  func isCalm(_ place: Int) -> Bool { counts[place].isCalm }
  /// The latest value that showed the fault, if it has a value.
  func value(_ place: Int) -> Double? { values[place] }

  /// Continues an alarm of an earlier run.
  mutating func resume(_ condition: ConditionID, value: Double?, at instant: Instant) {
    guard let place = Self.conditions.firstIndex(of: condition) else { return }
    values[place] = value
    counts[place].resume(value: value ?? 0, at: instant)
    open |= 1 << UInt8(place)
    schedule()
  }

  private func isOpen(_ place: Int) -> Bool { open >> UInt8(place) & 1 == 1 }

  private mutating func schedule() {
    deadline = .never
    on = 0
    for place in Self.conditions.indices where isOpen(place) {
      let state = counts[place].state(Self.rules[place])
      if state.isIdle { open &= ~(1 << UInt8(place)) }
      if state.isOn { on |= 1 << UInt8(place) }
      if let due = state.deadline { deadline = min(deadline, due) }
    }
  }
}

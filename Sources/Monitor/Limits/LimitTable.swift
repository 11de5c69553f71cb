import Alarms
import Readings

/// The limits in force at a sensor, and those of each quantity: nearly every value lies far from all of them.
struct LimitTable: Sendable {
  let rules: [LimitRule]
  /// The quantities that have limits.
  private(set) var quantities = QuantitySet()
  /// The limits in force of each quantity, by the quantity's number.
  private var nearest: [Nearest]

  private struct Nearest: Sendable {
    /// Which they are, a bit for each.
    var rules: UInt64 = 0
    /// Between these no value is beyond any of them.
    var above = -Double.infinity
    var below = Double.infinity
  }

  /// - Parameter own: limits of one sensor, which go before those of the table.
  init(_ conditions: ConditionTable, own: [ConditionID: Double] = [:]) {
    rules = LimitRule.all(of: conditions, own: own).filter { $0.quantity != .heartRateBeatsPerMinute }
    nearest = Array(repeating: Nearest(), count: 64)
    for (place, rule) in rules.enumerated() {
      quantities.insert(rule.quantity)
      guard rule.isEnabled else { continue }
      let quantity = Int(rule.quantity.rawValue) % 64
      nearest[quantity].rules |= 1 << UInt64(place)
      nearest[quantity].above = max(nearest[quantity].above, rule.inside.above)
      nearest[quantity].below = min(nearest[quantity].below, rule.inside.below)
    }
  }

  /// The limit in force of the next higher priority on the same side of the same quantity.
  func next(above rule: LimitRule) -> Double? {
    var next: LimitRule?
    for other in rules
    where other.isEnabled && other.quantity == rule.quantity && other.isUpper == rule.isUpper
      && other.priority > rule.priority && next.map({ other.priority < $0.priority }) ?? true
    {
      next = other
    }
    return next?.limit
  }

  /// The limits that have something to do with a reading's values, a bit for each: those that a value is beyond, and those
  /// whose counts are open.
  func touched(by measurements: Measurements, pending: UInt64) -> UInt64 {
    var touched: UInt64 = 0
    let nearest = nearest.span
    measurements.forEach { quantity, value in
      let own = nearest[Int(quantity.rawValue) % 64]
      if own.above < value, value < own.below {
        touched |= own.rules & pending
        return
      }
      var rest = own.rules
      while rest != 0 {
        let bit: UInt64 = rest & ~(rest - 1)
        rest &= ~bit
        if pending & bit != 0 || rules[bit.trailingZeroBitCount].isBeyond(value) { touched |= bit }
      }
    }
    return touched
  }
}

import Alarms
import Readings

/// The limits of one sensor (or of all sensors without limits of their own), except those of the heart rate. For each
/// quantity it holds the range in which no limit is exceeded, so that nearly every value costs one comparison.
struct LimitTable: Sendable {
  let rules: [LimitRule]
  private(set) var quantities = QuantitySet()
  /// By the raw value of the quantity.
  private var nearest: [Nearest]

  /// The limits in force of one quantity.
  private struct Nearest: Sendable {
    /// The rules of the quantity, one bit for each index in `rules`.
    var rules: UInt64 = 0
    /// No value between `above` and `below` is beyond any of the limits.
    var above = -Double.infinity
    var below = Double.infinity
  }

  /// - Parameters:
  ///   - own: limits of one sensor, which replace those of the table.
  ///   - bounds: bounds of the person who wears it, which replace those of the table.
  init(_ conditions: ConditionTable, own: [ConditionID: Double] = [:], bounds: [ConditionID: Bounds] = [:]) {
    rules = LimitRule.all(of: conditions, own: own, bounds: bounds).filter { $0.quantity != .heartRateBeatsPerMinute }
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

  /// The limit in force of the next higher priority at the same end of the same quantity.
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

  /// The rules that a reading affects, one bit for each: those that a value is beyond, and those with open counts
  /// (`pending`).
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

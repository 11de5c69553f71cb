import Readings

/// One limit of one condition, made ready for the hot path: a small value without references.
package struct LimitRule: Sendable {
  package let condition: ConditionID
  /// What is measured.
  package let quantity: Quantity
  /// Whether it is in force.
  package let isEnabled: Bool
  /// The limit as it is logged, in the unit of the condition's trigger.
  package let limit: Double
  /// How soon somebody must act.
  package let priority: Priority
  /// What it is about.
  package let family: SignalFamily
  /// How its time is counted.
  package let share: ShareRule
  private let isAltitude: Bool

  /// On which side of the limit the alarm lies.
  package enum Side: Sendable { case atOrAbove, above, below, atOrBelow }
  private let side: Side
  private let edge: Double
  private let clear: Double

  /// Every limit of every condition, in an order that does not depend on the settings.
  /// - Parameter own: limits that go before those of the table.
  package static func all(of table: ConditionTable, own: [ConditionID: Double] = [:]) -> [LimitRule] {
    var rules: [LimitRule] = []
    for condition in table.all {
      guard let quantity = condition.trigger.quantity, let limit = own[condition.id] ?? condition.limit else {
        continue
      }
      rules.append(
        LimitRule(
          condition, quantity, limit, Bounds(notBefore: condition.notBefore, mustBy: condition.mustBy)))
      guard let sustained = condition.sustained else { continue }
      rules.append(
        LimitRule(
          condition, quantity, sustained.limit, Bounds(notBefore: sustained.time, mustBy: sustained.time)))
    }
    return rules
  }

  /// The rule of a condition that is about a quantity.
  package init(_ condition: Condition, _ quantity: Quantity, _ limit: Double, _ bounds: Bounds) {
    self.condition = condition.id
    self.quantity = quantity
    self.limit = limit
    priority = condition.priority
    family = condition.family
    isEnabled = condition.isEnabled
    isAltitude = condition.trigger == .cabinAltitude
    share = ShareRule(bounds)
    switch condition.trigger {
    case .above: (side, edge, clear) = (.above, limit, limit - condition.hysteresis)
    case .below: (side, edge, clear) = (.below, limit, limit + condition.hysteresis)
    case .cabinAltitude:
      // High is where the pressure is low.
      side = .atOrBelow
      edge = PressureAltitude.hectopascals(feet: limit)
      clear = PressureAltitude.hectopascals(feet: limit - condition.hysteresis)
    case .atOrAbove, .stale, .reported: (side, edge, clear) = (.atOrAbove, limit, limit - condition.hysteresis)
    }
  }

  /// Whether a value is beyond the limit.
  package func isBeyond(_ value: Double) -> Bool {
    switch side {
    case .atOrAbove: value >= edge
    case .above: value > edge
    case .below: value < edge
    case .atOrBelow: value <= edge
    }
  }

  /// Whether it is about a person rather than the room.
  package var isOfPerson: Bool { family == .heart }

  /// Whether a value off the upper end of a scale is beyond.
  package var isUpper: Bool {
    switch side {
    case .atOrAbove, .above: true
    case .below, .atOrBelow: false
    }
  }

  /// Between these no value is beyond the limit.
  package var inside: (above: Double, below: Double) { isUpper ? (-.infinity, edge) : (edge, .infinity) }

  /// Whether a value is back inside by the hysteresis.
  package func hasCleared(_ value: Double) -> Bool { isUpper ? value <= clear : value >= clear }

  /// A value in the unit of the limit.
  package func shown(_ value: Double) -> Double {
    isAltitude ? (PressureAltitude.feet(hectopascals: value) ?? value).rounded() : value
  }

  /// The measured value of one in the unit of the limit.
  package func measured(_ shown: Double) -> Double {
    isAltitude ? PressureAltitude.hectopascals(feet: shown) : shown
  }
}

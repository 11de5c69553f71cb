import Readings

/// One limit of one condition, prepared for the comparison of every value in the critical loop: a small value without
/// references. A condition with a sustained limit has two rules, and one more if a detector can report it. For cabin
/// altitude, the comparison is in hPa and the limit is shown in feet; for carbon monoxide in ppb and ppm.
package struct LimitRule: Sendable {
  package let condition: ConditionID
  package let quantity: Quantity
  package let isEnabled: Bool
  /// As it is logged, in the unit of the condition's trigger.
  package let limit: Double
  package let priority: Priority
  package let family: SignalFamily
  package let share: ShareRule
  /// The quantity of the condition that a detector reports as 0 or 1; `nil` if it has none.
  package let detector: Quantity?
  /// Whose unit the limit has.
  private let trigger: Condition.Trigger

  /// The comparison that makes a value count as beyond the limit.
  package enum Side: Sendable { case atOrAbove, above, below, atOrBelow }
  private let side: Side
  private let edge: Double
  private let clear: Double

  /// The rules of all limits of all conditions, in an order that does not depend on the settings.
  /// - Parameters:
  ///   - own: limits that replace those of the table.
  ///   - bounds: bounds that replace those of the table.
  package static func all(
    of table: ConditionTable, own: [ConditionID: Double] = [:], bounds: [ConditionID: Bounds] = [:]
  ) -> [LimitRule] {
    var rules: [LimitRule] = []
    for condition in table.all {
      guard let quantity = condition.trigger.quantity, let limit = own[condition.id] ?? condition.limit else {
        continue
      }
      rules.append(
        LimitRule(
          condition, quantity, limit,
          bounds[condition.id] ?? Bounds(notBefore: condition.notBefore, mustBy: condition.mustBy)))
      if let sustained = condition.sustained {
        rules.append(
          LimitRule(
            condition, quantity, sustained.limit, Bounds(notBefore: sustained.time, mustBy: sustained.time)))
      }
      if let detector = condition.detector { rules.append(LimitRule(condition, detector: detector)) }
    }
    return rules
  }

  /// How soon the report of a detector is signalled: it has its own times, so no time is added; 10 s are for the
  /// radio.
  private static let detectorBounds = Bounds(notBefore: .zero, mustBy: .seconds(10))

  /// The rule of a detector that reports 0 or 1.
  private init(_ condition: Condition, detector: Quantity) {
    self.condition = condition.id
    quantity = detector
    limit = 1
    priority = condition.priority
    family = condition.family
    isEnabled = condition.isEnabled
    self.detector = detector
    trigger = .reported
    share = ShareRule(Self.detectorBounds).countingHeldTime
    (side, edge, clear) = (.atOrAbove, 1, 0)
  }

  package init(_ condition: Condition, _ quantity: Quantity, _ limit: Double, _ bounds: Bounds) {
    self.condition = condition.id
    self.quantity = quantity
    self.limit = limit
    priority = condition.priority
    family = condition.family
    isEnabled = condition.isEnabled
    detector = condition.detector
    trigger = condition.trigger
    share = ShareRule(bounds)
    switch condition.trigger {
    case .above: (side, edge, clear) = (.above, limit, limit - condition.hysteresis)
    case .below: (side, edge, clear) = (.below, limit, limit + condition.hysteresis)
    case .cabinAltitude:
      // A high altitude is a low pressure.
      side = .atOrBelow
      edge = trigger.measured(limit)
      clear = trigger.measured(limit - condition.hysteresis)
    case .atOrAbove, .carbonMonoxide, .stale, .reported:
      (side, edge, clear) = (.atOrAbove, trigger.measured(limit), trigger.measured(limit - condition.hysteresis))
    }
  }

  package func isBeyond(_ value: Double) -> Bool {
    switch side {
    case .atOrAbove: value >= edge
    case .above: value > edge
    case .below: value < edge
    case .atOrBelow: value <= edge
    }
  }

  /// Whether it is the rule of a detector, which reports 0 or 1.
  package var isOfDetector: Bool { quantity == detector }

  /// Whether it is about a person, not the room.
  package var isOfPerson: Bool { family == .heart }

  /// Whether a value above the sensor's scale is beyond the limit.
  package var isUpper: Bool {
    switch side {
    case .atOrAbove, .above: true
    case .below, .atOrBelow: false
    }
  }

  /// No value between these two is beyond the limit.
  package var inside: (above: Double, below: Double) { isUpper ? (-.infinity, edge) : (edge, .infinity) }

  package func hasCleared(_ value: Double) -> Bool { isUpper ? value <= clear : value >= clear }

  /// Converts a measured value to the unit of the limit.
  package func shown(_ value: Double) -> Double {
    trigger.shown(value)
  }

  /// Converts a value in the unit of the limit to the measured unit.
  package func measured(_ shown: Double) -> Double {
    trigger.measured(shown)
  }
}

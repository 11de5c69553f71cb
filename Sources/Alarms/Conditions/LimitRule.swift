import Readings

/// One limit of one condition, made ready for the hot path: a small value without references.
public struct LimitRule: Sendable {
  /// Which condition.
  public let condition: ConditionID
  /// What is measured.
  public let quantity: Quantity
  /// Whether it is in force.
  public let isEnabled: Bool
  /// The limit as it is logged, in the unit of the condition's trigger.
  public let limit: Double
  /// How soon somebody must act.
  public let priority: Priority
  /// What it is about.
  public let family: SignalFamily
  /// How its time is counted.
  public let share: ShareRule
  private let isAltitude: Bool

  /// On which side of the limit the alarm lies.
  public enum Side: Sendable { case atOrAbove, above, below, atOrBelow }
  private let side: Side
  private let edge: Double
  private let clear: Double

  /// Every limit of every condition, in an order that does not depend on the settings.
  /// - Parameter own: limits that go before those of the table.
  public static func all(of table: ConditionTable, own: [ConditionID: Double] = [:]) -> [LimitRule] {
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
  public init(_ condition: Condition, _ quantity: Quantity, _ limit: Double, _ bounds: Bounds) {
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
  public func isBeyond(_ value: Double) -> Bool {
    switch side {
    case .atOrAbove: value >= edge
    case .above: value > edge
    case .below: value < edge
    case .atOrBelow: value <= edge
    }
  }

  /// Whether it is about a person rather than the room.
  public var isOfPerson: Bool { family == .heart }

  /// Whether a value off the upper end of a scale is beyond.
  public var isUpper: Bool {
    switch side {
    case .atOrAbove, .above: true
    case .below, .atOrBelow: false
    }
  }

  /// Between these no value is beyond the limit.
  public var inside: (above: Double, below: Double) { isUpper ? (-.infinity, edge) : (edge, .infinity) }

  /// Whether a value is back inside by the hysteresis.
  public func hasCleared(_ value: Double) -> Bool { isUpper ? value <= clear : value >= clear }

  /// A value in the unit of the limit.
  public func shown(_ value: Double) -> Double {
    isAltitude ? (PressureAltitude.feet(hectopascals: value) ?? value).rounded() : value
  }

  /// The measured value of one in the unit of the limit.
  public func measured(_ shown: Double) -> Double {
    isAltitude ? PressureAltitude.hectopascals(feet: shown) : shown
  }
}

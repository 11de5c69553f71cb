import Alarms
import Readings
import Sessions

extension ConditionTable {
  /// The limits of each quantity: those of the alarms that begin first on the way up and on the way down.
  package var valueLimits: [Quantity: ValueLimits] { valueLimits { $0.isEnabled ? $0.limit : nil } }

  /// The same with other limits.
  /// - Parameter limit: that of a condition; `nil` if it has none.
  func valueLimits(_ limit: (Condition) -> Double?) -> [Quantity: ValueLimits] {
    var limits: [Quantity: ValueLimits] = [:]
    for condition in all {
      guard let limit = limit(condition) else { continue }
      switch condition.trigger {
      case .above(let quantity), .atOrAbove(let quantity):
        guard limit < limits[quantity]?.high ?? .infinity else { continue }
        limits[quantity, default: ValueLimits()].high = limit
        limits[quantity]?.isHighAbove = condition.trigger == .atOrAbove(quantity)
      case .below(let quantity):
        limits[quantity, default: ValueLimits()].low = max(limit, limits[quantity]?.low ?? limit)
      case .carbonMonoxide:
        let quantity = Quantity.carbonMonoxidePartsPerBillion
        guard limit * 1_000 < limits[quantity]?.high ?? .infinity else { continue }
        limits[quantity, default: ValueLimits()].high = limit * 1_000
        limits[quantity]?.isHighAbove = true
      case .cabinAltitude, .stale, .reported: continue
      }
    }
    return limits
  }
}

import Alarms
import Readings

/// The search for gaps in the rules.
extension Unwatched {
  /// All gaps: first by condition, then by person.
  package static func gaps(in settings: MonitorSettings) -> [Gap] {
    let conditions = settings.conditions
    var gaps: [Gap] = []
    for condition in conditions.all where condition.profiles.contains(settings.profile) && !condition.isEnabled {
      gaps.append(.off(condition.id))
    }
    for condition in conditions.all {
      if let limit = condition.limit, isAtEnd(limit, of: condition) {
        gaps.append(.limit(condition.id, limit, of: nil))
      }
    }
    for person in settings.persons {
      for limits in [person.limits, person.night?.limits ?? [:]] {
        gaps += Self.gaps(in: limits, of: person.name, under: conditions).filter { !gaps.contains($0) }
      }
    }
    return gaps + settings.otherGaps
  }

  /// The limits of a person or a sensor that are at the end of the scale.
  package static func gaps(
    in limits: [ConditionID: Double], of name: String, under conditions: ConditionTable
  ) -> [Gap] {
    conditions.all.compactMap { condition in
      guard let limit = limits[condition.id], isAtEnd(limit, of: condition) else { return nil }
      return .limit(condition.id, limit, of: name)
    }
  }

  /// Whether a limit is within its hysteresis of the end of its range, so that hardly any value is beyond it. Never for
  /// the oxygen saturation, since oximeters measure below the lowest limit that may be set.
  private static func isAtEnd(_ limit: Double, of condition: Condition) -> Bool {
    guard condition.isEnabled, let range = condition.limitRange, condition.trigger != .below(.oxygenSaturationPercent)
    else { return false }
    if case .below = condition.trigger { return limit <= range.lowerBound + condition.hysteresis }
    return limit >= range.upperBound - condition.hysteresis
  }
}

import Alarms
import Readings

/// What the rules in force leave unwatched. A box that is configured into silence looks like one that has nothing to
/// tell, so it says what it does not watch: at its start, in its status and, but for advice, by the alarm `alarm-off`.
package enum Unwatched {
  /// One thing that is not watched.
  package enum Gap: Sendable, Equatable {
    /// A condition is switched off.
    case off(ConditionID)
    /// A sensor that the configuration names has no place, since all are taken.
    case noPlace(String)
    /// A limit lies at the end of what sensors can tell, in the unit of its condition; of a person or a sensor by name,
    /// or of everybody.
    case limit(ConditionID, Double, of: String?)
    /// A key of the configuration has heart rates taken from advertisements only, and a strap that does not advertise
    /// its heart rate may be used.
    case source(key: String)
    /// A person has no sensor of the heart that is used.
    case person(String)
    /// Beside a bed there is no heart-rate sensor of one's own.
    case nobody

    /// Whether it raises `alarm-off`. A condition of low priority only advises: who switches one off has chosen to be told
    /// no more, so it stands in the status and lights no lamp for ever.
    var isAlarming: Bool { if case .off(let id) = self { ConditionTable.standard[id].priority > .low } else { true } }

    /// For a person.
    package var sentence: String {
      switch self {
      case .off(let id): "\(id.name) is switched off"
      case .noPlace(let name): "\(name) is named, and has no place: as many other sensors are adopted as can be"
      case .limit(let id, let limit, let name):
        "\(id.name)\(name.map { " of \($0)" } ?? "") is \(Self.text(limit)) "
          + "\(ConditionTable.standard[id].trigger.unit), at the end of the scale: it can hardly be exceeded"
      case .source(let key):
        "\(key) is advert: a strap that tells its heart rate on a connection only is not read"
      case .person(let name): "\(name) has no sensor of the heart that is used: the heart is not watched"
      case .nobody: "no heart-rate sensor is adopted: nobody's heart is watched"
      }
    }

    private static func text(_ number: Double) -> String {
      Int64(exactly: number).map(\.description) ?? number.description
    }
  }

  /// What the rules leave unwatched, in the order of the conditions, then that of the persons.
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

  /// Which limits of a person or a sensor lie at the end of the scale.
  package static func gaps(
    in limits: [ConditionID: Double], of name: String, under conditions: ConditionTable
  ) -> [Gap] {
    conditions.all.compactMap { condition in
      guard let limit = limits[condition.id], isAtEnd(limit, of: condition) else { return nil }
      return .limit(condition.id, limit, of: name)
    }
  }

  /// Whether a limit lies within its hysteresis of the end of the scale: beyond it there is hardly a value left. Oximeters
  /// go on below the lowest limit that can be set, so theirs never does.
  private static func isAtEnd(_ limit: Double, of condition: Condition) -> Bool {
    guard condition.isEnabled, let range = condition.limitRange, condition.trigger != .below(.oxygenSaturationPercent)
    else { return false }
    if case .below = condition.trigger { return limit <= range.lowerBound + condition.hysteresis }
    return limit >= range.upperBound - condition.hysteresis
  }
}

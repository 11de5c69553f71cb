import Alarms
import Monitor

/// The settings that the requirements depend on: limits, bounds and enabled conditions. All other requirements come
/// from the documents.
package struct Terms: Sendable {
  package var profile: BoxProfile
  package var limits: [ConditionID: Double]
  /// The conditions that it monitors; no others are required of it.
  package var enabled: Set<ConditionID>
  package var latches: Bool
  /// How often its low and medium alarms sound.
  package var sounds: SoundWays
  /// N and M of a proved heart rate.
  package var proved: Bounds
  /// N and M of any other heart rate, and of a missing pulse.
  package var unproved: Bounds
  /// The person who wears the heart sensors; `nil` if no person is named.
  package var person: PersonIndex?

  /// The terms of the rules in force, for the one person of this world: the first one that the configuration names.
  package init(_ settings: MonitorSettings) {
    profile = settings.profile
    latches = settings.latchesSound
    sounds = settings.sounds
    enabled = Set(settings.conditions.all.filter(\.isEnabled).map(\.id))
    limits = [:]
    for condition in settings.conditions.all { limits[condition.id] = condition.limit }
    let person = settings.persons.first
    self.person = person.map { _ in PersonIndex(0) }
    if let person { limits.merge(person.dayLimits) { $1 } }
    // This world has no clock, so the tighter limit of day and night applies.
    for (id, limit) in person?.night?.limits ?? [:] {
      guard let other = limits[id] else { continue }
      limits[id] = settings.conditions[id].trigger.isBelow ? max(limit, other) : min(limit, other)
    }
    proved = person?.proved ?? settings.proved
    let wanted = person?.unproved ?? settings.unproved
    unproved = Bounds(
      notBefore: max(wanted.notBefore, proved.notBefore), mustBy: max(wanted.mustBy, proved.mustBy))
  }
}

extension Condition.Trigger {
  fileprivate var isBelow: Bool { if case .below = self { true } else { false } }
}

extension WorldScript {
  /// The settings for this scenario. Its one person is named, because without a person a strap and an oximeter count as
  /// two people's.
  /// - Parameter ownLimits: whether the scenario's own limits replace those of the configuration.
  package func settings(_ settings: MonitorSettings, ownLimits: Bool = true) -> MonitorSettings {
    var settings = settings
    if settings.persons.isEmpty { settings.persons = [PersonSettings(name: title)] }
    guard ownLimits else { return settings }
    for (id, limit) in limits {
      _ = settings.conditions.setLimit(limit, of: id)
      settings.persons[0].limits[id] = limit
    }
    return settings
  }

  /// The first limit that cannot be set, as a message; `nil` if all can.
  package var complaintAboutLimits: String? {
    var conditions = ConditionTable.standard
    for (id, limit) in limits.sorted(by: { $0.key.name < $1.key.name })
    where !conditions.setLimit(limit, of: id) {
      guard let range = conditions[id].limitRange else { return "\(id.name) has no limit; delete it" }
      return "the limit of \(id.name) must be from \(range.lowerBound) to \(range.upperBound)"
    }
    return nil
  }
}

import Alarms

/// The role of one sensor: whether it is adopted, who wears it, and its own limits. The configuration and the list of
/// adopted sensors determine it.
package struct SensorRole: Sendable, Equatable {
  /// A sensor that is not adopted is shown, but raises no alarm and is never missed.
  package var isAdopted: Bool
  /// The person who wears it, as an index of ``MonitorSettings/persons``. If `nil`, a heart sensor makes a person
  /// without a name, and any other sensor measures the room.
  package var person: PersonIndex?
  /// The kind of the person who wears it, from the order that adopted it; that of the configuration goes before it.
  package var kind: PersonKind?
  /// Limits of its own, such as those of a freezer; they replace those of the room or the person.
  package var limits: [ConditionID: Double]

  package init(isAdopted: Bool, person: PersonIndex? = nil, limits: [ConditionID: Double] = [:]) {
    self.isAdopted = isAdopted
    self.person = person
    self.limits = limits
  }

  /// Adopted, with the common limits and without a named person.
  package static let adopted = SensorRole(isAdopted: true)
  package static let stranger = SensorRole(isAdopted: false)
}

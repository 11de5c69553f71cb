import Alarms
import Readings

/// What one sensor is to the box: whether it is one's own, and whose.
package struct SensorRole: Sendable, Equatable {
  /// Whether it counts. A sensor that is not adopted is shown as heard; it raises no alarm and is never missed.
  package var isAdopted: Bool
  /// Whose heart it measures: the place in ``MonitorSettings/persons``. `nil` where nobody is named: a heart sensor is then
  /// a person of its own, and any other sensor measures the room.
  package var person: PersonIndex?
  /// Limits of its own, by condition, such as a freezer's; they go before those of the room or the person.
  package var limits: [ConditionID: Double]

  package init(isAdopted: Bool, person: PersonIndex? = nil, limits: [ConditionID: Double] = [:]) {
    self.isAdopted = isAdopted
    self.person = person
    self.limits = limits
  }

  /// One's own, with everybody's limits.
  package static let adopted = SensorRole(isAdopted: true)
  package static let stranger = SensorRole(isAdopted: false)
}

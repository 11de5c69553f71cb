import Alarms
import Readings

/// What one sensor is to the box: whether it is one's own, and whose.
public struct SensorRole: Sendable, Equatable {
  /// Whether it counts. A sensor that is not adopted is shown as heard; it raises no alarm and is never missed.
  public var isAdopted: Bool
  /// Whose heart it measures: the place in ``MonitorSettings/persons``. `nil` where nobody is named: a heart sensor is then
  /// a person of its own, and any other sensor measures the room.
  public var person: PersonIndex?
  /// Limits of its own, by condition, such as a freezer's; they go before those of the room or the person.
  public var limits: [ConditionID: Double]

  /// All fields.
  public init(isAdopted: Bool, person: PersonIndex? = nil, limits: [ConditionID: Double] = [:]) {
    self.isAdopted = isAdopted
    self.person = person
    self.limits = limits
  }

  /// One's own, with everybody's limits.
  public static let adopted = SensorRole(isAdopted: true)
  /// Somebody else's.
  public static let stranger = SensorRole(isAdopted: false)
}

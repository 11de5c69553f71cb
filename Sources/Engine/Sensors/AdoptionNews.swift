import Readings

/// A change of the list of adopted sensors, for the log and for people.
package enum AdoptionNews: Sendable {
  case adopted(AdoptedSensor)
  /// A sensor is no longer adopted.
  case forgotten(DeviceAddress)
  /// The box adopted a sensor by itself, and it is not confirmed.
  case unconfirmed(AdoptedSensor)
  /// An order at the box or in a timeline was refused.
  case refused(LapwingError)
}

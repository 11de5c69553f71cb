import Readings

/// What has changed about whose a sensor is.
package enum AdoptionNews: Sendable {
  /// A sensor is one's own from now on, is confirmed, or has another name.
  case adopted(AdoptedSensor)
  /// A sensor is one's own no more.
  case forgotten(DeviceAddress)
  /// A sensor is one's own by itself, and nobody has confirmed it.
  case unconfirmed(AdoptedSensor)
  /// What somebody asked for at the box or in a timeline was refused.
  case refused(LapwingError)
}

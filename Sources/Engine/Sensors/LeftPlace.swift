import Readings

/// A place that an adopted sensor has lost, or that is empty now.
package struct LeftPlace {
  package let index: SensorIndex
  /// The sensor, if it keeps the place as a stranger; else `nil`.
  package let stranger: RegisteredSensor?
  package let wasOwn: Bool
}

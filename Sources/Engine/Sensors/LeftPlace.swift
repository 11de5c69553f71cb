import Readings

/// A place that one's own sensor has no more, or that is empty.
package struct LeftPlace {
  package let index: SensorIndex
  /// The sensor, where it keeps the place as a stranger; else `nil`.
  package let stranger: RegisteredSensor?
  /// Whether the sensor was one's own.
  package let wasOwn: Bool

  package init(index: SensorIndex, stranger: RegisteredSensor?, wasOwn: Bool) {
    self.index = index
    self.stranger = stranger
    self.wasOwn = wasOwn
  }
}

import Readings

/// A sensor that has a place: its address and its model. One address is one sensor, whatever it sends.
package struct RegisteredSensor: Sendable, Hashable {
  package let address: DeviceAddress
  /// The most important model of all its messages. A strap is one sensor, however it was received first.
  package let model: SensorModel

  package init(address: DeviceAddress, model: SensorModel) {
    self.address = address
    self.model = model
  }
}

import Readings
import SensorProtocols

/// A sensor that has a place. One address is one sensor, whatever it sends.
package struct RegisteredSensor: Sendable, Hashable {
  package let address: DeviceAddress
  /// Its kind: of all that it says, the most important. A strap is one sensor, however it was heard first.
  package let model: SensorModel

  package init(address: DeviceAddress, model: SensorModel) {
    self.address = address
    self.model = model
  }
}

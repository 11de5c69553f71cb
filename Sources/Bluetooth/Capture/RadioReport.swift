import Readings

/// What the radio received of a device. The bytes are not decoded.
package enum RadioReport: Sendable, Equatable {
  case advertisement(Advertisement)
  /// A connected device sent the value of a characteristic, by request or notification.
  case attributeValue(AttributeValue)
  case connected(DeviceAddress)
  case disconnected(DeviceAddress)

  package var address: DeviceAddress {
    switch self {
    case .advertisement(let advertisement): advertisement.address
    case .attributeValue(let value): value.address
    case .connected(let address), .disconnected(let address): address
    }
  }
}

package struct Advertisement: Sendable, Equatable {
  package let address: DeviceAddress
  package let addressType: LEAddressType?
  /// The signal strength in dBm; `nil` if the controller did not measure it.
  package let rssi: Int8?
  package let data: [UInt8]
  /// The AD structures of the scan response, if it came with the advertisement.
  package let scanResponse: [UInt8]

  package init(
    address: DeviceAddress, rssi: Int8?, data: [UInt8], scanResponse: [UInt8] = [], addressType: LEAddressType? = nil
  ) {
    self.address = address
    self.addressType = addressType
    self.rssi = rssi
    self.data = data
    self.scanResponse = scanResponse
  }
}

package struct AttributeValue: Sendable, Equatable {
  package let address: DeviceAddress
  package let characteristic: BluetoothUUID
  package let data: [UInt8]
  /// The signal strength of the connection in dBm; `nil` if it was not measured.
  package let rssi: Int8?

  package init(address: DeviceAddress, characteristic: BluetoothUUID, data: [UInt8], rssi: Int8? = nil) {
    self.rssi = rssi
    self.address = address
    self.characteristic = characteristic
    self.data = data
  }
}

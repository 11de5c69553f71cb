import Readings

/// What the radio heard of a device. It says nothing of what the bytes mean.
package enum RadioReport: Sendable, Equatable {
  /// The device advertised.
  case advertisement(Advertisement)
  /// A connected device gave the value of a characteristic, asked or unasked.
  case attributeValue(AttributeValue)
  /// A connection was made.
  case connected(DeviceAddress)
  /// A connection ended.
  case disconnected(DeviceAddress)

  /// The device that it is about.
  package var address: DeviceAddress {
    switch self {
    case .advertisement(let advertisement): advertisement.address
    case .attributeValue(let value): value.address
    case .connected(let address), .disconnected(let address): address
    }
  }
}

/// One advertisement or scan response.
package struct Advertisement: Sendable, Equatable {
  /// Who sent it.
  package let address: DeviceAddress
  /// Of which kind that address is; `nil` where that is not known.
  package let addressType: LEAddressType?
  /// Strength of the signal, dBm; `nil` where the controller did not measure it.
  package let rssi: Int8?
  /// The AD structures.
  package let data: [UInt8]
  /// The AD structures of the scan response, where it came with the advertisement.
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

/// The value of a characteristic.
package struct AttributeValue: Sendable, Equatable {
  /// Who gave it.
  package let address: DeviceAddress
  package let characteristic: BluetoothUUID
  package let data: [UInt8]
  /// Strength of the connection's signal, dBm; `nil` where nobody measured it.
  package let rssi: Int8?

  package init(address: DeviceAddress, characteristic: BluetoothUUID, data: [UInt8], rssi: Int8? = nil) {
    self.rssi = rssi
    self.address = address
    self.characteristic = characteristic
    self.data = data
  }
}

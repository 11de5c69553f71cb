import Readings

/// A characteristic in the attribute table of a device. Handles are positions in that table.
package struct GATTCharacteristic: Sendable, Equatable {
  package let uuid: BluetoothUUID
  let declaration: UInt16
  let value: UInt16
  /// The allowed operations (Bluetooth Core, Vol 3, Part G, 3.3.1.1).
  let properties: UInt8
  var end: UInt16
  /// The handle of its Client Characteristic Configuration, after that was discovered.
  var configuration: UInt16?

  var notifies: Bool { properties & 0x10 != 0 }
  /// Whether writes are confirmed. If a device allows both ways, the confirmed one is used.
  var writesWithAnswer: Bool { properties & 0x08 != 0 || properties & 0x04 == 0 }
}

/// The characteristics of a device, discovered once and used again at the next connection.
package struct GATTProfile: Sendable, Equatable {
  /// In the order of their handles.
  package internal(set) var characteristics: [GATTCharacteristic] = []

  package func contains(_ uuid: BluetoothUUID) -> Bool { index(of: uuid) != nil }

  func index(of uuid: BluetoothUUID) -> Int? { characteristics.firstIndex { $0.uuid == uuid } }

  func uuid(at handle: UInt16) -> BluetoothUUID? { characteristics.first { $0.value == handle }?.uuid }

  /// Gives each characteristic the handles up to the next declaration.
  mutating func close() {
    for index in characteristics.indices {
      let next = characteristics.dropFirst(index + 1).first?.declaration
      characteristics[index].end = next.map { $0 &- 1 } ?? .max
    }
  }
}

/// An error response of a device (Bluetooth Core, Vol 3, Part F, 3.4.1.1).
package struct ATTError: Error, RawRepresentable, Sendable, Equatable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let invalidHandle = Self(rawValue: 0x01)
  static let insufficientAuthentication = Self(rawValue: 0x05)
  static let requestNotSupported = Self(rawValue: 0x06)
  static let insufficientAuthorization = Self(rawValue: 0x08)
  static let attributeNotFound = Self(rawValue: 0x0A)
  static let insufficientEncryption = Self(rawValue: 0x0F)

  package var asksForPairing: Bool {
    [.insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption].contains(self)
  }

  package var words: String {
    switch self {
    case .invalidHandle: "no such attribute"
    case Self(rawValue: 0x02): "reading is not permitted"
    case Self(rawValue: 0x03): "writing is not permitted"
    case .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption: "it must be paired first"
    case .requestNotSupported: "not supported"
    case .attributeNotFound: "not found"
    default: "error \(rawValue) of the device"
    }
  }
}

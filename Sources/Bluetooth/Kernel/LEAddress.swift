import Readings

/// The type of a device address, with the kernel's numbers.
package enum LEAddressType: UInt8, Sendable, Hashable {
  /// Assigned by the manufacturer.
  case `public` = 1
  /// Chosen by the device: fixed, or changing with time.
  case random = 2
}

/// The address of a device with its type. Two devices may have the same address with different types.
package struct LEAddress: Hashable, Sendable, CustomStringConvertible {
  package let address: DeviceAddress
  package let type: LEAddressType

  package init(_ address: DeviceAddress, _ type: LEAddressType) {
    self.address = address
    self.type = type
  }

  /// The address without its type.
  package var description: String { address.description }

  /// Whether the address is permanent: a public address, or a static random one, whose two highest bits are set. Every
  /// other random address changes every few minutes (Bluetooth Core, Vol 6, Part B, 1.3.2).
  package var isLasting: Bool { type == .public || address.value >> 46 == 0b11 }

  /// Six bytes, lowest first, and the type, as every management structure begins.
  var bytes: [UInt8] { address.bytes + [type.rawValue] }
}

extension LEAddressType {
  /// - Parameter byte: the type in HCI events: 0 public, 1 random, and 2 and 3 the same for a device that the
  ///   controller has identified by its key (Bluetooth Core, Vol 4, Part E, 7.7.65.2).
  init?(hci byte: UInt8?) {
    switch byte {
    case 0, 2: self = .public
    case 1, 3: self = .random
    default: return nil
    }
  }
}

extension DeviceAddress {
  /// Six bytes, lowest first, as in the kernel and in packets.
  package var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) } }
}

extension RawSpan {
  /// An address and its type; `nil` if the bytes end or the type is that of classic Bluetooth.
  func leAddress(at offset: Int) -> LEAddress? {
    guard let address = deviceAddress(at: offset), let type = uint8(at: offset + 6).flatMap(LEAddressType.init) else {
      return nil
    }
    return LEAddress(address, type)
  }
}

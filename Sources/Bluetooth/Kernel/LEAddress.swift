import Readings

/// Which kind of address a device uses, as the kernel numbers them.
package enum LEAddressType: UInt8, Sendable, Hashable {
  /// Given by the manufacturer.
  case `public` = 1
  /// Chosen by the device: fixed, or changing with time.
  case random = 2
}

/// A device as the kernel names it: two devices may have the same address and another type.
package struct LEAddress: Hashable, Sendable, CustomStringConvertible {
  /// The 48 bits.
  package let address: DeviceAddress
  package let type: LEAddressType

  package init(_ address: DeviceAddress, _ type: LEAddressType) {
    self.address = address
    self.type = type
  }

  /// As it is printed, without its kind.
  package var description: String { address.description }

  /// Whether the device keeps it: a public address, or a random one that is static, whose two highest bits are set. Any
  /// other random address changes every few minutes (Core, Vol 6, Part B, 1.3.2).
  package var isLasting: Bool { type == .public || address.value >> 46 == 0b11 }

  /// Six bytes, lowest first, and the kind: how every management structure begins.
  var bytes: [UInt8] { address.bytes + [type.rawValue] }
}

extension LEAddressType {
  /// - Parameter byte: as HCI events number it: 0 public, 1 random, and 2 and 3 the same of a device that the controller
  ///   has recognised by its key (Core, Vol 4, Part E, 7.7.65.2).
  init?(hci byte: UInt8?) {
    switch byte {
    case 0, 2: self = .public
    case 1, 3: self = .random
    default: return nil
    }
  }
}

extension DeviceAddress {
  /// Six bytes, lowest first, as the kernel and the air have them.
  package var bytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) } }
}

extension RawSpan {
  /// An address and its kind; `nil` where the bytes end or the kind is that of classic Bluetooth.
  func leAddress(at offset: Int) -> LEAddress? {
    guard let address = deviceAddress(at: offset), let type = uint8(at: offset + 6).flatMap(LEAddressType.init) else {
      return nil
    }
    return LEAddress(address, type)
  }
}

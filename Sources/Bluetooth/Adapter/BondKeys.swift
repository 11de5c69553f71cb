import Readings

/// The key with which a paired device and this box encrypt their connection. The kernel loses it when it restarts.
package struct LongTermKey: Sendable, Equatable, Codable {
  package let device: LEAddress
  /// The rest of the management structure, after the address: type of key, role, size, diversifier, random number and
  /// key.
  let rest: [UInt8]

  static let restSize = 29

  var bytes: [UInt8] { device.bytes + rest }

  init(device: LEAddress, rest: [UInt8]) {
    self.device = device
    self.rest = rest
  }

  /// Reads a stored key.
  /// - Throws: if it has the wrong size, because the kernel would refuse it together with all others.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    device = try container.decode(LEAddress.self, forKey: .device)
    rest = try container.bytes(Self.restSize, forKey: .rest)
  }

  /// Whether a passkey was compared when it was made: types 1 and 3 of the management structure (Bluetooth 4.0 and
  /// Secure Connections).
  package var isAuthenticated: Bool { rest.first.map { $0 == 1 || $0 == 3 } ?? false }
}

/// The key that identifies a device with changing addresses.
package struct IdentityKey: Sendable, Equatable, Codable {
  package let device: LEAddress
  /// 16 bytes, lowest first.
  package let key: [UInt8]

  static let keySize = 16

  var bytes: [UInt8] { device.bytes + key }

  init(device: LEAddress, key: [UInt8]) {
    self.device = device
    self.key = key
  }

  /// Reads a stored key.
  /// - Throws: if it has the wrong size, because the kernel would refuse it together with all others.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    device = try container.decode(LEAddress.self, forKey: .device)
    key = try container.bytes(Self.keySize, forKey: .key)
  }
}

extension KeyedDecodingContainer {
  /// Reads exactly this number of bytes.
  fileprivate func bytes(_ count: Int, forKey key: Key) throws -> [UInt8] {
    let bytes = try decode([UInt8].self, forKey: key)
    guard bytes.count == count else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "the key has the wrong size")
    }
    return bytes
  }
}

package struct Bonds: Sendable, Equatable, Codable {
  package private(set) var longTermKeys: [LongTermKey]
  package private(set) var identityKeys: [IdentityKey]

  package init() { (longTermKeys, identityKeys) = ([], []) }

  package var devices: [LEAddress] {
    var seen: [LEAddress] = []
    for device in longTermKeys.map(\.device) + identityKeys.map(\.device) where !seen.contains(device) {
      seen.append(device)
    }
    return seen
  }

  /// Replaces all keys of these devices with those of a new pairing.
  package mutating func add(_ longTermKeys: [LongTermKey], _ identityKeys: [IdentityKey]) {
    for device in longTermKeys.map(\.device) + identityKeys.map(\.device) { remove(device.address) }
    self.longTermKeys += longTermKeys
    // A key of zeros means that the device never changes its address.
    self.identityKeys += identityKeys.filter { $0.key.contains { $0 != 0 } }
  }

  package mutating func remove(_ address: DeviceAddress) {
    longTermKeys.removeAll { $0.device.address == address }
    identityKeys.removeAll { $0.device.address == address }
  }

  package func security(for device: LEAddress) -> LinkSecurity {
    let keys = longTermKeys.filter { $0.device == device }
    if keys.contains(where: \.isAuthenticated) { return .authenticated }
    return keys.isEmpty ? .none : .encrypted
  }
}

/// The security of a connection, as the kernel numbers it (BT_SECURITY).
package enum LinkSecurity: UInt8, Sendable {
  /// No encryption is requested.
  case none = 0
  case encrypted = 2
  /// Encrypted with a key for which a passkey was compared.
  case authenticated = 3
}

extension LEAddress: Codable {
  private enum Key: CodingKey { case address, type }

  /// Reads what ``encode(to:)`` wrote.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let text = try container.decode(String.self, forKey: .address)
    guard let address = DeviceAddress(text),
      let type = LEAddressType(rawValue: try container.decode(UInt8.self, forKey: .type))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .address, in: container, debugDescription: "not an address: \(text)")
    }
    self.init(address, type)
  }

  /// The address as text, and the type as the kernel's number.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(address.description, forKey: .address)
    try container.encode(type.rawValue, forKey: .type)
  }
}

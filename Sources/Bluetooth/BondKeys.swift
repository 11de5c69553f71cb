import Readings

/// A key with which a paired device and this box encrypt their connection. The kernel forgets it when it restarts.
public struct LongTermKey: Sendable, Equatable, Codable {
  /// Whose.
  public let device: LEAddress
  /// The management structure behind the address: kind of key, role, size, diversifier, random number and key.
  let rest: [UInt8]

  static let restSize = 29

  var bytes: [UInt8] { device.bytes + rest }
}

/// The key by which a device that changes its address is recognised.
public struct IdentityKey: Sendable, Equatable, Codable {
  /// Whose.
  public let device: LEAddress
  /// 16 bytes.
  let key: [UInt8]

  static let keySize = 16

  var bytes: [UInt8] { device.bytes + key }
}

extension LEAddress: Codable {
  private enum Key: CodingKey { case address, type }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let text = try container.decode(String.self, forKey: .address)
    guard let address = DeviceAddress(text),
      let type = LEAddressType(rawValue: try container.decode(UInt8.self, forKey: .type))
    else {
      throw DecodingError.dataCorruptedError(forKey: .address, in: container, debugDescription: "no address: \(text)")
    }
    self.init(address, type)
  }

  /// The address as text and the kind as the kernel's number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(address.description, forKey: .address)
    try container.encode(type.rawValue, forKey: .type)
  }
}

import Bluetooth
import FoundationEssentials
import Readings
import SensorProtocols

/// Why one line of JSON is not what was asked for.
public struct InputError: Error, Sendable, Equatable {
  /// A stable word for programs.
  public let code: String
  /// What is wrong and what to give instead.
  public let message: String
}

/// Raw bytes of a sensor, as a line of `decode`'s input or of a timeline gives them.
public struct SensorInput: Decodable, Sendable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case advertisement = "adv_hex"
    case scanResponse = "scan_response_hex"
    case address, characteristic, hex
    case bindKey = "bindkey"
    // Hints, which may be anything: what they say is not needed to read the bytes.
    case rssi
    case service = "service_uuid"
  }

  let advertisement: String?
  let scanResponse: String?
  let address: String?
  let characteristic: String?
  let hex: String?
  let bindKey: String?
  let rssi: Int8?

  /// Reads the fields; the ones that are hints are passed over where they are not what was expected.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
    advertisement = try text(.advertisement)
    scanResponse = try text(.scanResponse)
    address = try text(.address)
    characteristic = try text(.characteristic)
    hex = try text(.hex)
    bindKey = try text(.bindKey)
    rssi = try? container.decodeIfPresent(Int8.self, forKey: .rssi)
  }

  /// Whether it holds anything that is about a sensor's bytes.
  var isAnything: Bool { [advertisement, scanResponse, characteristic, hex].contains { $0 != nil } }

  /// What the bytes are of.
  public enum Content: Sendable {
    /// An advertisement and its scan response.
    case advertisement(data: [UInt8], scanResponse: [UInt8])
    /// The value of a characteristic.
    case attributeValue(characteristic: BluetoothUUID, data: [UInt8])
  }

  /// Reads one line.
  public init(line: String) throws(InputError) { self = try Self.decode(line) }

  /// Reads one JSON object of any kind, with a sentence for a person where that fails.
  static func decode<Value: Decodable>(_ line: String) throws(InputError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(line.utf8))
    } catch let error as InputError {
      throw error
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw InputError(
        code: "bad-field", message: key.isEmpty ? "not a JSON object" : "\(key) has a wrong type of value")
    } catch DecodingError.keyNotFound(let key, _) {
      throw InputError(code: "missing-field", message: "\(key.stringValue) is missing")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw InputError(code: "bad-field", message: "\(key) is out of range")
    } catch {
      throw InputError(code: "bad-json", message: "not a JSON object on one line")
    }
  }

  /// The bytes and what they are of.
  public func content() throws(InputError) -> Content {
    if advertisement != nil || scanResponse != nil {
      return .advertisement(
        data: try Self.bytes(advertisement ?? "", key: "adv_hex"),
        scanResponse: try Self.bytes(scanResponse ?? "", key: "scan_response_hex"))
    }
    guard let hex else {
      throw InputError(code: "missing-field", message: "give adv_hex, or characteristic and hex")
    }
    guard let characteristic else {
      throw InputError(code: "missing-field", message: "hex needs the characteristic that it is the value of")
    }
    guard let uuid = BluetoothUUID(characteristic) else {
      throw InputError(
        code: "bad-uuid", message: "characteristic \(characteristic) is no 16-bit or 128-bit Bluetooth UUID")
    }
    return .attributeValue(characteristic: uuid, data: try Self.bytes(hex, key: "hex"))
  }

  /// What the owner knows of the sensor. An address that is no address matters only where something is encrypted, and is
  /// missing there.
  public func hints() throws(InputError) -> DecodingHints {
    var hints = DecodingHints(address: address.flatMap { DeviceAddress($0) })
    if let bindKey {
      guard let key = BindKey(bindKey) else {
        throw InputError(code: "bad-bindkey", message: "bindkey needs 32 hexadecimal digits")
      }
      hints.bindKey = key
    }
    return hints
  }

  /// What the radio would have reported, at an address that must be given.
  func report() throws(InputError) -> RadioReport {
    guard let address else {
      throw InputError(code: "missing-field", message: "address is missing, such as C0:FF:EE:00:00:01")
    }
    guard let device = DeviceAddress(address) else {
      throw InputError(code: "bad-address", message: "address \(address) is not of the form C0:FF:EE:00:00:01")
    }
    switch try content() {
    case .advertisement(let data, let scanResponse):
      return .advertisement(
        Advertisement(
          address: device, rssi: rssi, data: data, scanResponse: scanResponse))
    case .attributeValue(let characteristic, let data):
      return .attributeValue(AttributeValue(address: device, characteristic: characteristic, data: data))
    }
  }

  private static func bytes(_ hex: String, key: String) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.utf8.count / 2)
    var high: UInt8?
    for (offset, character) in hex.utf8.enumerated() {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
      default:
        throw InputError(code: "bad-hex", message: "\(key) has something other than a hex digit at position \(offset)")
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else { throw InputError(code: "bad-hex", message: "\(key) has an odd number of hex digits") }
    return bytes
  }
}

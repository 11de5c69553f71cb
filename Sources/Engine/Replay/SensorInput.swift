import Bluetooth
import FoundationEssentials
import Readings
import SensorProtocols

package struct InputError: Error, Sendable, Equatable {
  package let code: String
  /// What is wrong and what to write instead.
  package let message: String

  package static let tooLong = InputError(
    code: "too-long",
    message:
      "the line is longer than 64 kB (\(SensorInput.longestLine) bytes); give one message of a sensor on each line"
  )
}

/// The raw bytes of one message of a sensor, from a line of `decode`'s input or of a timeline. Input is untrusted:
/// every error is an ``InputError``.
package struct SensorInput: Decodable, Sendable {
  /// The largest length of a line in bytes, without its end. An advertisement has at most 1,650 bytes and the value of
  /// a characteristic 512 (Bluetooth Core, Vol 4, Part E, 7.7.65.13, and Vol 3, Part F, 3.2.9). In hex, with a scan
  /// response and a comment, that is a tenth of this limit.
  package static let longestLine = 1 << 16

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case advertisement = "adv_hex"
    case scanResponse = "scan_response_hex"
    case address, rssi, characteristic, hex
    case bindKey = "bindkey"
    // Hints only: the UUID of the characteristic says what the bytes are, and they are read without the address type.
    case addressType = "address_type"
    case service = "service_uuid"
  }

  package let advertisement: String?
  package let scanResponse: String?
  package let address: DeviceAddress?
  package let characteristic: String?
  package let hex: String?
  package let bindKey: String?
  package let rssi: Int8?
  package let addressType: String?

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
    advertisement = try text(.advertisement)
    scanResponse = try text(.scanResponse)
    address = try text(.address).map { try Self.address($0) }
    characteristic = try text(.characteristic)
    hex = try text(.hex)
    bindKey = try text(.bindKey)
    rssi = try Self.rssi(in: container)
    addressType = try? container.decodeIfPresent(String.self, forKey: .addressType)
  }

  private static func address(_ text: String) throws(InputError) -> DeviceAddress {
    guard let address = DeviceAddress(text) else {
      throw InputError(
        code: "bad-address", message: "address \(shortened(text)) is not of the form C0:FF:EE:00:00:01")
    }
    return address
  }

  /// What a controller can report in dBm, and what it reports if it has not measured (Bluetooth Core, Vol 4, Part E,
  /// 7.7.65.2).
  private static let reportableRSSI: ClosedRange<Int8> = -127...20
  private static let unmeasuredRSSI: Int8 = 127

  private static func rssi(in container: KeyedDecodingContainer<CodingKeys>) throws(InputError) -> Int8? {
    let rssi: Int8??
    do { rssi = try container.decodeIfPresent(Int8.self, forKey: .rssi) } catch { rssi = .none }
    switch rssi {
    case .some(.none), unmeasuredRSSI: return nil
    case .some(.some(let rssi)) where reportableRSSI.contains(rssi): return rssi
    default:
      throw InputError(
        code: "bad-rssi",
        message: "rssi must be a whole number of dBm from -127 to 20, or 127 if it was not measured")
    }
  }

  /// The beginning of a text, enough to recognise it.
  private static func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

  package var isAnything: Bool { [advertisement, scanResponse, characteristic, hex].contains { $0 != nil } }

  package enum Content: Sendable {
    case advertisement(data: [UInt8], scanResponse: [UInt8])
    case attributeValue(characteristic: BluetoothUUID, data: [UInt8])
  }

  package init(line: String) throws(InputError) { self = try Self.decode(line) }

  /// Reads one JSON object of any type. An error says what is wrong in a sentence.
  package static func decode<Value: Decodable>(_ line: String) throws(InputError) -> Value {
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

  package func content() throws(InputError) -> Content {
    if advertisement != nil || scanResponse != nil {
      return .advertisement(
        data: try Self.bytes(advertisement ?? "", key: "adv_hex"),
        scanResponse: try Self.bytes(scanResponse ?? "", key: "scan_response_hex"))
    }
    guard let hex else {
      throw InputError(code: "missing-field", message: "give adv_hex, or characteristic and hex")
    }
    guard let characteristic else {
      throw InputError(code: "missing-field", message: "hex needs a characteristic: give its UUID")
    }
    guard let uuid = BluetoothUUID(characteristic) else {
      throw InputError(
        code: "bad-uuid",
        message: "characteristic \(Self.shortened(characteristic)) is not a 16-bit or 128-bit Bluetooth UUID")
    }
    return .attributeValue(characteristic: uuid, data: try Self.bytes(hex, key: "hex"))
  }

  /// What the decoder should know about the sensor.
  /// - Parameter shown: the models that addresses have shown before.
  package func hints(_ shown: ShownKinds) throws(InputError) -> DecodingHints {
    var hints = DecodingHints(address: address, knownAs: address.flatMap { shown[$0] })
    if let bindKey {
      guard let key = BindKey(bindKey) else {
        throw InputError(code: "bad-bindkey", message: "bindkey needs 32 hexadecimal digits")
      }
      hints.bindKey = key
    }
    return hints
  }

  /// The same as the radio would report. The address must be given.
  package func report() throws(InputError) -> RadioReport {
    guard let address else {
      throw InputError(code: "missing-field", message: "address is missing, such as C0:FF:EE:00:00:01")
    }
    switch try content() {
    case .advertisement(let data, let scanResponse):
      return .advertisement(
        Advertisement(
          address: address, rssi: rssi, data: data, scanResponse: scanResponse, addressType: try addressKind()))
    case .attributeValue(let characteristic, let data):
      return .attributeValue(
        AttributeValue(address: address, characteristic: characteristic, data: data, rssi: rssi))
    }
  }

  private func addressKind() throws(InputError) -> LEAddressType? {
    switch addressType {
    case nil: return nil
    case "public": return .public
    case "random": return .random
    case .some(let text):
      throw InputError(
        code: "bad-address-type", message: "address_type \(Self.shortened(text)) is not one of public, random")
    }
  }

  /// Reads hex digits. Blanks and colons may separate bytes, and 0x may precede them.
  private static func bytes(_ hex: String, key: String) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.utf8.count / 2)
    for part in Array(hex.utf8).split(whereSeparator: { " \t\r\n:".utf8.contains($0) }) {
      let isMarked = part.starts(with: "0x".utf8) || part.starts(with: "0X".utf8)
      let digits = isMarked ? part.dropFirst(2) : part
      guard !digits.isEmpty else {
        throw InputError(
          code: "bad-hex", message: "\(key) has no hex digits after the 0x at position \(part.startIndex)")
      }
      var high: UInt8?
      for (offset, character) in zip(digits.indices, digits) {
        guard let digit = digit(character) else {
          throw InputError(
            code: "bad-hex", message: "\(key) has something other than a hex digit at position \(offset)")
        }
        if let first = high { bytes.append(first << 4 | digit) }
        high = high == nil ? digit : nil
      }
      guard high == nil else {
        throw InputError(
          code: "bad-hex", message: "\(key) has an odd number of hex digits from position \(digits.startIndex) on")
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

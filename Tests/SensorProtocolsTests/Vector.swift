import Foundation
import Readings
import SensorProtocols
import TestSupport
import Testing

/// One known sensor message and what it must decode to, as the files in `Vectors` hold them.
struct Vector: Decodable, Sendable, CustomTestStringConvertible {
  /// The bytes: an advertisement, or the value of a characteristic.
  struct Input: Decodable, Sendable {
    var adv_hex: String?
    var scan_response_hex: String?
    var address: String?
    var bindkey: String?
    var characteristic: String?
    var hex: String?
  }

  /// What a fact is worth.
  enum Value: Decodable, Sendable, Equatable {
    case absent
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([Double])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .absent
      } else if let truth = try? container.decode(Bool.self) {
        self = .truth(truth)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let list = try? container.decode([Double].self) {
        self = .list(list)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  let id: String
  let device: String
  let origin: String
  let source: String
  let note: String
  let input: Input
  let expected: [String: Value]

  var testDescription: String { "\(id) \(device)" }

  /// The vectors of one file.
  static func read(_ name: String) throws -> [Vector] {
    let file = try #require(Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"))
    return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
  }

  /// What the decoder makes of the bytes.
  func decoded() throws -> Reading? {
    if let text = input.adv_hex {
      let bytes = try #require(Hex.bytes(text))
      let response = try #require(Hex.bytes(input.scan_response_hex ?? ""))
      let hints = DecodingHints(
        address: input.address.flatMap { DeviceAddress($0) }, bindKey: input.bindkey.flatMap { BindKey($0) })
      return try decode(advertisement: bytes, scanResponse: response, hints: hints)
    }
    let bytes = try #require(input.hex.flatMap { Hex.bytes($0) })
    let characteristic = try #require(input.characteristic.flatMap { BluetoothUUID($0) })
    return try decode(characteristic, bytes)
  }
}

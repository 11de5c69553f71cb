import Readings
import SensorProtocols

/// One decoder that libFuzzer calls. Each has a run of its own, so that each gets its share of the time.
///
/// The first byte selects a key or characteristic of a family; the rest is the data that the sensor sends.
enum FuzzTarget {
  /// Any AD structures, as an advertisement and as its scan response.
  case structures
  /// AD structures of one family.
  case advertisement(SensorDecoder.FamilyEntry)
  /// Values of one family's characteristics.
  case value(SensorDecoder.FamilyEntry)
  /// Parts of the history that a sensor has stored.
  case history

  /// The target of this run; libFuzzer calls it from one thread only.
  nonisolated(unsafe) static var chosen = FuzzTarget.structures

  static let all: [FuzzTarget] =
    [.structures, .history]
    + SensorDecoder.entries.filter { !$0.companies.isEmpty || !$0.serviceData.isEmpty }.map { .advertisement($0) }
    + SensorDecoder.entries.filter { !$0.characteristics.isEmpty }.map { .value($0) }

  /// The characteristics that carry histories.
  private static let histories = [
    "f0cd2003-95da-4f4b-9ac8-aa55d312af0c", "f0cd2005-95da-4f4b-9ac8-aa55d312af0c",
    "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
  ].compactMap { BluetoothUUID($0) }

  /// The name and the keys that the first byte selects from, for the script that creates the first inputs.
  var line: String {
    switch self {
    case .structures: "structures"
    case .advertisement(let door):
      "advertisement-\(door.name) "
        + (door.companies.map { "company:\($0)" } + door.serviceData.map { "service:\($0)" }).joined(separator: " ")
    case .value(let door): "value-\(door.name) " + door.characteristics.map(\.description).joined(separator: " ")
    case .history: "history " + Self.histories.map(\.description).joined(separator: " ")
    }
  }

  var name: String { String(line.prefix { $0 != " " }) }

  /// Decodes the bytes. A trap ends the process, and so does a value that is not a finite number.
  func run(_ bytes: [UInt8]) {
    do {
      switch self {
      case .structures:
        check(try advertisement(bytes, []))
        check(try advertisement([], bytes))
        check(try advertisement(Array(bytes.prefix(bytes.count / 2)), Array(bytes.suffix(bytes.count / 2))))
      case .advertisement(let door):
        guard let choice = bytes.first else { return }
        let keys = door.companies.map { (UInt8(0xFF), $0) } + door.serviceData.map { (UInt8(0x16), $0) }
        let (type, key) = keys[Int(choice) % keys.count]
        let data = bytes.dropFirst().prefix(252)
        let structure = [UInt8(data.count + 3), type, UInt8(key & 0xFF), UInt8(key >> 8)] + data
        check(try advertisement(structure, []))
        check(try advertisement([2, 1, 6], structure))
      case .value(let door):
        guard let choice = bytes.first else { return }
        let characteristic = door.characteristics[Int(choice) % door.characteristics.count]
        let value = Array(bytes.dropFirst())
        check(try SensorDecoder.reading(characteristic: characteristic, value: value.span.bytes))
        _ = SensorDecoder.rrIntervals(characteristic: characteristic, value: value.span.bytes)
        // The same in pieces, as a sensor may cut it.
        var cut = CutFrames()
        for piece in [value.prefix(value.count / 3), value.dropFirst(value.count / 3)] {
          let joined = cut.joined(Array(piece), of: characteristic, from: DeviceAddress(value: 1))
          check(try SensorDecoder.reading(characteristic: characteristic, value: joined.span.bytes))
        }
      case .history:
        guard let choice = bytes.first else { return }
        let value = Array(bytes.dropFirst())
        _ = try SensorDecoder.history(
          characteristic: Self.histories[Int(choice) % Self.histories.count], value: value.span.bytes)
      }
    } catch let error as DecodeError {
      precondition(!error.message.isEmpty && !error.code.isEmpty)
    } catch {
      preconditionFailure("an error of another type")
    }
  }

  /// Decodes with a bind key and a kind that the address has shown, and then without both.
  private func advertisement(_ data: [UInt8], _ response: [UInt8]) throws -> Reading? {
    let hints = DecodingHints(
      address: DeviceAddress(value: 0x5448_E68F_80A5), bindKey: BindKey("231d39c1d7cc1ab1aee224cd096db932"),
      knownAs: .switchBotMeterProCO2)
    _ = try? SensorDecoder.reading(advertisement: data.span.bytes, scanResponse: response.span.bytes, hints: hints)
    return try SensorDecoder.reading(advertisement: data.span.bytes, scanResponse: response.span.bytes)
  }

  private func check(_ reading: Reading?) {
    guard let reading else { return }
    precondition(!reading.model.name.isEmpty)
    for quantity in Quantity.allCases {
      if let value = reading.measurements[quantity] { precondition(value.isFinite, "\(quantity) is not finite") }
    }
  }
}

import Readings
import SensorProtocols
import TestSupport
import Testing

/// Every known message, cut at every byte and with every bit of it turned, gives a reading or a typed error.
@Suite struct `Damaged vectors` {
  private static let families = Array(VectorTests.families.keys)

  private func decode(_ bytes: [UInt8], like vector: Vector) -> Reading? {
    do {
      if let characteristic = vector.input.characteristic.flatMap({ BluetoothUUID($0) }) {
        _ = try SensorDecoder.history(characteristic: characteristic, value: bytes.span.bytes)
        return try SensorDecoder.reading(characteristic: characteristic, value: bytes.span.bytes)
      }
      let hints = DecodingHints(
        address: vector.input.address.flatMap { DeviceAddress($0) },
        bindKey: vector.input.bindkey.flatMap { BindKey($0) }, knownAs: .switchBotMeterProCO2)
      _ = try? SensorDecoder.reading(advertisement: [UInt8]().span.bytes, scanResponse: bytes.span.bytes, hints: hints)
      return try SensorDecoder.reading(
        advertisement: bytes.span.bytes, scanResponse: [UInt8]().span.bytes, hints: hints)
    } catch {
      #expect(!error.message.isEmpty)
      return nil
    }
  }

  private func bytes(of vector: Vector) -> [UInt8] { Hex.bytes(vector.input.adv_hex ?? vector.input.hex ?? "") ?? [] }

  private func isSound(_ reading: Reading?) -> Bool {
    guard let reading else { return true }
    let percentages: [Quantity] = [.relativeHumidityPercent, .batteryPercent, .oxygenSaturationPercent]
    return percentages.allSatisfy { reading.measurements[$0].map { (0...100).contains($0) } ?? true }
      && Quantity.allCases.allSatisfy { reading.measurements[$0]?.isFinite ?? true }
  }

  @Test(arguments: families) func `cut at every byte`(family: String) throws {
    for vector in try Vector.read(family) {
      let whole = bytes(of: vector)
      #expect(!whole.isEmpty)
      for count in 0..<whole.count where !isSound(decode(Array(whole.prefix(count)), like: vector)) {
        Issue.record("\(vector.id) cut to \(count) bytes")
      }
    }
  }

  @Test(arguments: families) func `with every bit turned`(family: String) throws {
    for vector in try Vector.read(family) {
      let whole = bytes(of: vector)
      for bit in 0..<whole.count * 8 {
        var damaged = whole
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        if !isSound(decode(damaged, like: vector)) { Issue.record("\(vector.id) with bit \(bit) turned") }
      }
    }
  }
}

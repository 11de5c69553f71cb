import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `BTHome` {
  private func reading(_ service: UInt16, _ hex: String) throws -> Reading {
    var data: [UInt8] = [UInt8(service & 0xFF), UInt8(service >> 8)]
    data += try #require(Hex.bytes(hex))
    let structure = [UInt8(data.count + 1), 0x16] + data
    return try #require(try decode(advertisement: AdvertisementEncoder.flags + structure))
  }

  @Test func `temperatures below zero are read in all four forms`() throws {
    #expect(try reading(0xFCD2, "40 02 CCFF").measurements[.temperatureCelsius] == -0.52)
    #expect(try reading(0xFCD2, "40 45 F5FE").measurements[.temperatureCelsius] == -26.7)
    #expect(try reading(0xFCD2, "40 57 EA").measurements[.temperatureCelsius] == -22)
    #expect(try reading(0xFCD2, "40 58 EA").measurements[.temperatureCelsius] == -7.7)
  }

  @Test func `what stands before an unknown object counts`() throws {
    let reading = try reading(0xFCD2, "40 12 E204 EE 0102 03BF13")
    #expect(reading.measurements[.co2PartsPerMillion] == 1_250)
    #expect(reading.measurements[.relativeHumidityPercent] == nil)
    #expect(reading.model == .bthomeCO2)
  }

  @Test func `a detector of carbon monoxide reports yes or no, and is watched for that`() throws {
    let quiet = try reading(0xFCD2, "40 00 07 01 5A 17 00")
    #expect(quiet.measurements[.carbonMonoxideDetected] == 0)
    #expect(quiet.model == .bthomeCO)
    #expect(try reading(0xFCD2, "40 17 01").measurements[.carbonMonoxideDetected] == 1)
    #expect(try reading(0xFCD2, "40 02CA09 16 01").model == .bthome)
  }

  @Test func `text, raw bytes and commands are passed over`() throws {
    let reading = try reading(0xFCD2, "40 53 03 414243 54 02 FFFF 3B 02 01 AABB 12 E204")
    #expect(reading.measurements[.co2PartsPerMillion] == 1_250)
  }

  @Test func `an object that is cut off is absent`() throws {
    #expect(try reading(0xFCD2, "40 02CA09 12E2").measurements[.co2PartsPerMillion] == nil)
  }

  @Test func `version 1 has numbers with and without a sign and floats of three sizes`() throws {
    #expect(try reading(0x181C, "23 02 CCFF").measurements[.temperatureCelsius] == -0.52)
    #expect(try reading(0x181C, "03 12 E204").measurements[.co2PartsPerMillion] == 1_250)
    // 2506 hundredths of a degree, as half, single and double precision.
    #expect(try reading(0x181C, "43 02 E568").measurements[.temperatureCelsius] == 25.06)
    #expect(try reading(0x181C, "45 02 00A01C45").measurements[.temperatureCelsius] == 25.06)
    #expect(try reading(0x181C, "49 02 000000000094A340").measurements[.temperatureCelsius] == 25.06)
  }

  @Test func `in version 1 an address and a text measure nothing and hide nothing`() throws {
    let reading = try reading(0x181C, "86 A6808FE64854 64 02414243 23 02 CA09")
    #expect(reading.measurements[.temperatureCelsius] == 25.06)
  }

  @Test func `with another key it is an error that says so`() throws {
    let bytes = try #require(Hex.bytes("1216d2fc41a47266c95f730011223378237214"))
    let hints = DecodingHints(
      address: DeviceAddress("54:48:E6:8F:80:A5"), bindKey: BindKey("00000000000000000000000000000000"))
    #expect(throws: DecodeError.self) { try decode(advertisement: bytes, hints: hints) }
  }

  @Test func `with the flag of a device that sends on events is a kind of its own, which is no watch`() throws {
    func model(_ hex: String) throws -> SensorModel? {
      let bytes = try #require(Hex.bytes(hex))
      return try decode(advertisement: bytes)?.model
    }
    #expect(try model("0a16d2fc44000101641700") == .bthomeCOOnEvents)
    #expect(try model("0716d2fc4402ca09") == .bthomeOnEvents)
    #expect(try model("0716d2fc4402ca09") != model("0716d2fc4002ca09"))
    for model in [SensorModel.bthomeOnEvents, .bthomeCOOnEvents] {
      #expect(Catalogue.entry(for: model).sendsOnEvents)
    }
  }

  /// What the guard says of counters in turn: `nil` for one that counts, else how many were refused in a row.
  private func refusals(_ counters: [UInt32]) -> [Int?] {
    var replay = BTHomeReplayGuard()
    return counters.map { if case .refused(let messages) = replay.judge($0) { messages } else { nil } }
  }

  @Test func `one message of an old recording is refused, however often and however low`() {
    #expect(refusals([500, 501, 501, 400, 400, 400, 400, 502]) == [nil, nil, nil, 1, 1, 1, 1, nil])
    #expect(refusals([500, 7, 7, 7, 7, 7]) == [nil, 1, 1, 1, 1, 1])
  }

  @Test func `three messages that rise after a lower counter are a restarted sensor`() {
    #expect(refusals([40_000, 0, 0, 1, 1, 2, 3, 3]) == [nil, 1, 1, 2, 2, nil, nil, nil])
    // Some of them may be lost.
    #expect(refusals([40_000, 100, 104, 130]) == [nil, 1, 2, nil])
  }

  @Test func `messages that do not rise, or that the sensor sends between, are none`() {
    #expect(refusals([500, 300, 200, 100, 90]) == [nil, 1, 1, 1, 1])
    #expect(refusals([500, 300, 301, 501, 302, 303, 502]) == [nil, 1, 2, nil, 1, 2, nil])
  }

  @Test func `a counter of 16 or 32 bits that wraps goes on`() {
    #expect(refusals([65_534, 65_535, 0, 1]) == [nil, nil, nil, nil])
    #expect(refusals([65_500, 200]) == [nil, nil])
    #expect(refusals([65_279, 0]) == [nil, 1])
    #expect(refusals([65_535, 256]) == [nil, 1])
    #expect(refusals([.max, 0, 1, 2]) == [nil, 1, 2, nil])
  }
}

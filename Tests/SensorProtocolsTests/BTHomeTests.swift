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

  @Test func `an old recording is refused, a restart and a repetition are not`() {
    var replay = BTHomeReplayGuard()
    let accepted = [500, 501, 501, 400, 99, 100].map { replay.accepts($0) }
    #expect(accepted == [true, true, true, false, true, true])
  }
}

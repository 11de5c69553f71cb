import Readings
import TestSupport
import Testing

/// An Aranet4 that takes no measurement sets flags in its values.
struct Aranet4AbsentValueTests {
  /// What the 13-byte characteristic says for a sensor that measures everything, with some bytes put in place.
  private func reading(_ bytes: [UInt8], at offset: Int) throws -> Reading {
    var value = Aranet4Encoder.value(.aranet4(), isDetailed: true)
    value.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return try #require(try decode(Aranet4Encoder.currentReadingsDetailed, value))
  }

  private func expectAbsent(_ absent: Quantity, in reading: Reading) {
    for quantity in [
      Quantity.co2PartsPerMillion, .temperatureCelsius, .pressureHectopascals, .relativeHumidityPercent,
      .batteryPercent,
    ] {
      #expect((reading.measurements[quantity] == nil) == (quantity == absent), "\(quantity)")
    }
  }

  @Test(arguments: [0x8000, 0x80FF, 0x8258, 0xFFFF] as [UInt16])
  func `CO2 with bit 15 is absent`(raw: UInt16) throws {
    expectAbsent(.co2PartsPerMillion, in: try reading([UInt8(raw & 0xFF), UInt8(raw >> 8)], at: 0))
  }

  @Test func `the highest CO2 without bit 15 is a value`() throws {
    #expect(try reading([0xFF, 0x7F], at: 0).measurements[.co2PartsPerMillion] == 32767)
  }

  @Test(arguments: [0x4000, 0x41AE, 0x7FFF, 0xFFFF] as [UInt16])
  func `temperature with bit 14 is absent`(raw: UInt16) throws {
    expectAbsent(.temperatureCelsius, in: try reading([UInt8(raw & 0xFF), UInt8(raw >> 8)], at: 2))
  }

  @Test func `the highest temperature without bit 14 is a value`() throws {
    #expect(try reading([0xFF, 0x3F], at: 2).measurements[.temperatureCelsius] == 819.15)
  }

  @Test(arguments: [0x8000, 0xA794, 0xFFFF] as [UInt16])
  func `pressure with bit 15 is absent`(raw: UInt16) throws {
    expectAbsent(.pressureHectopascals, in: try reading([UInt8(raw & 0xFF), UInt8(raw >> 8)], at: 4))
  }

  @Test(arguments: [101, 128, 255] as [UInt8])
  func `a humidity above 100 percent is absent`(raw: UInt8) throws {
    expectAbsent(.relativeHumidityPercent, in: try reading([raw], at: 6))
  }

  @Test(arguments: [101, 255] as [UInt8])
  func `a battery above 100 percent is absent`(raw: UInt8) throws {
    expectAbsent(.batteryPercent, in: try reading([raw], at: 7))
  }

  @Test(arguments: [0, 100] as [UInt8])
  func `0 and 100 percent of humidity are values`(raw: UInt8) throws {
    #expect(try reading([raw], at: 6).measurements[.relativeHumidityPercent] == Double(raw))
  }

  @Test func `a status that is not known is absent`() throws {
    #expect(try reading([4], at: 8).status == nil)
    #expect(try reading([3], at: 8).status == .red)
  }
}

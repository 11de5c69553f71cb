import Readings
import SensorProtocols
import TestSupport
import Testing

/// Advertisements whose AD structures do not end where they say.
struct CutAdvertisementTests {
  private let sensor = Aranet4Encoder.advertisement(.aranet4(co2: 600))

  @Test func `a cut structure behind a good sensor leaves the reading`() throws {
    #expect(try decode(advertisement: sensor + [0x09, 0x09, 0x41])?.measurements[.co2PartsPerMillion] == 600)
  }

  @Test func `a cut structure before a sensor is an error that says where`() {
    // Its length swallows the sensor and more.
    let cut: [UInt8] = [0x40, 0x09, 0x41]
    let expected = DecodeError(
      .truncatedStructure(offset: 0, claimed: 0x40, left: cut.count + sensor.count - 1), in: .advertisingData)
    #expect(throws: expected) { try decode(advertisement: cut + sensor) }
  }

  @Test func `a sensor's own structure that is cut anywhere is an error`() {
    let header = AdvertisementEncoder.flags.count
    for count in header + 1..<sensor.count {
      #expect(throws: DecodeError.self, "\(count) bytes") { try decode(advertisement: Array(sensor.prefix(count))) }
    }
  }

  @Test func `a length alone at the end is an error`() {
    #expect(throws: DecodeError(.truncatedStructure(offset: 3, claimed: 5, left: 0), in: .advertisingData)) {
      try decode(advertisement: AdvertisementEncoder.flags + [0x05])
    }
  }

  @Test func `zeros at the end are padding`() throws {
    #expect(try decode(advertisement: sensor + [0, 0, 0])?.measurements[.co2PartsPerMillion] == 600)
    #expect(try decode(advertisement: AdvertisementEncoder.flags + [0, 0, 0]) == nil)
  }

  @Test func `nothing at all is no sensor and no error`() throws {
    #expect(try decode(advertisement: []) == nil)
  }
}

import Readings
import SensorProtocols
import TestSupport
import Testing

/// What an Aranet4's advertisement is worth besides its values.
struct Aranet4AdvertisementTests {
  private func reading(payload: [UInt8]) throws(DecodeError) -> Reading? {
    try decode(advertisement: AdvertisementEncoder.manufacturer(Aranet4Encoder.company, payload))
  }

  @Test func `an Aranet4 whose owner allows no integration gives no value`() throws {
    let reading = try #require(try decode(advertisement: Aranet4Encoder.advertisement(.aranet4WithoutIntegration())))
    #expect(reading.model == .aranet4)
    #expect(reading.measurements.isEmpty)
    #expect(reading.device?.integrationsEnabled == false)
  }

  @Test func `values that stand there without bit 5 are not read`() throws {
    var payload = Aranet4Encoder.manufacturerData(.aranet4(co2: 600))
    payload[0] &= ~0x20
    let reading = try #require(try reading(payload: payload))
    #expect(reading.measurements.isEmpty)
    #expect(reading.ageSeconds == nil)
    #expect(reading.counter == nil)
  }

  @Test func `bit 5 without room for values gives no value`() throws {
    let reading = try #require(try reading(payload: [0x21, 0x0E, 0x04, 0x01, 0x00, 0x06, 0x0F]))
    #expect(reading.device?.integrationsEnabled == true)
    #expect(reading.measurements.isEmpty)
  }

  @Test func `21 bytes hold a reading without a counter`() throws {
    let payload = Aranet4Encoder.manufacturerData(.aranet4(co2: 600, ageSeconds: 7, counter: 9))
    let reading = try #require(try reading(payload: Array(payload.dropLast())))
    #expect(reading.measurements[.co2PartsPerMillion] == 600)
    #expect(reading.ageSeconds == 7)
    #expect(reading.counter == nil)
  }

  @Test func `bytes that a later firmware may append do no harm`() throws {
    let payload = Aranet4Encoder.manufacturerData(.aranet4(co2: 600, counter: 9))
    #expect(try reading(payload: payload + [1, 2, 3])?.measurements[.co2PartsPerMillion] == 600)
    #expect(try reading(payload: payload + [1, 2])?.counter == 9)
  }

  @Test(arguments: [(1, SensorModel.aranet2), (2, .aranetRadiation), (3, .aranetRadon)] as [(UInt8, SensorModel)])
  func `24 bytes that begin with the type of another Aranet are that model's`(type: UInt8, model: SensorModel) throws {
    #expect(try reading(payload: [type] + [UInt8](repeating: 0x21, count: 23))?.model == model)
  }

  @Test func `an Aranet2 without its counter is one, and a shorter one is an error`() throws {
    let payload: [UInt8] = [
      0x01, 0x21, 4, 4, 1, 0, 0, 0, 0, 0, 0xF0, 0x01, 0, 0, 0x0C, 0x02, 0, 0x4F, 0, 0x3C, 0, 1, 0, 9,
    ]
    for count in 23...24 {
      let reading = try reading(payload: Array(payload.prefix(count)))
      #expect(reading?.model == .aranet2)
      #expect(reading?.measurements[.temperatureCelsius] == 24.8)
      #expect(reading?.counter == (count == 24 ? 9 : nil))
    }
    #expect(throws: DecodeError.self) { try reading(payload: Array(payload.prefix(21))) }
  }

  @Test(arguments: Array(0...6) + Array(9...20))
  func `a length that no Aranet4 sends is an error`(count: Int) {
    let payload = Array(Aranet4Encoder.manufacturerData(.aranet4()).prefix(count))
    #expect(throws: DecodeError(.unexpectedLength(count), in: .aranet4Advertisement)) { try reading(payload: payload) }
  }

  @Test func `a sensor in the scan response counts`() throws {
    let reading = try decode(
      advertisement: AdvertisementEncoder.name("Aranet4 00523"),
      scanResponse: Aranet4Encoder.advertisement(.aranet4(co2: 600)))
    #expect(reading?.measurements[.co2PartsPerMillion] == 600)
  }

  @Test func `another company's data are unknown`() throws {
    let payload = Aranet4Encoder.manufacturerData(.aranet4())
    #expect(try decode(advertisement: AdvertisementEncoder.manufacturer(0x004C, payload)) == nil)
  }

  @Test func `a structure of one byte, too short for a company, is passed over`() throws {
    let reading = try decode(advertisement: [0x02, 0xFF, 0x02] + Aranet4Encoder.advertisement(.aranet4(co2: 600)))
    #expect(reading?.measurements[.co2PartsPerMillion] == 600)
  }
}

import Readings
import SensorProtocols
import TestSupport
import Testing

/// SwitchBot's meters without CO2.
@Suite struct `A SwitchBot meter without CO2` {
  private func reading(_ payload: String, type: String? = nil, knownAs model: SensorModel? = nil) throws -> Reading? {
    let bytes = AdvertisementEncoder.manufacturer(0x0969, try #require(Hex.bytes(payload)))
    let response = try #require(Hex.bytes(type.map { "06163dfd\($0)0050" } ?? ""))
    return try decode(advertisement: bytes, scanResponse: response, hints: DecodingHints(knownAs: model))
  }

  /// Fifteen bytes as a Meter Pro CO2 sends them.
  private static let payload = "b0e9fe543215 b7e4 07 9b a4 0037 02d5 00"

  /// Each type has two codes, and its highest bit may be set.
  @Test(arguments: [
    ("34", SensorModel.switchBotMeterPro), ("14", .switchBotMeterPro), ("b4", .switchBotMeterPro),
    ("54", .switchBotMeter), ("74", .switchBotMeter), ("69", .switchBotMeterPlus), ("49", .switchBotMeterPlus),
    ("77", .switchBotOutdoorMeter), ("57", .switchBotOutdoorMeter), ("d7", .switchBotOutdoorMeter),
  ])
  func `is known by its type, and never gives CO2`(type: String, model: SensorModel) throws {
    let reading = try #require(try reading(Self.payload, type: type))
    #expect(reading.model == model)
    #expect(reading.measurements[.temperatureCelsius] == 27.7)
    #expect(reading.measurements[.batteryPercent] == 80)
    #expect(reading.measurements[.co2PartsPerMillion] == nil)
    #expect(Catalogue.entry(for: model).mustShowKind)
  }

  @Test func `is read without its type once its address has shown it`() throws {
    let payload = "c76b0406155e ff02 03981f 00"
    #expect(try reading(payload) == nil)
    #expect(try reading(payload, knownAs: .aranet4) == nil)
    let reading = try #require(try reading(payload, knownAs: .switchBotOutdoorMeter))
    #expect(reading.measurements[.temperatureCelsius] == 24.3)
    #expect(reading.measurements[.batteryPercent] == nil)
  }

  /// A curtain, a contact, a motion sensor, a bot, a lock, a hub: of the same maker, as long as a meter's.
  @Test(arguments: ["63", "64", "73", "48", "6f", "76", "00"]) func `is no other type`(type: String) throws {
    #expect(try reading(Self.payload, type: type) == nil)
  }

  /// theengs/decoder @d6fdd20: with the name of a meter, and no type.
  @Test(arguments: ["aabbccddeeff4a0109962f", "aabbccddeeff4801009732"])
  func `is unknown by its name alone`(payload: String) throws {
    let bytes = AdvertisementEncoder.manufacturer(0x0969, try #require(Hex.bytes(payload)))
    #expect(try decode(advertisement: bytes, scanResponse: AdvertisementEncoder.name("WoSensorTHP")) == nil)
  }

  @Test func `at zero degrees below has no sign`() throws {
    let reading = try #require(try reading("c76b0406155e ff02 000032 00", type: "77"))
    #expect(reading.measurements[.temperatureCelsius]?.sign == .plus)
  }

  /// The Outdoor Meter and the Meter Pro have their values in the manufacturer data only.
  @Test func `has a battery alone in its service data, but for the Meter and the Meter Plus`() throws {
    func count(_ type: String) throws -> Int? {
      try decode(advertisement: #require(Hex.bytes("09163dfd\(type)0064059838")))?.measurements.count
    }
    #expect(try count("77") == 1)
    #expect(try count("34") == 1)
    #expect(try count("54") == 3)
    #expect(try count("69") == 3)
  }

  @Test func `of old firmware has its service data under another number`() throws {
    let bytes = try #require(Hex.bytes("0916000d540064059838"))
    let reading = try #require(try decode(advertisement: bytes))
    #expect(reading.model == .switchBotMeter)
    #expect(reading.measurements[.temperatureCelsius] == 24.5)
  }
}

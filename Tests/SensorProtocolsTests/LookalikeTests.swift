import Readings
import SensorProtocols
import TestSupport
import Testing

/// Advertisements of other devices that look like a sensor's: none of them is read.
@Suite struct `What only looks like a sensor` {
  private func manufacturer(_ company: UInt16, _ hex: String) throws -> [UInt8] {
    AdvertisementEncoder.manufacturer(company, try #require(Hex.bytes(hex)))
  }

  private func service(_ uuid: UInt16, _ hex: String) throws -> [UInt8] {
    let data = [UInt8(uuid & 0xFF), UInt8(uuid >> 8)] + (try #require(Hex.bytes(hex)))
    return AdvertisementEncoder.flags + [UInt8(data.count + 1), 0x16] + data
  }

  /// From sblibs/pySwitchbot, `test_adv_parser.py`: as long as a Meter Pro CO2's.
  @Test(arguments: [
    ("Plug Mini (EU)", "94a99054855e3fa1000004e600000000"), ("Relay Switch 1", "24587c08363647810000003100000000"),
    ("Relay Switch 2PM", "c04e30ddb9f28ac10000000000460000"), ("Lock Vision", "b0e9fe6fc9a60a00002e000c00000000"),
    ("Lock Vision Pro", "b0e9fee61a7103000033000c00000000"), ("Garage Door Opener", "24587c05424e0f000003000000000000"),
    ("Light Strip", "7c2c67c815266a52226c000000000000"), ("Weather Station", "aabbccddeeff0150069a230000000000"),
  ])
  func `another SwitchBot's manufacturer data`(device: String, hex: String) throws {
    #expect(try decode(advertisement: manufacturer(0x0969, hex)) == nil)
  }

  /// From Bluetooth-Devices/govee-ble, `test_parser.py`; the second with a battery of 10 %.
  @Test(arguments: [
    ("GV51085242", "010103c730640000"), ("GV51085242", "010103c7300a0000"), ("GV5112AC3D", "0101033d70640041"),
    ("GV5112AC3D", "0101034928640082"),
  ])
  func `a Govee thermometer, with its name or without`(name: String, hex: String) throws {
    let bytes = try manufacturer(0x0001, hex)
    #expect(try decode(advertisement: bytes) == nil)
    #expect(try decode(advertisement: bytes + AdvertisementEncoder.name(name)) == nil)
    #expect(try decode(advertisement: bytes, scanResponse: AdvertisementEncoder.name(name)) == nil)
  }

  @Test func `a Govee H5140 without its name`() throws {
    #expect(try decode(advertisement: manufacturer(0x0001, "0101031abc025800")) == nil)
  }

  /// The first four bytes are 72 as a floating-point number.
  @Test func `a watch of Movesense's company`() throws {
    let bytes = try manufacturer(0x009F, "00009042 0102")
    #expect(try decode(advertisement: bytes) == nil)
    #expect(try decode(advertisement: bytes, scanResponse: AdvertisementEncoder.name("Suunto 9")) == nil)
    let movesense = try decode(advertisement: bytes, scanResponse: AdvertisementEncoder.name("Movesense 1234"))
    #expect(movesense?.measurements[.heartRateBeatsPerMinute] == 72)
  }

  /// A charge of 200 %, 251 bpm.
  @Test(arguments: ["01c8063f", "016106fb"]) func `four bytes that no XOSS sends`(hex: String) throws {
    #expect(try decode(advertisement: manufacturer(0xFF04, hex)) == nil)
  }

  @Test(arguments: ["41", "6200a13e29bed4011a0227", "0001020304050607"])
  func `data under the letters T1 that do not name an INKBIRD`(hex: String) throws {
    #expect(try decode(advertisement: manufacturer(0x3154, hex)) == nil)
  }

  @Test(arguments: ["006200a13e29bed4011a02270267", "016200a13e29bed4011a0227026791"])
  func `data under the letters T2 of another length or begin`(hex: String) throws {
    #expect(try decode(advertisement: manufacturer(0x3254, hex)) == nil)
  }

  @Test(arguments: [UInt16(0xAA20), 0xAA21, 0xAA22]) func `a service as Relsib's with less or more`(uuid: UInt16) throws
  {
    let data = "84000000b20a200a15030080f04700c2eb0b010b0300"
    #expect(try decode(advertisement: service(uuid, String(data.dropLast(2)))) == nil)
    #expect(try decode(advertisement: service(uuid, data + "00")) == nil)
    #expect(try decode(advertisement: service(uuid, "0102")) == nil)
  }

  /// The byte of the one model, the length of the other.
  @Test func `an Air Mentor's number with the length of the other one`() throws {
    #expect(try decode(advertisement: manufacturer(0x6121, "02b8000300041b94")) == nil)
    #expect(try decode(advertisement: manufacturer(0x2121, "02b8000300041b9400126d01")) == nil)
  }

  /// Company 0xFFFF, which is not assigned: no CO2, and nothing where a value is none of a room's.
  @Test func `thirteen bytes as an Atmocube's without its name`() throws {
    let hex = "02 1010 6400 c800 f608 b811 880b"
    let named = try decode(advertisement: manufacturer(0xFFFF, hex) + AdvertisementEncoder.name("CUBE_12AB"))
    #expect(named?.measurements[.co2PartsPerMillion] == 2_952)
    let nameless = try decode(advertisement: manufacturer(0xFFFF, hex))
    #expect(nameless?.measurements[.co2PartsPerMillion] == nil)
    for strange in [
      "01 0000 0000 0000 0000 0000 0000", "02 1010 6400 c800 f608 b811 0000", "02 1010 c800 6400 f608 b811 880b",
      "02 1010 6400 c800 0070 b811 880b", "02 1010 6400 c800 f608 ff70 880b", "02 1010 6400 c800 ffff ffff 880b",
    ] {
      #expect(try decode(advertisement: manufacturer(0xFFFF, strange)) == nil, "\(strange)")
    }
  }

  /// The User Data Service has the UUID of BTHome's first version.
  @Test(arguments: ["03 12 E204 FF", "05 12 E204", "00", "E204"])
  func `user data that are no whole list of BTHome's objects`(hex: String) throws {
    #expect(try decode(advertisement: service(0x181C, hex)) == nil)
  }

  @Test func `a list that is longer than any advertisement is an error`() throws {
    let longest = AdvertisementEncoder.name(String(repeating: "x", count: 200))
    let list = Array(repeating: longest, count: 8).flatMap { $0 }
    #expect(try decode(advertisement: list) == nil)
    #expect(throws: DecodeError.self) { try decode(advertisement: list + longest) }
    #expect(throws: DecodeError.self) { try decode(advertisement: [], scanResponse: list + longest) }
  }
}

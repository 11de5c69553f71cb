import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Govee H5106` {
  private func reading(_ hex: String, name: String?) throws -> Reading? {
    let bytes = AdvertisementEncoder.manufacturer(0x0001, try #require(Hex.bytes(hex)))
    return try decode(advertisement: bytes + (name.map { AdvertisementEncoder.name($0) } ?? []))
  }

  @Test func `needs its name`() throws {
    #expect(try reading("01010ed2e431", name: nil) == nil)
    #expect(try reading("01010ed2e431", name: "GV5140303A") == nil)
    // From Bluetooth-Devices/govee-ble, another maker's device with the same company and service.
    #expect(try reading("01010b005864", name: "RZSS") == nil)
    #expect(try reading("01010ed2e431", name: "GVH5106_1234")?.measurements[.pm25MicrogramsPerCubicMetre] == 1)
  }

  /// A thermometer's eight bytes under this name, and other beginnings.
  @Test(arguments: ["0101033d70640041", "02010ed2e431", "01010ed2e4"]) func `sends six bytes after 01 01`(hex: String)
    throws
  {
    #expect(try reading(hex, name: "GVH5106_1234") == nil)
  }

  @Test func `sends all ones where it has nothing`() throws {
    #expect(try reading("0101ffffffff", name: "GVH5106_1234")?.measurements.isEmpty == true)
  }

  @Test func `tells the end of its scale as it was sent`() throws {
    // 24.8 °C, 70.2 %, 999 µg/m³.
    #expect(try reading("01010ed2e817", name: "GVH5106_1234")?.measurements[.pm25MicrogramsPerCubicMetre] == 999)
  }
}

import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `An advertisement` {
  private func wanted(_ advertisement: [UInt8]) -> [BluetoothUUID] {
    Catalogue.accesses(forAdvertisement: advertisement.span.bytes).map(\.characteristic)
  }

  @Test func `of the Heart Rate Service asks for a subscription to the heart rate first`() {
    #expect(wanted([2, 1, 6, 5, 3, 0x0F, 0x18, 0x0D, 0x18]).first == BluetoothUUID(0x2A37))
  }

  @Test func `of an Airthings or an INKBIRD asks for a connection by its company alone`() {
    #expect(!wanted([5, 0xFF, 0x34, 0x03, 1, 2]).isEmpty)
    #expect(wanted([4, 0xFF, 0x54, 0x31, 0x41]) == [BluetoothUUID(0xFFE4)])
  }

  @Test func `of a sensor that speaks when it is asked has a question for it`() throws {
    func questions(_ advertisement: [UInt8]) -> [CatalogueEntry.Access] {
      Catalogue.accesses(forAdvertisement: advertisement.span.bytes).filter { $0.message != nil }
    }
    let wp6003 = questions([8, 9] + Array("WP6003#".utf8))
    #expect(wp6003.map(\.characteristic) == [BluetoothUUID(0xFFF1)] && wp6003.map(\.message) == [[0xAB]])
    // As a whole it is CBOR behind four bytes: a list of one map of 0 to the path.
    let enhance = try #require(questions([5, 0xFF, 0x34, 0x03, 1, 2]).first?.message)
    #expect(enhance.count == 21 && enhance.starts(with: [0x03, 0x01]))
    #expect(String(decoding: enhance.suffix(13), as: UTF8.self) == "29999/0/31012")
  }

  @Test func `that a selection does not want asks for no connection`() {
    let strap: [UInt8] = [3, 3, 0x0D, 0x18]
    #expect(Catalogue.accesses(forAdvertisement: strap.span.bytes) { $0 != .heartRateService }.isEmpty)
  }

  @Test(arguments: [
    ("O2Ring 1234", SensorModel.o2Ring), ("FR:RU22201030383", .radonEye), ("WP6003#0123", .wp6003),
    ("PC-60F_SN010175", .pc60FW),
  ])
  func `shows by its name what a device would be once it is connected`(name: String, model: SensorModel) {
    #expect(Catalogue.model(offeredBy: AdvertisementEncoder.name(name).span.bytes) == model)
    #expect(Catalogue.model(offeredBy: AdvertisementEncoder.name("x" + name).span.bytes) == nil)
  }

  @Test func `that holds its readings, or is of no sensor, asks for no connection`() {
    #expect(wanted([8, 0xFF, 0x02, 0x07, 0x20, 1, 2, 3, 4]).isEmpty)
    #expect(wanted([3, 3, 0xF0, 0xFF]).isEmpty)
    #expect(wanted([3, 3, 0x0F, 0x18]).isEmpty)
    #expect(wanted([]).isEmpty)
    #expect(wanted([9, 3, 0x0D]).isEmpty)
  }
}

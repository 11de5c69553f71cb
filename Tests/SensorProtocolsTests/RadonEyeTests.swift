import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A RadonEye` {
  private func reading(_ uuid: String, _ hex: String) throws -> Reading? {
    try decode(#require(BluetoothUUID(uuid)), #require(Hex.bytes(hex)))
  }

  private static let first = "00001525-1212-efde-1523-785feabcd123"

  /// Whole numbers of becquerels read as floats of picocuries would be nearly 0.
  @Test(arguments: 1...200) func `Plus2 is never taken for an RD200 with nearly no radon`(becquerels: Int) throws {
    let low = String(becquerels, radix: 16), now = (low.count < 2 ? "0" : "") + low + "00"
    let reading = try #require(try reading(Self.first, "5010 \(now) 0000 0000 00000000 \(now) 0100 0000 0000"))
    #expect(reading.model == .radonEyePlus2)
    #expect(reading.measurements[.radonBecquerelsPerCubicMetre] == Double(becquerels))
  }

  @Test func `without any number but 0 has no value yet`() throws {
    let answer = "5010" + String(repeating: "00", count: 18)
    #expect(try reading(Self.first, answer)?.measurements.isEmpty == true)
    let second = "4042" + String(repeating: "00", count: 66)
    #expect(try reading("1525", second)?.measurements.isEmpty == true)
  }

  /// 0 pCi/L now, 1.47 in the last day.
  @Test func `tells a true 0 when its mean shows that it measures`() throws {
    let reading = try #require(try reading(Self.first, "5010 00000000 f628bc3f 00000000 0000 0400 0000"))
    #expect(reading.model == .radonEye)
    #expect(reading.measurements[.radonBecquerelsPerCubicMetre] == 0)
    #expect(reading.measurements[.radonLongTermBecquerelsPerCubicMetre] == nil)
  }

  @Test func `of the first kind has means in picocuries`() throws {
    let reading = try #require(try reading(Self.first, "5010 0000803f 00000040 00004040 0000 0400 0000"))
    #expect(reading.measurements[.radonBecquerelsPerCubicMetre] == 37)
    #expect(reading.measurements[.radonLongTermBecquerelsPerCubicMetre] == 111)
  }

  /// Another request's answers, infinite and negative numbers, a cut answer; and toys that use the UUIDs of the example.
  @Test(arguments: [
    "510e0200c12d00003e40080050b10c4004000000", "50100000807f0000000000000000000000000000",
    "501000008080ffff803f00000000000000000000", "5010e17a143f", "01", "00",
    "5010e17a143ff628bc3f000000000100040000ff00",
  ])
  func `is not another answer, nor a toy`(hex: String) throws {
    #expect(try reading(Self.first, hex) == nil)
  }

  @Test func `whose answer is cut is an error`() throws {
    #expect(throws: DecodeError.self) { try reading("1525", "4042323230313033") }
  }

  @Test(arguments: ["FR:RU22201030383", "FR:PD1234", "FR:R20:SN0159", "FR:IJ01RE001404", "FR:GL1"])
  func `is connected to by its name, and asked both ways`(name: String) {
    let accesses = Catalogue.accesses(forAdvertisement: AdvertisementEncoder.name(name).span.bytes)
    #expect(accesses.compactMap(\.message) == [[0x50], [0x40]])
  }

  @Test(arguments: ["FR", "FR:", "FR: Paris", "DfuTarg", "LPF2 Smart Hub"])
  func `is not what has another name`(name: String) {
    #expect(Catalogue.accesses(forAdvertisement: AdvertisementEncoder.name(name).span.bytes).isEmpty)
  }

  @Test func `measures to the end of its scale`() {
    #expect(!Catalogue.entry(for: .radonEye).isPlausible(3_701, of: .radonBecquerelsPerCubicMetre))
    #expect(Catalogue.entry(for: .radonEyePlus2).isPlausible(9_435, of: .radonBecquerelsPerCubicMetre))
  }
}

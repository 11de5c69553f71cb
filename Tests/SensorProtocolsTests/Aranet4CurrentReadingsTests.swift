import Readings
import SensorProtocols
import TestSupport
import Testing

/// The two characteristics that hold an Aranet4's reading.
struct Aranet4CurrentReadingsTests {
  @Test func `the short form has neither interval nor age`() throws {
    let value = Aranet4Encoder.value(.aranet4(intervalSeconds: 300, ageSeconds: 12), isDetailed: true)
    let reading = try #require(try decode(Aranet4Encoder.currentReadings, value))
    #expect(reading.measurements[.co2PartsPerMillion] == 600)
    #expect(reading.intervalSeconds == nil)
    #expect(reading.ageSeconds == nil)
  }

  @Test func `the long form has both`() throws {
    let value = Aranet4Encoder.value(.aranet4(intervalSeconds: 300, ageSeconds: 12), isDetailed: true)
    let reading = try #require(try decode(Aranet4Encoder.currentReadingsDetailed, value))
    #expect(reading.intervalSeconds == 300)
    #expect(reading.ageSeconds == 12)
  }

  @Test(arguments: [(Aranet4Encoder.currentReadings, 9), (Aranet4Encoder.currentReadingsDetailed, 13)])
  func `a value that is too short says how many bytes are needed`(form: BluetoothUUID, needed: Int) {
    let whole = Aranet4Encoder.value(.aranet4(), isDetailed: true)
    for count in 0..<needed {
      #expect(throws: DecodeError(.tooShort(needed: needed, got: count), in: .aranet4CurrentReadings)) {
        try decode(form, Array(whole.prefix(count)))
      }
    }
  }

  @Test func `another characteristic of the same service is unknown`() throws {
    let interval = BluetoothUUID(value: 0xF0CD_2002_95DA_4F4B_9AC8_AA55_D312_AF0C)
    #expect(try decode(interval, [0x3C, 0x00]) == nil)
  }
}

import Readings
import SensorProtocols
import TestSupport
import Testing

/// The Heart Rate Measurement characteristic.
struct HeartRateMeasurementTests {
  private func reading(_ value: [UInt8]) throws -> Reading {
    try #require(try decode(HeartRateEncoder.measurement, value))
  }

  @Test(arguments: [0, 1, 254, 256, 300, 65534] as [UInt16])
  func `a heart rate of one or two bytes is read`(beatsPerMinute: UInt16) throws {
    let reading = try reading(HeartRateEncoder.value(beatsPerMinute: beatsPerMinute))
    #expect(reading.measurements[.heartRateBeatsPerMinute] == Double(beatsPerMinute))
  }

  @Test func `the number that fills its bytes is no heart rate, and says nothing of contact and beats`() throws {
    for reading in [try reading([0x16, 255, 0x00, 0x04]), try reading([0x17, 255, 255, 0x00, 0x04])] {
      #expect(reading.measurements[.heartRateBeatsPerMinute] == nil)
      #expect(reading.contact == .detected)
      #expect(reading.rrIntervals.count == 1)
    }
    #expect(try reading([0x01, 255, 0]).measurements[.heartRateBeatsPerMinute] == 255)
  }

  @Test func `a small heart rate in two bytes is read`() throws {
    #expect(try reading([0x01, 0x48, 0x00]).measurements[.heartRateBeatsPerMinute] == 72)
  }

  @Test func `the three states of skin contact are kept apart`() throws {
    #expect(try reading([0x00, 60]).contact == .notSupported)
    #expect(try reading([0x02, 60]).contact == .notSupported)
    #expect(try reading([0x04, 60]).contact == .notDetected)
    #expect(try reading([0x06, 60]).contact == .detected)
  }

  @Test func `energy stands between heart rate and intervals`() throws {
    let reading = try reading(HeartRateEncoder.value(beatsPerMinute: 300, energyKilojoules: 513, rrTicks: [1024]))
    #expect(reading.measurements[.energyKilojoules] == 513)
    #expect(reading.rrIntervals.ticks(at: 0) == 1024)
  }

  @Test func `without its flag there is no energy`() throws {
    #expect(try reading([0x10, 60, 0x00, 0x04]).measurements[.energyKilojoules] == nil)
  }

  @Test func `the reserved flags change nothing`() throws {
    #expect(try reading([0xE0 | 0x16, 60, 0x00, 0x04]) == reading([0x16, 60, 0x00, 0x04]))
  }

  @Test func `a value that ends early says how many bytes are needed`() {
    let cases: [([UInt8], Int)] = [
      ([], 2), ([0x00], 2), ([0x01], 3), ([0x01, 0x48], 3), ([0x08, 0x48], 4), ([0x08, 0x48, 0x01], 4),
      ([0x09, 0x48, 0x00, 0x01], 5),
    ]
    for (value, needed) in cases {
      #expect(throws: DecodeError(.tooShort(needed: needed, got: value.count), in: .heartRateMeasurement)) {
        try reading(value)
      }
    }
  }
}

import Readings
import TestSupport
import Testing

/// What an encoder makes of a reading, the decoder makes that reading of.
struct RoundTripTests {
  private static let rounds = 20_000

  @Test func `an Aranet4 advertisement decodes to what was encoded`() throws {
    var random = RandomAdvertisements(seed: 1)
    for _ in 0..<Self.rounds {
      let reading = random.aranet4()
      let bytes = Aranet4Encoder.advertisement(reading)
      let decoded = try decode(advertisement: bytes)
      guard decoded == reading else {
        Issue.record("\(Hex.text(bytes)): \(reading) became \(String(describing: decoded))")
        return
      }
    }
  }

  @Test func `an Aranet4 value decodes to the measurements that were encoded`() throws {
    var random = RandomAdvertisements(seed: 2)
    for _ in 0..<Self.rounds {
      let reading = random.aranet4()
      let bytes = Aranet4Encoder.value(reading, isDetailed: true)
      let decoded = try decode(Aranet4Encoder.currentReadingsDetailed, bytes)
      guard decoded?.measurements == reading.measurements, decoded?.status == reading.status else {
        Issue.record("\(Hex.text(bytes)): \(reading) became \(String(describing: decoded))")
        return
      }
    }
  }

  @Test func `a Heart Rate Measurement decodes to what was encoded`() throws {
    var random = RandomAdvertisements(seed: 3)
    for _ in 0..<Self.rounds {
      let reading = random.strap()
      let bytes = HeartRateEncoder.value(reading)
      let decoded = try decode(HeartRateEncoder.measurement, bytes)
      guard decoded == reading else {
        Issue.record("\(Hex.text(bytes)): \(reading) became \(String(describing: decoded))")
        return
      }
    }
  }
}

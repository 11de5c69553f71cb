import Readings
import SensorProtocols
import TestSupport
import Testing

/// The payloads of the demonstration recording are said to be captured ones: here they are held against the vectors.
struct CapturedPayloadTests {
  @Test func `every captured payload of the recording is that of a real capture among the vectors`() throws {
    let vectors = try ["aranet", "heart-rate-service"].flatMap { try Vector.read($0) }
    let payloads = CapturedPayload.aranet4Advertisements + CapturedPayload.heartRateMeasurements
    for payload in payloads {
      let vector = try #require(vectors.first { $0.id == payload.id })
      #expect(vector.origin == "real_capture", "\(payload.id)")
      #expect(vector.source == payload.source, "\(payload.id)")
      #expect(vector.device == payload.device, "\(payload.id)")
      // An advertisement is its flags and one structure, which ends with the payload.
      let bytes = try #require((vector.input.adv_hex ?? vector.input.hex).flatMap { Hex.bytes($0) })
      let framed = AdvertisementEncoder.manufacturer(Aranet4Encoder.company, payload.bytes)
      #expect(bytes == (vector.input.adv_hex == nil ? payload.bytes : framed), "\(payload.id)")
      #expect(!payload.bytes.isEmpty)
    }
  }

  @Test func `what a captured payload is said to contain is what it decodes to`() throws {
    let vectors = try ["aranet", "heart-rate-service"].flatMap { try Vector.read($0) }
    for payload in CapturedPayload.aranet4Advertisements + CapturedPayload.heartRateMeasurements {
      let vector = try #require(vectors.first { $0.id == payload.id })
      let reading = try #require(try vector.decoded())
      let (value, unit) =
        switch reading.model {
        case .aranet4: (reading.measurements[.co2PartsPerMillion], "ppm")
        default: (reading.measurements[.heartRateBeatsPerMinute], "bpm")
        }
      #expect(payload.content.hasPrefix("\(Int(value ?? -1)) \(unit)"), "\(payload.id)")
    }
  }
}

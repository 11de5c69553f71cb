import Readings
import TestSupport
import Testing

/// Any bytes give a reading, nothing or a typed error. Ten million of these frames go through `benchmark`.
struct RandomBytesTests {
  private static let frames = 200_000

  private enum Outcome: Hashable {
    case reading
    case unknown
    case refused
  }

  private func outcome(of frame: RandomFrame) -> Outcome {
    do {
      let reading =
        switch frame.kind {
        case .advertisement: try decode(advertisement: frame.bytes)
        case .value(let characteristic): try decode(characteristic, frame.bytes)
        }
      return reading == nil ? .unknown : .reading
    } catch {
      return .refused
    }
  }

  @Test func `random frames never trap, and each outcome is met often`() {
    var random = RandomAdvertisements(seed: 2026)
    var counts: [Outcome: Int] = [:]
    for _ in 0..<Self.frames { counts[outcome(of: random.next()), default: 0] += 1 }
    for outcome in [Outcome.reading, .unknown, .refused] {
      #expect(counts[outcome, default: 0] > Self.frames / 20, "\(outcome): \(counts)")
    }
  }

  @Test func `what is read of random bytes is always a finite number in its range`() throws {
    var random = RandomAdvertisements(seed: 7)
    for _ in 0..<Self.frames / 4 {
      let frame = random.next()
      guard case .advertisement = frame.kind,
        let reading = try? decode(advertisement: frame.bytes, scanResponse: frame.bytes)
      else { continue }
      for percent in [Quantity.relativeHumidityPercent, .batteryPercent] {
        if let value = reading.measurements[percent] { #expect((0...100).contains(value)) }
      }
      if let co2 = reading.measurements[.co2PartsPerMillion] { #expect((0..<32768).contains(co2)) }
      if reading.device?.integrationsEnabled == false { #expect(reading.measurements.isEmpty) }
    }
  }

  @Test func `the same seed gives the same frames`() {
    var left = RandomAdvertisements(seed: 5)
    var right = RandomAdvertisements(seed: 5)
    var other = RandomAdvertisements(seed: 6)
    let frames = (0..<100).map { _ in left.next().bytes }
    #expect(frames == (0..<100).map { _ in right.next().bytes })
    #expect(frames != (0..<100).map { _ in other.next().bytes })
  }
}

import Alarms
import TestSupport
import Testing

@Suite struct `The sound that is rendered` {
  private static let signals = Priority.allCases.flatMap { priority in
    SignalFamily.allCases.map { SoundSignal(priority: priority, family: $0) }
  }

  private func samples(_ signal: SoundSignal, seconds: Int, level: SoundLevel = .standard) -> [Int16] {
    var renderer = ToneRenderer(level: level)
    renderer.play(signal)
    var samples = [Int16](repeating: 0, count: seconds * ToneRenderer.sampleRate)
    var span = samples.mutableSpan
    renderer.render(into: &span)
    return samples
  }

  /// Long enough for three bursts and a part of the next.
  private func seconds(_ signal: SoundSignal) -> Int { signal.priority == .low ? 75 : 30 }

  @Test(arguments: Priority.allCases) func `lies within the table for ten minutes`(priority: Priority) {
    let signal = SoundSignal(priority: priority, family: .heart)
    let measurement = SoundMeasurement(samples(signal, seconds: 600))
    #expect(measurement.bursts.count >= 20)
    #expect(SoundTable(signal.priority, signal.family).faults(in: measurement) == [])
  }

  @Test(arguments: signals) func `lies within the table at the audible floor`(signal: SoundSignal) {
    let measurement = SoundMeasurement(samples(signal, seconds: seconds(signal), level: .floor))
    #expect(SoundTable(signal.priority, signal.family).faults(in: measurement) == [])
  }

  /// What could go wrong with samples on their way, each by one function.
  private static let damages: [(String, @Sendable ([Int16]) -> [Int16])] = [
    ("silence", { $0.map { _ in 0 } }),
    ("half the sample rate", { samples in (0..<samples.count).map { samples[$0 / 2] } }),
    ("a tenth faster", { samples in (0..<samples.count * 9 / 10).map { samples[$0 * 10 / 9] } }),
    ("a tenth slower", { samples in (0..<samples.count).map { samples[$0 * 9 / 10] } }),
    ("too quiet", { $0.map { $0 / 20 } }),
    ("square edges", { $0.map { $0 > 0 ? 16_000 : $0 < 0 ? -16_000 : 0 } }),
    ("every third second lost", { samples in samples.indices.map { $0 / 48_000 % 3 == 2 ? 0 : samples[$0] } }),
    ("a hole of 20 ms every 50 ms", { samples in samples.indices.map { $0 % 2_400 < 960 ? 0 : samples[$0] } }),
    ("a constant tone instead", { samples in samples.indices.map { Int16($0 % 183 < 91 ? 9_000 : -9_000) } }),
    ("no harmonics", { lowPassed($0) }),
    (
      "fading away",
      { samples in
        samples.indices.map { Int16(Double(samples[$0]) * (1 - Double($0) / Double(samples.count))) }
      }
    ),
    ("twice as dense", { samples in samples.indices.map { samples[$0 * 2 % samples.count] } }),
    ("bursts without a pause", { samples in samples.filter { $0 != 0 } }),
  ]

  /// Six times a mean over 2.4 ms: what is above the lowest notes is gone.
  private static func lowPassed(_ samples: [Int16]) -> [Int16] {
    var values = samples.map { Double($0) }
    for _ in 0..<6 {
      var sum = 0.0
      let before = values
      for index in values.indices {
        sum += before[index] - (index >= 115 ? before[index - 115] : 0)
        values[index] = sum / 115
      }
    }
    let peak = values.map(abs).max() ?? 1
    return values.map { Int16($0 / max(peak, 1) * 20_000) }
  }

  @Test(arguments: damages.map(\.0)) func `is refused with any damage`(damage: String) throws {
    let change = try #require(Self.damages.first { $0.0 == damage }?.1)
    let signal = SoundSignal(priority: .high, family: .heart)
    let measurement = SoundMeasurement(change(samples(signal, seconds: seconds(signal))))
    #expect(SoundTable(signal.priority, signal.family).faults(in: measurement) != [])
  }

  @Test func `is refused as another priority or with another melody`() {
    for played in Self.signals {
      let measurement = SoundMeasurement(samples(played, seconds: seconds(played)))
      for asked in Self.signals where asked != played {
        #expect(SoundTable(asked.priority, asked.family).faults(in: measurement) != [], "\(played) as \(asked)")
      }
    }
  }
}

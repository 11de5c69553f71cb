import Glibc

/// Ways in which samples can be damaged before they are measured. The measurement must refuse each of them; otherwise it
/// proves nothing.
enum Damage: String, CaseIterable {
  case silence
  case halfTheSampleRate = "half the sample rate"
  case aTenthFaster = "a tenth faster"
  case aTenthSlower = "a tenth slower"
  case tooQuiet = "too quiet"
  case squareEdges = "square edges"
  case lostSeconds = "half of every minute lost"
  case holes = "a hole of 20 ms every 50 ms"
  case constantTone = "a constant tone instead"
  case noHarmonics = "no harmonics"
  case fadingAway = "fading away"
  case stopping = "stopping half way"
  case late = "beginning a second late"
  case dense = "twice as dense"
  case withoutPause = "bursts without a pause"

  func callAsFunction(_ samples: [Int16]) -> [Int16] {
    let count = samples.count
    switch self {
    case .silence: return samples.map { _ in 0 }
    case .halfTheSampleRate: return (0..<count).map { samples[$0 / 2] }
    case .aTenthFaster: return (0..<count * 9 / 10).map { samples[$0 * 10 / 9] }
    case .aTenthSlower: return (0..<count).map { samples[$0 * 9 / 10] }
    case .tooQuiet: return samples.map { $0 / 20 }
    case .squareEdges: return samples.map { $0 > 0 ? 16_000 : $0 < 0 ? -16_000 : 0 }
    case .lostSeconds: return (0..<count).map { $0 / 48_000 % 60 >= 30 ? 0 : samples[$0] }
    case .holes: return (0..<count).map { $0 % 2_400 < 960 ? 0 : samples[$0] }
    case .constantTone: return (0..<count).map { $0 % 183 < 91 ? 9_000 : -9_000 }
    case .noHarmonics: return Self.lowPassed(samples)
    case .fadingAway: return (0..<count).map { Int16(Double(samples[$0]) * (1 - Double($0) / Double(count))) }
    case .stopping: return (0..<count).map { $0 < count / 2 ? samples[$0] : 0 }
    case .late: return [Int16](repeating: 0, count: 48_000) + samples.dropLast(48_000)
    case .dense: return (0..<count).map { samples[$0 * 2 % count] }
    case .withoutPause: return samples.filter { $0 != 0 }
    }
  }

  /// Six times a mean over 2.4 ms: it removes everything above the lowest notes.
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
}

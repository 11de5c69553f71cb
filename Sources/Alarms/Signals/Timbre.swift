import Glibc

/// The waveform of every note: a fundamental with five harmonics, all within 8 dB of it. So even the highest note, C5,
/// has the four harmonics between 300 and 4000 Hz that IEC 60601-1-8 requires; they make an alarm audible over noise
/// and easy to locate.
enum Timbre {
  /// The amplitudes of the fundamental and the harmonics.
  private static let partials = [1.0, 0.8, 0.7, 0.6, 0.5, 0.4]
  /// The number of samples is a power of two, so that the upper bits of a phase are an index.
  private static let indexBits: UInt32 = 11

  /// One period with a peak of 1, followed by its first value.
  private static let period: [Float] = {
    let count = 1 << Int(indexBits)
    let samples = (0...count).map { index in
      partials.enumerated().reduce(0) { sum, partial in
        let number = Double(partial.offset + 1)
        // Phases after Schroeder 1970: they spread the peaks of the partials, so that the same peak sounds louder.
        let phase = -Double.pi * number * (number - 1) / Double(partials.count)
        return sum + partial.element * sin(2 * .pi * number * Double(index) / Double(count) + phase)
      }
    }
    let peak = samples.map(abs).max() ?? 1
    return samples.map { Float($0 / peak) }
  }()

  /// The samples of one period, for ``sample(of:at:)``. The first access allocates, so it must come before the first
  /// sound.
  static var samples: [Float] { period }

  /// The interpolated value at a phase; 2^32 is a whole period.
  @inline(__always) static func sample(of samples: [Float], at phase: UInt32) -> Float {
    let index = Int(phase >> (32 - indexBits))
    let fraction = Float(phase << indexBits) * 0x1p-32
    return samples[index] + (samples[index + 1] - samples[index]) * fraction
  }
}

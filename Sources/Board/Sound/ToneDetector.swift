import Alarms
import Glibc

/// Detects one of the sounder's notes in recorded samples, by the share of the power at its harmonics. Used by the
/// self-test.
package enum ToneDetector {
  /// A quieter input (-60 dB of full scale) is noise of the input itself.
  private static let quietest = 32.768
  /// The share of the power that the note and its harmonics must have. A fan, a voice or hum has less power at exactly
  /// these frequencies. In a loud place the note has less too, but then people cannot hear it either.
  private static let leastShare = 0.4
  private static let highestHertz = 4000.0

  /// Whether a note with its harmonics is a large part of the samples. Small speakers emit little of the fundamental,
  /// so fundamental and harmonics count together.
  /// - Parameters:
  ///   - samples: at ``ToneRenderer/sampleRate``, in the range of signed 16 bits; some tens of milliseconds.
  ///   - hertz: the fundamental of the note.
  package static func isTone(_ samples: [Double], hertz: Double) -> Bool {
    guard !samples.isEmpty, hertz > 0 else { return false }
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let power = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    guard power > quietest * quietest else { return false }
    var tone = 0.0
    var harmonic = hertz
    while harmonic <= highestHertz {
      tone += Self.power(of: harmonic, in: samples, mean: mean)
      harmonic += hertz
    }
    return tone >= leastShare * power
  }

  /// The power of one partial, by the Goertzel algorithm.
  private static func power(of hertz: Double, in samples: [Double], mean: Double) -> Double {
    let step = 2 * cos(2 * .pi * hertz / Double(ToneRenderer.sampleRate))
    var before = 0.0, last = 0.0
    for sample in samples { (before, last) = (last, sample - mean + step * last - before) }
    let square = last * last + before * before - step * last * before
    let count = Double(samples.count)
    return 2 * max(0, square) / (count * count)
  }
}

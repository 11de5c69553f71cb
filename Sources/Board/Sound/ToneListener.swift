import Alarms
import CALSA
import Glibc

/// A microphone, or an input that is wired to the output of the sound card. The self-test uses it to check that the
/// card plays. One thread uses it.
package final class ToneListener {
  private let pcm: OpaquePointer
  private var samples = [Int16](repeating: 0, count: 512)
  private var window: [Double] = []
  private let hertz: Double
  /// Whether the note has been detected since the input was opened.
  package private(set) var hasHeardTone = false

  /// The samples of one analysis: 43 ms, a fifth of the pulse that is to be detected.
  private static let windowSize = 2048
  /// The size of the input buffer in periods of 512 samples: longer than any pause between two calls in the self-test.
  private static let periods: UInt32 = 16

  /// Opens the input. It may wait for the kernel.
  package init(_ device: SoundDevice, for note: Note) throws(PCMSounder.Failure) {
    var error: Int32 = 0
    let opened = calsa_open_input(
      device.definition, UInt32(ToneRenderer.sampleRate), UInt32(samples.count), Self.periods, &error)
    guard let opened else {
      throw PCMSounder.Failure(
        message: "the microphone \(device.name) cannot be opened: \(String(cString: calsa_text(error)))")
    }
    pcm = opened
    hertz = note.hertz
    window.reserveCapacity(Self.windowSize)
  }

  deinit { calsa_close(pcm) }

  /// Analyses the samples recorded since the last call; never waits.
  package func listen() {
    while true {
      let count = samples.withUnsafeMutableBufferPointer { calsa_read(pcm, $0.baseAddress, UInt32($0.count)) }
      if count == -Int(EPIPE) || count == -Int(ESTRPIPE) {
        guard calsa_recover(pcm, Int32(clamping: count)) == 0 else { return }
        continue
      }
      guard count > 0 else { return }
      for sample in samples.prefix(count) {
        window.append(Double(sample))
        guard window.count == Self.windowSize else { continue }
        if ToneDetector.isTone(window, hertz: hertz) { hasHeardTone = true }
        window.removeAll(keepingCapacity: true)
      }
    }
  }
}

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
  /// - Parameter samples: at ``ToneRenderer/sampleRate``, in the range of signed 16 bits; some tens of milliseconds.
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

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
  /// - Parameter note: the note to detect.
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

import Alarms
import CALSA
import Glibc

/// A microphone, or an input that is wired to the sound card's output: it hears whether the card sounds.
package final class ToneListener {
  private let pcm: OpaquePointer
  private var samples = [Int16](repeating: 0, count: 512)
  private var window: [Double] = []
  private let hertz: Double
  /// Whether the tone has been heard.
  package private(set) var hasHeardTone = false

  /// A spectrum's worth of samples: 43 ms, a fifth of the pulse that is listened for.
  private static let windowSize = 2048
  /// So many periods of 512 samples wait until they are taken: more than a self-test ever pauses.
  private static let periods: UInt32 = 16

  /// Opens the input. It may wait for the kernel.
  /// - Parameter note: which tone is listened for.
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

  /// Takes what has been heard since the last call; never waits.
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

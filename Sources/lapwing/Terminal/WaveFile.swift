import Glibc
import Readings
import System

/// Writes samples as a WAV file: RIFF, PCM, one channel, 16 bits, little-endian (Microsoft, "Multimedia Programming
/// Interface and Data Specifications 1.0").
struct WaveFile {
  private let path: String
  private let output: Output

  /// Creates a file for this many samples. An existing file is overwritten.
  init(path: String, sampleRate: Int, count: Int) throws(LapwingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw LapwingError(
        .inputOutput, code: "write-failed",
        "\(path): \(SystemFault.reason); give a file that can be written")
    }
    self.path = path
    output = Output(descriptor: descriptor)
    try write(Self.header(sampleRate: UInt32(sampleRate), bytes: UInt32(2 * count)))
  }

  func write(_ samples: [Int16]) throws(LapwingError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * samples.count)
    for sample in samples { bytes += Self.littleEndian(UInt16(bitPattern: sample)) }
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(LapwingError) {
    do throws(LapwingError) { try output.write(bytes) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
  }

  private static func header(sampleRate: UInt32, bytes: UInt32) -> [UInt8] {
    let channels = UInt16(1), bits = UInt16(16), frame = channels * bits / 8, pcm = UInt16(1)
    let format =
      littleEndian(pcm) + littleEndian(channels) + littleEndian(sampleRate) + littleEndian(sampleRate * UInt32(frame))
      + littleEndian(frame) + littleEndian(bits)
    let chunks =
      Array("WAVEfmt ".utf8) + littleEndian(UInt32(format.count)) + format + Array("data".utf8) + littleEndian(bytes)
    return Array("RIFF".utf8) + littleEndian(UInt32(chunks.count) + bytes) + chunks
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

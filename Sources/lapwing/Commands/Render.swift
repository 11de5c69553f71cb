import Alarms
import ArgumentParser
import Glibc
import Readings
import Status
import System

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the sound of a priority as a WAV file, to listen to or to measure.",
    discussion: """
      The samples are those that a running box sends to its sound device: bursts, repeated as they are while the alarm \
      lasts. A burst that does not fit into the time as a whole is left out.
      """)

  @Argument(
    help: ArgumentHelp("The priority: \(Priority.allCases.map(\.name).joined(separator: ", ")).", valueName: "priority")
  )
  var priority: Priority

  @Option(help: "The family of the alarm, which selects the melody: heart, air or technical.")
  var kind = Melody.technical

  @Option(help: "The length in seconds, from one burst to an hour.")
  var seconds = 30.0

  @Option(help: "The peak relative to full scale, in dB; limited to the range from -20 (the audible floor) to -1.")
  var loudness = SoundLevel.standard.decibels

  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["wav"]))
  var output: String

  private var signal: SoundSignal { SoundSignal(priority: priority, family: kind.family) }

  func validate() throws {
    let burst = Rhythm.of(priority).length.inSeconds
    guard (burst...3600).contains(seconds) else {
      throw ValidationError("--seconds must be from \(EventText.number(burst + 0.05)), one burst, to 3600")
    }
    guard loudness.isFinite else { throw ValidationError("--loudness must be a number of decibels, such as -6") }
  }

  func run() throws {
    var renderer = ToneRenderer(level: SoundLevel(decibels: loudness))
    var left = Self.samples(seconds)
    let file = try WaveFile(path: output, sampleRate: ToneRenderer.sampleRate, count: left)
    let burst = Self.samples(Rhythm.of(priority).length.inSeconds)
    let period = Self.samples(signal.burstPeriod.inSeconds)
    renderer.play(signal)
    while left > 0 {
      if left < burst { renderer.play(nil) }
      var samples = [Int16](repeating: 0, count: min(left, period))
      var span = samples.mutableSpan
      renderer.render(into: &span)
      try file.write(samples)
      left -= samples.count
    }
  }

  private static func samples(_ seconds: Double) -> Int { Int((seconds * Double(ToneRenderer.sampleRate)).rounded()) }
}

extension Priority: ExpressibleByArgument {
  package init?(argument: String) {
    guard let priority = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = priority
  }

  package static var allValueStrings: [String] { allCases.map(\.name) }
}

/// The names of the melodies on the command line.
enum Melody: String, CaseIterable, ExpressibleByArgument {
  case heart, air, technical

  var family: SignalFamily {
    switch self {
    case .heart: .heart
    case .air: .air
    case .technical: .technical
    }
  }
}

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

import Alarms
import ArgumentParser
import Glibc
import Readings
import Speech
import Status
import System
import Words

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the sound of a priority, or speech, as a WAV file, to listen to or to measure.",
    usage: """
      lapwing render PRIORITY -o FILE [--kind KIND] [--seconds S] [--loudness DB]
      lapwing render [PRIORITY] --say TEXT -o FILE [--language en|ko]
      lapwing render --words [--language en|ko]
      """,
    discussion: """
      The samples are those that a running box sends to its sound device: bursts, repeated as they are while the alarm \
      lasts. A burst that does not fit into the time as a whole is left out.

      With --say it writes speech: words and phrases that the box knows, numbers, and times such as 15:05. With a priority \
      the text is spoken after each burst.
      """)

  @Argument(
    help: ArgumentHelp("The priority: \(Priority.allCases.map(\.name).joined(separator: ", ")).", valueName: "priority")
  )
  var priority: Priority?

  @Option(help: ArgumentHelp("Writes this text as the box speaks it.", valueName: "text"))
  var say: String?

  @Option(help: "The language of the speech: en or ko.")
  var language = SpokenLanguage.english

  @Flag(help: "Lists what the box can say: the name and the words of each clip.")
  var words = false

  @Option(help: "The family of the alarm, which selects the melody: heart, air or technical.")
  var kind = Melody.technical

  @Option(help: "The length in seconds, from one burst to an hour.")
  var seconds = 30.0

  @Option(help: "The peak relative to full scale, in dB; limited to the range from -20 (the audible floor) to -1.")
  var loudness = SoundLevel.standard.decibels

  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["wav"]))
  var output: String?

  func validate() throws {
    guard !words else { return }
    guard output != nil else { throw ValidationError("write -o and the file that is to be written") }
    guard priority != nil || say != nil else {
      throw ValidationError("name a priority (high, medium or low), or say a text with --say")
    }
    let burst = priority.map { Rhythm.of($0).length.inSeconds } ?? 0
    guard (burst...3600).contains(seconds) else {
      throw ValidationError("--seconds must be from \(EventText.number(burst + 0.05)), one burst, to 3600")
    }
    guard loudness.isFinite else { throw ValidationError("--loudness must be a number of decibels, such as -6") }
  }

  func run() throws {
    if words { return try listWords() }
    let level = SoundLevel(decibels: loudness)
    guard let say else { return try render(ToneRenderer(level: level)) }
    var renderer = SpeakingRenderer(level: level)
    renderer.language = language
    let clips = try SpokenWords(language).clips(of: say)
    guard let length = renderer.length(of: clips) else {
      throw LapwingError(.badData, code: "no-clip", "the clips of this program are damaged; install Lapwing again")
    }
    try render(clips, length, with: &renderer)
  }

  private func listWords() throws {
    for clip in Clip.all {
      let text = ClipWords(clip).text(language.inWords)
      if !text.isEmpty { try Output.standard.line("\(clip.name)\t\(text)") }
    }
  }

  /// Speech alone, or after each burst.
  private func render(_ clips: [Clip], _ length: Int, with renderer: inout SpeakingRenderer) throws {
    let signal = priority.map { SoundSignal(priority: $0, family: kind.family) }
    if let signal {
      let pause = signal.burstPeriod - signal.rhythm.length
      guard length <= Self.samples(pause.inSeconds) - SpeakingRenderer.margin else {
        throw LapwingError(
          .usage, code: "long-speech",
          "this text takes \(EventText.number(Double(length) / Double(ToneRenderer.sampleRate))) s, and the pause between two bursts is \(EventText.number(pause.inSeconds)) s; shorten it"
        )
      }
    }
    renderer.play(signal)
    var left = signal == nil ? length : Self.samples(seconds), isSaid = false
    let file = try WaveFile(path: output ?? "", sampleRate: ToneRenderer.sampleRate, count: left)
    while left > 0 {
      if !isSaid, renderer.room >= length {
        renderer.say(clips)
        isSaid = true
      } else if renderer.room == 0, !renderer.isSpeaking {
        isSaid = false
      }
      // As long as a period of the sound card.
      var samples = [Int16](repeating: 0, count: min(left, 512))
      var span = samples.mutableSpan
      renderer.render(into: &span)
      try file.write(samples)
      left -= samples.count
    }
  }

  private func render(_ tone: ToneRenderer) throws {
    var renderer = tone
    guard let priority else { return }
    let signal = SoundSignal(priority: priority, family: kind.family)
    var left = Self.samples(seconds)
    let file = try WaveFile(path: output ?? "", sampleRate: ToneRenderer.sampleRate, count: left)
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

extension SpokenLanguage: ExpressibleByArgument {}

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

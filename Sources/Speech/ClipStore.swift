import CEmbeddedFiles
import Readings

/// The clips of one language: a file that `tools/speech-clips` makes, with 16,000 samples a second in IMA ADPCM.
///
/// The file: "LWS1", then the number of clips (2 bytes), and for each its name and its text (a byte with the length, and
/// UTF-8), samples, first byte of its sound and CRC-32 of the sound (4 bytes each) and the first step of the code (1 byte).
/// The sounds follow. Numbers are little-endian.
///
/// `@unchecked`: the bytes never change, and stay as long as the program.
package struct ClipStore: @unchecked Sendable {
  struct Entry: Sendable {
    let first: Int
    /// 0 for a clip that is missing or damaged.
    let samples: Int
    let firstStep: Int

    static let missing = Entry(first: 0, samples: 0, firstStep: 0)
  }

  package static let sampleRate = 16_000

  package static let english = ClipStore(embedded: cembedded_speech_en_clips())
  package static let korean = ClipStore(embedded: cembedded_speech_ko_clips())

  package static func of(_ language: SpokenLanguage) -> ClipStore {
    switch language {
    case .english: english
    case .korean: korean
    }
  }

  /// Without a copy: a megabyte for each language.
  private init(embedded file: cembedded_file) {
    self.init(staying: UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// Keeps a copy of a file for as long as the program runs.
  package init(_ file: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    _ = copy.initialize(from: file)
    self.init(staying: UnsafeBufferPointer(copy))
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let entries: [Entry]
  /// The text of each clip as it was rendered, by its name; for tests and for `lapwing render`.
  package let texts: [String: String]
  /// The clips whose sound is damaged, by name; or that the file as a whole is.
  package let damaged: [String]

  /// Reads a file. One that is damaged gives the clips that are whole.
  private init(staying file: UnsafeBufferPointer<UInt8>) {
    var reader = Reader(file)
    var entries = [Entry](repeating: .missing, count: Clip.all.count)
    var texts: [String: String] = [:], damaged: [String] = []
    let places = Dictionary(Clip.all.map { ($0.name, $0.place) }) { first, _ in first }
    let isKnown = reader.bytes(4).map { $0.elementsEqual("LWS1".utf8) } ?? false
    var count = isKnown ? Int(reader.number(2) ?? 0) : 0
    if !isKnown || count == 0 { damaged.append("all") }
    while count > 0 {
      count -= 1
      guard let name = reader.text(), let text = reader.text(), let samples = reader.number(4),
        let first = reader.number(4),
        let sum = reader.number(4), let step = reader.number(1)
      else {
        damaged.append("the list")
        break
      }
      let length = (samples + 1) / 2
      guard samples > 0, step < ADPCMDecoder.steps, first <= file.count, length <= file.count - first,
        CRC32.of(file[first..<first + length]) == UInt32(truncatingIfNeeded: sum)
      else {
        damaged.append(name)
        continue
      }
      texts[name] = text
      if let place = places[name] { entries[place] = Entry(first: first, samples: samples, firstStep: step) }
    }
    bytes = file
    self.entries = entries
    self.texts = texts
    self.damaged = damaged
  }

  package func has(_ clip: Clip) -> Bool { entries[clip.place].samples > 0 }

  subscript(clip: Clip) -> Entry { entries[clip.place] }

  /// The code of a sample.
  func code(_ index: Int, of entry: Entry) -> UInt8 {
    let byte = bytes[entry.first + index / 2]
    return index % 2 == 0 ? byte & 15 : byte >> 4
  }

  /// Reads the fields at the beginning of the file.
  private struct Reader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    mutating func bytes(_ count: Int) -> Slice<UnsafeBufferPointer<UInt8>>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func number(_ size: Int) -> Int? { bytes(size)?.reversed().reduce(0) { $0 << 8 | Int($1) } }

    mutating func text() -> String? { number(1).flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) } }
  }
}

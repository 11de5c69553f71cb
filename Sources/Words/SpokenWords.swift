import Readings
import Speech

/// Turns a text that a person wrote into clips: words and phrases that the voice knows, numbers, and times of the day.
package struct SpokenWords: Sendable {
  private let language: SpokenLanguage
  /// The words of each clip, those with the most words first.
  private let phrases: [(words: [String], clip: Clip)]
  /// How units are written.
  private static let symbols: [(String, UnitWord)] = [
    ("ppm", .partsPerMillion), ("ppb", .partsPerBillion), ("%", .percent), ("°c", .degrees), ("ft", .feet),
    ("m", .metres),
    ("bpm", .beats), ("hpa", .hectopascals),
  ]
  /// A longer text is no announcement.
  package static let mostCharacters = 1000
  private static let mostDecimals = 2

  package init(_ language: SpokenLanguage) {
    self.language = language
    let known = Clip.all.map { (Self.words(of: ClipWords($0).text(language.inWords)), $0) }
    let symbols = Self.symbols.map { ([$0.0], Clip.unit($0.1)) }
    phrases = (known + symbols).filter { !$0.0.isEmpty }.sorted { $0.0.count > $1.0.count }.map {
      (words: $0.0, clip: $0.1)
    }
  }

  /// - Throws: if a word has no clip.
  package func clips(of text: String) throws(LapwingError) -> [Clip] {
    guard text.count <= Self.mostCharacters else {
      throw LapwingError(
        .usage, code: "long-speech", "the text has more than \(Self.mostCharacters) characters; shorten it")
    }
    var words = Self.words(of: text)[...], clips: [Clip] = []
    guard !words.isEmpty else {
      throw LapwingError(.usage, code: "no-speech", "there is no word to say; \(Self.help)")
    }
    while let word = words.first {
      if let (known, clip) = phrases.first(where: { words.starts(with: $0.words) }) {
        clips.append(clip)
        words = words.dropFirst(known.count)
      } else if append(number: word, to: &clips) {
        words = words.dropFirst()
      } else {
        throw LapwingError(
          .usage, code: "unknown-word", "the voice has no clip for “\(word.prefix(40))”; \(Self.help)")
      }
    }
    return clips
  }

  private static let help = "lapwing render --words lists what it can say"

  private func append(number word: String, to clips: inout [Clip]) -> Bool {
    guard word.utf8.allSatisfy({ (48...58).contains($0) || $0 == 46 || $0 == 45 }), word.utf8.count <= 9 else {
      return false
    }
    let time = word.split(separator: ":", omittingEmptySubsequences: false)
    if time.count == 2, let hour = Int(time[0]), let minute = Int(time[1]), (0..<24).contains(hour),
      (0..<60).contains(minute)
    {
      SpokenNumber.append(minuteOfDay: 60 * hour + minute, in: language, to: &clips)
      return true
    }
    guard let value = Double(word) else { return false }
    return SpokenNumber.append(value, decimals: Self.mostDecimals, in: language, to: &clips)
  }

  /// The words in small letters, without the signs between them; a unit after a number is a word of its own.
  private static func words(of text: String) -> [String] {
    text.lowercased().split { $0 == " " || $0 == "," || $0 == ";" || $0.isNewline }.flatMap { word -> [String] in
      var word = word
      while let last = word.last, ".!?:".contains(last) { word.removeLast() }
      let number = word.prefix { $0.isASCII && ($0.isNumber || ".:-".contains($0)) }
      return [number, word.dropFirst(number.count)].filter { !$0.isEmpty }.map(String.init)
    }
  }
}

extension SpokenLanguage {
  /// The language of the texts.
  package var inWords: Language {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }
}

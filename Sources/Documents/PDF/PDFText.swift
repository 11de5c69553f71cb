import CHaru
import Characters
import Readings

final class PDFText {
  /// A piece of a text in one font; the font has all its characters.
  struct Piece: Equatable {
    let font: Int32
    var text: String
  }

  /// The longest text that is written, in characters: more than fits on any line, and less than libharu refuses.
  private static let longest = 1000

  private let document: OpaquePointer
  private let faces: [DocumentFonts.Face]
  /// The numbers of the faces that were needed up to now.
  private var numbers: [(regular: Int32, bold: Int32)] = []
  private var advances: [Int32: [UInt32: Int32]] = [:]
  private(set) var hasUnknownCharacters = false
  /// Why a face that was needed could not be used.
  private(set) var fault: LapwingError?

  init(_ document: OpaquePointer, _ fonts: DocumentFonts) throws(LapwingError) {
    (self.document, faces) = (document, fonts.faces)
    guard !loadNext() else { return }
    throw fault ?? LapwingError(.noInput, code: "no-font", "a PDF needs a font, and none was given")
  }

  /// A text in pieces, with Korean letters composed, and with what is hidden or in no font written as U+XXXX. A word is
  /// in one font if any font has all of it.
  func pieces(_ text: String, isBold: Bool) -> [Piece] {
    let scalars = HangulSyllables.composed(text.unicodeScalars.prefix(Self.longest))
    var pieces: [Piece] = []
    for word in Self.words(scalars) {
      if let font = font(for: word, isBold) {
        Self.add(word, font, to: &pieces)
        continue
      }
      for scalar in word {
        if let font = font(for: [scalar], isBold) {
          Self.add([scalar], font, to: &pieces)
        } else {
          if !HiddenCharacter.contains(scalar) { hasUnknownCharacters = true }
          Self.add(Array(HiddenCharacter.name(scalar).unicodeScalars), number(0, isBold), to: &pieces)
        }
      }
    }
    return pieces
  }

  /// The width of a text in thousandths of its size.
  func advance(_ piece: Piece) -> Int {
    piece.text.unicodeScalars.reduce(0) { sum, scalar in
      if let known = advances[piece.font]?[scalar.value] { return sum + Int(known) }
      let advance = charu_advance(document, piece.font, scalar.value)
      advances[piece.font, default: [:]][scalar.value] = advance
      return sum + Int(advance)
    }
  }

  private func font(for word: [Unicode.Scalar], _ isBold: Bool) -> Int32? {
    guard !word.contains(where: HiddenCharacter.contains) else { return nil }
    var face = 0
    while face < numbers.count || loadNext() {
      let font = number(face, isBold)
      if word.allSatisfy({ charu_has_glyph(document, font, $0.value) != 0 }) { return font }
      face += 1
    }
    return nil
  }

  private func number(_ face: Int, _ isBold: Bool) -> Int32 {
    isBold ? numbers[face].bold : numbers[face].regular
  }

  private func loadNext() -> Bool {
    guard fault == nil, numbers.count < faces.count else { return false }
    let face = faces[numbers.count]
    let regular = charu_add_font(document, face.regular)
    let bold = regular < 0 ? -1 : charu_add_font(document, face.bold)
    guard bold >= 0 else {
      fault = LapwingError(
        .badData, code: "bad-font",
        "\(regular < 0 ? face.regular : face.bold): this is no TrueType font that can be used; install the package lapwing "
          + "again, or fonts-nanum")
      return false
    }
    numbers.append((regular, bold))
    return true
  }

  private static func words(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var words: [[Unicode.Scalar]] = []
    for scalar in scalars {
      // Spaces that do not break or are narrow are in few fonts.
      let scalar = scalar == "\u{A0}" || scalar == "\u{202F}" ? " " : scalar
      if let last = words.last?.last, last != " ", scalar != " " {
        words[words.count - 1].append(scalar)
      } else {
        words.append([scalar])
      }
    }
    return words
  }

  private static func add(_ scalars: [Unicode.Scalar], _ font: Int32, to pieces: inout [Piece]) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    if pieces.last?.font == font {
      pieces[pieces.count - 1].text += String(text)
    } else {
      pieces.append(Piece(font: font, text: String(text)))
    }
  }
}

import CHaru
import Characters
import Readings
import System

/// A PDF file with embedded fonts, of which only the glyphs that are used are kept. The same drawing, fonts and date give
/// the same bytes.
///
/// A character that the font lacks is written as U+XXXX, and `hasUnknownCharacters` says so: no text becomes a row of
/// boxes.
package final class PDFDocument {
  private let document: OpaquePointer
  private let text: PDFText

  package var hasUnknownCharacters: Bool { text.hasUnknownCharacters }

  /// - Parameter created: the date of the document, which is an argument so that a document can be made again.
  package init(title: String, fonts: DocumentFonts, created: UnixTime) throws(LapwingError) {
    guard let document = charu_begin() else {
      throw LapwingError(.unavailable, code: "no-memory", "there is no memory for a PDF")
    }
    do throws(LapwingError) { text = try PDFText(document, fonts) } catch {
      charu_end(document)
      throw error
    }
    self.document = document
    let date = created.parts(in: .utc)
    charu_describe(
      document, Self.plain(title), "Lapwing", Int32(clamping: date.year), Int32(date.month), Int32(date.day),
      Int32(date.hour), Int32(date.minute), Int32(date.second))
  }

  deinit { charu_end(document) }

  /// Begins a page and returns the canvas for it. What was drawn before stays on the pages before.
  package func beginPage(width: Double = PDFPageSize.width, height: Double = PDFPageSize.height) -> PDFCanvas {
    charu_begin_page(document, Float(width), Float(height))
    return PDFCanvas(self, document, text, height: height)
  }

  /// The bytes of the file. Nothing can be drawn afterwards.
  package func finish() throws(LapwingError) -> [UInt8] {
    if let fault = text.fault { throw fault }
    let size = charu_finish(document)
    guard size > 0 else { throw fault }
    var isCopied = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      isCopied = buffer.baseAddress.map { charu_copy(document, $0, size) == 0 } ?? false
      count = isCopied ? size : 0
    }
    guard isCopied else { throw fault }
    return bytes
  }

  private var fault: LapwingError {
    LapwingError(
      .inputOutput, code: "pdf-failed",
      "the PDF could not be made (error 0x\(String(charu_error(document), radix: 16)) of libharu)")
  }

  /// A text for the properties of the file, which a reader shows in a font of its own.
  private static func plain(_ text: String) -> String {
    String(HiddenCharacter.visible(text).unicodeScalars.map { $0.value > 0xFFFF ? "?" : Character($0) }.prefix(200))
  }
}

package enum PDFPageSize {
  package static let width = 595.28
  package static let height = 841.89
}

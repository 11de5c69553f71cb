import Documents
import Foundation
import Readings
import TestSupport
import Testing

@Suite("Text in a PDF")
struct PDFTextTests {
  private func page(_ text: String, fonts: DocumentFonts? = nil, bold: Bool = false) throws -> (PDFDocument, [UInt8]) {
    let document = try PDFDocument(
      title: text, fonts: fonts ?? PrintedFile.fonts(), created: PrintedFile.created)
    let canvas = document.beginPage()
    canvas.text(text, Point(50, 60), TextStyle(size: 12, bold: bold))
    return (document, try document.finish())
  }

  @Test(
    "can be read again, Korean too",
    arguments: [
      "Night of 25 November", "침실 공기 알람", "CO₂ ≤ 1200 ppm, 21.5 °C, 12 µg/m³", "뷁 쀍 똠방각하",
      "São Tomé, Łódź, Åre, Δοκιμή, Проба, 방 São", "Zoë (ward 3) \\ 100%",
    ])
  func isExtractable(text: String) throws {
    for bold in [false, true] {
      let (document, pdf) = try page(text, bold: bold)
      #expect(try PrintedFile.text(pdf).contains(text))
      #expect(!document.hasUnknownCharacters)
    }
  }

  @Test("has Korean letters that macOS keeps apart in one syllable")
  func composesSyllables() throws {
    let apart = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
    let (document, pdf) = try page(apart)
    #expect(try PrintedFile.text(pdf).contains("\u{D55C}\u{AE00}"))
    #expect(!document.hasUnknownCharacters)
  }

  @Test("names a character that the font lacks, and says so")
  func namesUnknownCharacters() throws {
    let (document, pdf) = try page("bed \u{1F6CF} and \u{202E} end")
    let text = try PrintedFile.text(pdf)
    #expect(text.contains("bed U+1F6CF and U+202E end"))
    #expect(document.hasUnknownCharacters)
  }

  @Test("is shown by its numbers, never as boxes, with a font that has no Korean")
  func fontWithoutKorean() throws {
    let dejaVu = try #require(DocumentFonts.usual.last)
    let (document, pdf) = try page("침실", fonts: DocumentFonts([dejaVu]))
    #expect(try PrintedFile.text(pdf).contains("U+CE68U+C2E4"))
    #expect(document.hasUnknownCharacters)
  }

  @Test("has its width measured as it is drawn")
  func width() throws {
    let document = try PDFDocument(title: "", fonts: PrintedFile.fonts(), created: PrintedFile.created)
    let canvas = document.beginPage()
    let style = TextStyle(size: 10)
    #expect(canvas.width("", style) == 0)
    #expect(canvas.width("침실", style) > canvas.width("ii", style))
    #expect(abs(canvas.width("ab", style) - canvas.width("a", style) - canvas.width("b", style)) < 1e-9)
  }

  @Test("is wrapped at spaces and line ends, and cut in words that are too long")
  func wrapping() throws {
    let canvas = try PDFDocument(title: "", fonts: PrintedFile.fonts(), created: PrintedFile.created).beginPage()
    let style = TextStyle(size: 10)
    #expect(canvas.wrap("", style, to: 100).isEmpty)
    #expect(canvas.wrap("one\ntwo  three", style, to: 1000) == ["one two three"])
    let long = String(repeating: "침실", count: 50)
    let lines = canvas.wrap("bed \(long) end", style, to: 100)
    #expect(lines.count > 5 && lines.allSatisfy { canvas.width($0, style) <= 100 })
    #expect(lines.joined().contains("침실침실") && lines.last?.hasSuffix("end") ?? false)
    #expect(canvas.wrap("a b c d", style, to: 1) == ["a", "b", "c", "d"])
    let cut = canvas.wrap(long, style, to: 100, most: 2)
    #expect(cut.count == 2 && cut.last?.hasSuffix("…") ?? false)
    #expect(canvas.cut("short", style, to: 100) == "short")
  }

  @Test("needs a font, and an error names those that were looked for")
  func missingFont() throws {
    let missing = DocumentFonts.Face(regular: "/nowhere/a.ttf", bold: "/nowhere/b.ttf")
    let error = #expect(throws: LapwingError.self) { try DocumentFonts.find(among: [missing]) }
    #expect(error?.code == .noFont)
    #expect(error?.message.contains("/nowhere/a.ttf") ?? false)
  }

  @Test("is not made with a file that is no font")
  func damagedFont() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("no font at all", to: "a.ttf")
    let error = #expect(throws: LapwingError.self) {
      try PDFDocument(
        title: "", fonts: DocumentFonts([.init(regular: path, bold: path)]), created: PrintedFile.created)
    }
    #expect(error?.code == .badFont)
  }

  @Test("and the same date give the same bytes")
  func isReproducible() throws {
    #expect(try page("침실").1 == page("침실").1)
  }

  @Test("may be strange without a trap", arguments: ["", " ", "\0\n\t", String(repeating: "침", count: 40_000)])
  func strangeText(text: String) throws {
    _ = try PrintedFile.text(try page(text).1)
  }
}

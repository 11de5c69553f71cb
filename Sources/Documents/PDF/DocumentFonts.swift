import Glibc
import Readings

/// The font files of a document. A character is taken from the first face that has it.
package struct DocumentFonts: Sendable, Equatable {
  /// Two TrueType files of one look.
  package struct Face: Sendable, Equatable {
    package let regular: String
    package let bold: String

    package init(regular: String, bold: String) { (self.regular, self.bold) = (regular, bold) }

    var canBeRead: Bool { access(regular, R_OK) == 0 && access(bold, R_OK) == 0 }
  }

  package let faces: [Face]

  package init(_ faces: [Face]) { self.faces = faces }

  /// Where fonts are looked for: those of the package, and what they are made of, Debian's fonts-nanum and
  /// fonts-dejavu-core. The latter has the European letters that the former lacks, and no Korean.
  package static let usual = [
    Face(regular: "/usr/share/lapwing/fonts/lapwing-sans.ttf", bold: "/usr/share/lapwing/fonts/lapwing-sans-bold.ttf"),
    Face(
      regular: "/usr/share/lapwing/fonts/lapwing-sans-more.ttf",
      bold: "/usr/share/lapwing/fonts/lapwing-sans-more-bold.ttf"),
    Face(
      regular: "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
      bold: "/usr/share/fonts/truetype/nanum/NanumGothicBold.ttf"),
    Face(
      regular: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
      bold: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"),
  ]

  /// The faces of which both files can be read.
  package static func find(among faces: [Face] = usual) throws(LapwingError) -> DocumentFonts {
    let found = faces.filter(\.canBeRead)
    guard !found.isEmpty else {
      throw LapwingError(
        .noInput, code: .noFont,
        "no font for a PDF was found (\(faces.map(\.regular).joined(separator: ", "))); install the package lapwing, which "
          + "brings one, or fonts-nanum")
    }
    return DocumentFonts(found)
  }
}

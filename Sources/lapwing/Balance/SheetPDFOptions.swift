import ArgumentParser
import Documents
import Glibc
import System
import WeightBalance

struct SheetPDFOptions: ParsableArguments {
  @Option(
    name: .customLong("pdf"),
    help: "Write the sheet as a PDF to print and sign to this file; - is standard output.",
    completion: .file(extensions: ["pdf"]))
  var path: String?

  @Option(
    help: "The time that the PDF bears, such as 2026-11-26T10:00:00Z, to make the same file again. (default: now)")
  var printedAt: String?

  func validate() throws {
    guard let printedAt else { return }
    guard path != nil else { throw ValidationError("--printed-at only matters with --pdf; add it, or leave it out") }
    guard UnixTime(iso: printedAt) != nil else {
      throw ValidationError("--printed-at is \(printedAt); write a time such as 2026-11-26T10:00:00Z")
    }
  }

  func write(_ sheet: LoadSheet) throws {
    guard let path else { return }
    let now = UnixTime(milliseconds: Int64(time(nil)) * 1000)
    let printed = printedAt.flatMap { UnixTime(iso: $0) } ?? now
    let bytes = try SheetPDF.bytes(sheet, printed: printed, fonts: DocumentFonts.find())
    if path == "-" { try Output.standard.write(bytes) } else { try TextFile.write(bytes, to: path) }
  }
}

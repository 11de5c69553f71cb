import Documents
import Foundation
import System
import TestSupport

/// A document as other programs read it.
enum PrintedFile {
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  static let created = UnixTime(milliseconds: 1_795_651_200_000)  // 2026-11-26 00:00 UTC

  static func fonts() throws -> DocumentFonts { try DocumentFonts.find() }

  /// The text of a PDF, after `qpdf --check` found no fault in the file.
  static func text(_ pdf: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(pdf, to: "document.pdf")
    try run("qpdf", "--check", path)
    return try run("pdftotext", "-layout", path, "-")
  }

  static func pages(_ pdf: [UInt8]) throws -> Int {
    let folder = try TemporaryFolder()
    let path = try folder.write(pdf, to: "document.pdf")
    let text = try run("qpdf", "--show-npages", path)
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Refuses an SVG that is no valid XML.
  static func check(svg: String) throws {
    let folder = try TemporaryFolder()
    try run("xmllint", "--noout", try folder.write(svg, to: "chart.svg"))
  }

  /// Runs a program and returns what it wrote. A warning counts as a fault.
  @discardableResult
  static func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process(), output = Pipe(), error = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardOutput, process.standardError) = (output, error)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, complaint.isEmpty else {
      throw Refused(description: "\(program) ended with \(process.terminationStatus): \(complaint)")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

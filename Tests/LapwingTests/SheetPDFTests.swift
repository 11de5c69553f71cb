import Foundation
import TestSupport
import Testing

@Suite("A load sheet as PDF")
struct SheetPDFTests {
  private func text(_ path: String) throws -> String {
    for arguments in [["qpdf", "--check", path], ["pdftotext", "-layout", path, path + ".txt"]] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    return try String(contentsOfFile: path + ".txt", encoding: .utf8)
  }

  private func compute(_ scenario: String, _ path: String, _ more: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["balance", "compute", "--scenario", scenario, "--pdf", path] + more)
  }

  @Test(
    "has the verdict, its reasons, the tables, the guesses and a place to sign",
    arguments: ["pa31-middle-out", "172m-two-up"])
  func content(name: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try compute(ProjectFile("data/loadings/\(name).json").path, folder.file("sheet.pdf"))
    let isLegal = name == "172m-two-up"
    #expect(outcome.status == (isLegal ? 0 : 1))
    #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    let text = try text(folder.file("sheet.pdf"))
    for part in [
      "Registration", "Pilot in command: signature", "Take-off", "Zero fuel", "Worst point", "centre of gravity",
      "Not checked against a document", "For planning only",
      isLegal ? "INSIDE, unverified empty weight" : "NOT WITHIN LIMITS",
      isLegal ? "Skyhawk" : "DANGER CG_OUT_OF_ENVELOPE",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("has the place to sign on its one page", arguments: ["172m-two-up", "a36-four-up", "pa32-family"])
  func onePage(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try compute(ProjectFile("data/loadings/\(name).json").path, folder.file("sheet.pdf"))
    let text = try text(folder.file("sheet.pdf"))
    #expect(text.contains("page 1 of 1") && text.contains("Pilot in command: signature"))
  }

  @Test("has names in Korean")
  func korean() throws {
    let folder = try TemporaryFolder()
    let scenario = try ProjectFile("data/loadings/172m-two-up.json").text(
      replacing: "172M, two up, full tanks", by: "제주 왕복, 두 사람")
    _ = try compute(try folder.write(scenario, to: "scenario.json"), folder.file("sheet.pdf"))
    #expect(try text(folder.file("sheet.pdf")).contains("제주 왕복, 두 사람"))
  }

  @Test("is the same file for the same sheet and time")
  func isReproducible() throws {
    let folder = try TemporaryFolder()
    let scenario = ProjectFile("data/loadings/a36-four-up.json").path
    for name in ["a.pdf", "b.pdf"] {
      _ = try compute(scenario, folder.file(name), "--printed-at", "2026-11-26T10:00:00Z")
    }
    let first = FileManager.default.contents(atPath: folder.file("a.pdf"))
    #expect(first != nil && first == FileManager.default.contents(atPath: folder.file("b.pdf")))
    #expect(try text(folder.file("a.pdf")).contains("printed 2026-11-26 10:00 UTC"))
  }

  @Test("is not written over its scenario, nor with a time that is none")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(ProjectFile("data/loadings/172m-two-up.json").text, to: "scenario.json")
    let same = try compute(path, path)
    #expect(same.status == 64 && same.error.contains("is the scenario file, which it would replace"))
    let time = try compute(path, folder.file("sheet.pdf"), "--printed-at", "today")
    #expect(time.status == 64 && time.error.contains("write a time such as 2026-11-26T10:00:00Z"))
    let full = try compute(path, "/dev/full")
    #expect(full.status == 74 && full.error.contains("/dev/full"))
  }
}

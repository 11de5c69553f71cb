import Foundation
import TestSupport
import Testing

@Suite("The first sheet of a newcomer")
struct FirstSheetTests {
  /// The indented block after a heading of the document.
  private func block(after heading: String) throws -> String {
    let text = try ProjectFile("docs/weight-and-balance.md").text
    let rest = try #require(text.range(of: "## \(heading)\n")).upperBound
    let lines = text[rest...].split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
    return code.map { $0.dropFirst(4) }.joined(separator: "\n") + "\n"
  }

  @Test("takes a script of at most 15 lines, as the document shows it")
  func script() throws {
    let script = try block(after: "The first sheet in one minute")
    #expect(script.split(separator: "\n").count <= 15)
    let folder = try TemporaryFolder()
    let path = try folder.write(script, to: "first-sheet")
    let bin = URL(fileURLWithPath: LapwingProcess.path).deletingLastPathComponent().path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-e", path]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["PATH": "\(bin):/usr/bin:/bin"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.contains("Cessna 172M Skyhawk"))
    #expect(text.contains("INSIDE all limits"))
  }
}

@Suite("What weight and balance shows besides the sheet")
struct BalanceReferenceTests {
  @Test("The references have title, text and address, and say what is not in force")
  func references() throws {
    let outcome = try LapwingProcess.run(["balance", "sources", "--references"])
    #expect(outcome.status == 0)
    for part in [
      "14 CFR 91.103  Preflight action", "14 CFR 23.23  Load distribution limits", "Not in force since Amendment 23-64",
      "AC 120-27F  Aircraft Weight and Balance Control", "https://www.ecfr.gov/current/title-14/section-91.103",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
    let json = try LapwingProcess.run(["balance", "sources", "--references", "--json"])
    for line in json.lines {
      let entry = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
      #expect(Set(entry.keys) == ["name", "title", "text", "url"])
    }
    #expect(try LapwingProcess.run(["balance", "sources"]).status == 64)
  }

  @Test("The useful load is on the sheet and in the list")
  func usefulLoad() throws {
    let text = try LapwingProcess.run([
      "balance", "compute", "--scenario", ProjectFile("data/loadings/172m-two-up.json").path,
    ])
    #expect(text.output.contains("Useful load, the take-off limit less the empty weight: 846 lb"))
    #expect(try LapwingProcess.run(["balance", "list"]).output.contains("useful load 834 lb"))
  }
}

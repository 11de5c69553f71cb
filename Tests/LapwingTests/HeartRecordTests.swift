import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A record of heart rates` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A logbook with a rate a second for two minutes.
  private func logged() throws -> Workbench {
    let bench = try Workbench("profile: bedside\n")
    let file = try folder.write(
      "time,address,model,heart rate (bpm)\n"
        + (0..<120).map {
          let time = "2026-01-01T03:\($0 < 60 ? "00" : "01"):\(String(format: "%02d", $0 % 60)).000+00:00"
          return "\(time),C0:FF:EE:00:00:02,Heart Rate Service,\($0 < 60 ? 60 : 71)"
        }.joined(separator: "\n"), to: "rates.csv")
    #expect(try LapwingProcess.run(["sessions", "import", file] + bench.options).status == 0)
    return bench
  }

  @Test func `is exported for a clinic as one Observation a minute`() throws {
    let bench = try logged()
    let file = folder.file("night.json")
    let export = try LapwingProcess.run(["sessions", "export", "--fhir", file] + bench.options)
    #expect(export.status == 0 && export.error.isEmpty, "\(export.error)")
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let bundle = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(bundle["resourceType"] as? String == "Bundle" && bundle["type"] as? String == "collection")
    let entries = try #require(bundle["entry"] as? [[String: Any]])
    let names = Set(entries.compactMap { $0["fullUrl"] as? String })
    #expect(names.count == entries.count)
    let observations = entries.compactMap { $0["resource"] as? [String: Any] }.filter {
      $0["resourceType"] as? String == "Observation"
    }
    let values = observations.compactMap { $0["valueQuantity"] as? [String: Any] }
    #expect(values.map { $0["value"] as? Double } == [60, 71])
    #expect(values.allSatisfy { $0["code"] as? String == "/min" })
    for item in observations {
      let codes = (item["code"] as? [String: Any])?["coding"] as? [[String: String]]
      #expect(codes?.first?["code"] == "8867-4")
      let subject = (item["subject"] as? [String: String])?["reference"] ?? ""
      #expect(names.contains(subject))
    }
    let again = folder.file("again.json")
    #expect(try LapwingProcess.run(["sessions", "export", "--fhir", again] + bench.options).status == 0)
    let text = try String(contentsOfFile: again, encoding: .utf8)
    #expect(names.allSatisfy(text.contains), "the same thing has the same name in every export")
  }

  @Test func `is reported for a doctor on a page, with days without data in a line`() throws {
    let bench = try logged()
    let pdf = folder.file("heart.pdf")
    let report = try LapwingProcess.run(
      ["heart", "report", "--from", "2025-12-31", "--to", "2026-01-02", "--pdf", pdf] + bench.options)
    #expect(report.status == 0, "\(report.error)")
    let text = Process()
    text.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    text.arguments = ["pdftotext", "-layout", pdf, folder.file("heart.txt")]
    try text.run()
    text.waitUntilExit()
    let printed = try String(contentsOfFile: folder.file("heart.txt"), encoding: .utf8)
    #expect(printed.contains("lowest 60, mean 66, highest 71 bpm"), "\(printed)")
    #expect(printed.contains("on 1 of 3 days") && printed.contains("page 1 of 1"))
    #expect(printed.contains("Not worn on 2 days: 2025-12-31, 2026-01-02"))
  }

  @Test func `of one sensor alone is written where it is asked for, also as CSV`() throws {
    let bench = try logged()
    func csv(_ address: String) throws -> LapwingProcess.Outcome {
      let days = ["--from", "2026-01-01", "--to", "2026-01-01", "--sensor", address]
      return try LapwingProcess.run(["heart", "report", "--csv", "-"] + days + bench.options)
    }
    #expect(try csv("C0:FF:EE:00:00:02").output.contains("C0:FF:EE:00:00:02"))
    let other = try csv("C0:FF:EE:00:00:77")
    #expect(other.status == 66 && other.output.isEmpty)
    #expect(other.error.contains("of C0:FF:EE:00:00:77"), "\(other.error)")
  }

  @Test(arguments: ["hello", "1941-02-30", "2941-01-01", "30.5.1941"])
  func `has no birth date that is none`(text: String) throws {
    let bench = try logged()
    let edited = try LapwingProcess.run(["sessions", "edit", "1", "--born", text] + bench.options)
    #expect(edited.status == 64 && edited.error.contains("born is \(text), which is no birth date"), "\(edited.error)")
    #expect(try LapwingProcess.run(["sessions", "edit", "1", "--born", "1941-05"] + bench.options).status == 0)
  }

  @Test func `is never written over the logbook or over settings`() throws {
    let bench = try logged()
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("lapwing.db")))
    for (name, what) in [("lapwing.db", "a database"), ("lapwing.yaml", "a file of settings")] {
      for command in [["sessions", "export", "--csv"], ["heart", "report", "--days", "1", "--pdf"]] {
        let path = bench.folder.file(name)
        let refused = try LapwingProcess.run(command + [path] + bench.options)
        #expect(refused.status != 0 && FileManager.default.fileExists(atPath: path))
        if command[0] == "sessions" { #expect(refused.status == 64 && refused.error.contains("is \(what)")) }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("lapwing.db"))) == before)
  }

  @Test func `of a day is too short to suggest limits, and says so`() throws {
    let bench = try logged()
    let suggested = try LapwingProcess.run(["heart", "suggest", "--to", "2026-01-02"] + bench.options)
    #expect(suggested.status == 0)
    #expect(suggested.output.contains("nothing is suggested: 1 of the last 31 days have data"), "\(suggested.output)")
    let json = try LapwingProcess.run(["heart", "suggest", "--to", "2026-01-02", "--json"] + bench.options)
    #expect(json.output.contains("\"low_limit\":45") && !json.output.contains("suggested"), "\(json.output)")
    let none = try LapwingProcess.run(["heart", "suggest", "--to", "2020-01-02"] + bench.options)
    #expect(none.lines == ["No heart rate was logged on these days."])
  }
}

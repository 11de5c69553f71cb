import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Sessions that are over` {
  /// A box that has logged one session with a heart rate that is too high for a while.
  private func logged() throws -> Workbench {
    let bench = try Workbench()
    let text = TimelineText.heartRate({ $0 < 60 ? 171 : 72 }, during: 0..<100)
    #expect(try LapwingProcess.run(try bench.run(text)).status == 0)
    return bench
  }

  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `are listed with what they held, and found by text`() throws {
    let bench = try logged()
    let list = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(list.status == 0)
    #expect(list.lines.count == 1)
    #expect(list.lines.first?.contains("heart 72 to 171 bpm") == true)
    let none = try LapwingProcess.run(["sessions", "list", "--search", "no such word"] + bench.options)
    #expect(none.lines == ["No session fits."])
    let json = try object(
      try #require(try LapwingProcess.run(["sessions", "list", "--json"] + bench.options).lines.first))
    #expect((json["heart_rate_bpm"] as? [String: Double])?["max"] == 171)
  }

  @Test func `are shown with figures, a chart and alarms`() throws {
    let bench = try logged()
    let shown = try LapwingProcess.run(["sessions", "show"] + bench.options)
    #expect(shown.status == 0)
    #expect(shown.output.contains("Heart rate high (heart-rate-high) high, worst 171 bpm (limit 150)"))
    #expect(shown.output.contains("┤"))
    let json = try object(
      try #require(try LapwingProcess.run(["sessions", "show", "--json"] + bench.options).lines.first))
    let sensor = try #require((json["sensors"] as? [[String: Any]])?.first)
    let heart = (sensor["heart_rate_bpm"] as? [String: Double]) ?? [:]
    #expect(heart["count"] == 100)
    #expect(heart["above_s"] == 60)
    let all = ["below_s", "within_s", "above_s", "no_data_s"].compactMap { heart[$0] }.reduce(0, +)
    #expect(all == json["duration_s"] as? Double)
  }

  @Test func `are exported with every reading once, the same in each format`() throws {
    let bench = try logged()
    let folder = try TemporaryFolder()
    let names = ["csv", "json", "pdf", "svg"]
    let files = names.flatMap { ["--\($0)", folder.file("session.\($0)")] }
    #expect(try LapwingProcess.run(["sessions", "export"] + files + bench.options).status == 0)
    let csv = try String(contentsOfFile: folder.file("session.csv"), encoding: .utf8).components(separatedBy: "\r\n")
    #expect(csv.count == 1 + 100 + 1)
    #expect(csv.first?.hasPrefix("time,address,model,heart rate (bpm)") == true)
    #expect(Set(csv).count == csv.count)
    let json = try object(String(contentsOfFile: folder.file("session.json"), encoding: .utf8))
    let rates = try #require(json["readings"] as? [[String: Any]]).compactMap { $0["heart_rate_bpm"] as? Double }
    #expect(rates == (0..<100).map { $0 < 60 ? 171 : 72 })
    let pdf = try Data(contentsOf: URL(fileURLWithPath: folder.file("session.pdf")))
    #expect(pdf.starts(with: Data("%PDF-".utf8)))
    #expect(try String(contentsOfFile: folder.file("session.svg"), encoding: .utf8).contains("</svg>"))
    let names2 = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names2) == Set(names.map { "session.\($0)" }), "nothing else is left there")
  }

  @Test func `are deleted only if a person says so`() throws {
    let bench = try logged()
    let refused = try LapwingProcess.run(["sessions", "delete", "1"] + bench.options)
    #expect(refused.status == 64)
    #expect(try LapwingProcess.run(["sessions", "delete", "1", "--yes"] + bench.options).status == 0)
    let list = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(list.lines.first?.hasPrefix("The logbook has no sessions yet") == true)
    let missing = try LapwingProcess.run(["sessions", "show", "1"] + bench.options)
    #expect(missing.status == 66)
  }

  @Test func `may be in files that were set aside, which a deletion names`() throws {
    let bench = try logged()
    let plain = try LapwingProcess.run(["sessions", "list"] + bench.options)
    #expect(plain.error.isEmpty)
    let aside = bench.folder.file("lapwing.db").replacingOccurrences(of: ".db", with: "-20260101-101010.older.db")
    try FileManager.default.copyItem(atPath: bench.folder.file("lapwing.db"), toPath: aside)
    try "".write(toFile: bench.folder.file("lapwing-note.txt"), atomically: true, encoding: .utf8)
    let deleted = try LapwingProcess.run(["sessions", "delete", "1", "--yes"] + bench.options)
    #expect(deleted.status == 0)
    #expect(deleted.error.contains(URL(fileURLWithPath: aside).lastPathComponent))
    #expect(!deleted.error.contains("note.txt"))
  }

  @Test func `need a logbook, a file to write and dates that exist`() throws {
    let bench = try Workbench()
    let none = try LapwingProcess.run(["sessions"] + bench.options)
    #expect(none.status == 0 && none.output.contains("no sessions yet"), "\(none.error)")
    #expect(try LapwingProcess.run(["sessions", "export", "1"] + bench.options).status == 64)
    for day in ["yesterday", "2026-13-01", "2026-1-1", "2026-02-31", "2026-+1-+1"] {
      #expect(try LapwingProcess.run(["sessions", "list", "--from", day] + bench.options).status == 64)
    }
    let logged = try logged()
    let unwritable = try LapwingProcess.run(["sessions", "export", "--csv", "/nowhere/at/all.csv"] + logged.options)
    #expect(unwritable.status == 74)
    let full = try LapwingProcess.run(["sessions", "export", "--csv", "/dev/full"] + logged.options)
    #expect(full.status == 74)
  }

  @Test func `count by days too`() throws {
    let bench = try logged()
    // A recording that is played fast runs ahead of the clock.
    let days = [0, 86_400.0].map {
      String(ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: $0)).prefix(10))
    }
    let heart = try LapwingProcess.run(
      ["heart", "trends", "--json", "--from", days[0], "--to", days[1]] + bench.options)
    #expect(heart.status == 0)
    let counts = try heart.lines.map { try object($0)["count"] as? Int ?? 0 }
    #expect(counts.reduce(0, +) == 100)
    // What is still to come is not missing. The recording was played ahead of the clock, by less than five minutes.
    let today = try LapwingProcess.run(["heart", "trends", "--json", "--days", "1"] + bench.options)
    let passed = Date().timeIntervalSince(Calendar.current.startOfDay(for: Date()))
    for line in today.lines { #expect(try object(line)["no_data_s"] as? Double ?? .infinity < passed + 300) }
    let air = try LapwingProcess.run(["air"] + bench.options)
    #expect(air.lines == ["No air values were logged on these days."])
    #expect(try LapwingProcess.run(["heart", "--days", "0"] + bench.options).status == 64)
  }
}

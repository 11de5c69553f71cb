import Alarms
import Foundation
import GRDB
import Readings
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `What a session was about` {
  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func lapwing(_ arguments: [String], _ bench: Workbench) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(arguments + bench.options)
  }

  /// A logbook with one session of 100 heart rates.
  private func logged() throws -> Workbench {
    let bench = try Workbench()
    #expect(try LapwingProcess.run(try bench.run(TimelineText.heartRate({ $0 + 110 }, during: 0..<100))).status == 0)
    return bench
  }

  @Test func `is said when a person starts it, and is found by any of it`() throws {
    let bench = try Workbench("profile: bedside\n")
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 171 }, during: 0..<3600), speed: "20"), on: bench)
    try box.alarm(.heartRateHigh)
    let about = ["--airline", "대한항공", "--flight", "KE17", "--seat", "23A", "--from", "ICN", "--to", "LAX"]
    #expect(try lapwing(["session", "start"] + about, bench).status == 0)
    // The time of a recording moves in steps, and both orders may come in one of them.
    let begun = try box.status().seconds
    try box.status { $0.seconds > begun }
    #expect(try lapwing(["phase", "cruise"], bench).status == 0)
    #expect(try lapwing(["session", "end"] + about, bench).status == 64, "an end says nothing about it")
    #expect(try lapwing(["session", "end"], bench).status == 0)
    _ = box.end()
    for text in ["대한항공", "ke17", "icn–lax", "ICN-LAX", "23a"] {
      let found = try lapwing(["sessions", "list", "--search", text], bench)
      #expect(found.lines.count == 1 && found.output.contains("대한항공 KE17  ICN–LAX  seat 23A"), "\(found.output)")
    }
    let json = try object(try #require(try lapwing(["sessions", "show", "2", "--json"], bench).lines.first))
    #expect(json["flight"] as? String == "KE17")
    #expect(json["to"] as? String == "LAX")
    let phases = try #require(json["phases"] as? [[String: Any]])
    #expect(phases.map { $0["phase"] as? String } == ["unknown", "cruise"])
    let sum = phases.compactMap { $0["duration_s"] as? Double }.reduce(0, +)
    #expect(abs(sum - (json["duration_s"] as? Double ?? 0)) < 0.01, "phases follow each other without a gap")
    let readings = phases.compactMap { $0["readings"] as? Int }.reduce(0, +)
    let sensor = try #require((json["sensors"] as? [[String: Any]])?.first)
    #expect(readings == sensor["readings"] as? Int)
  }

  @Test func `is said afterwards, part by part, and taken back by an empty text`() throws {
    let bench = try logged()
    #expect(try lapwing(["sessions", "edit", "1", "--flight", "KE17", "--from", "ICN"], bench).status == 0)
    let edited = try lapwing(["sessions", "edit", "1", "--to", "LAX", "--flight", ""], bench)
    #expect(edited.output.contains("ICN–LAX"), "\(edited.output)\(edited.error)")
    #expect(!edited.output.contains("KE17"))
    #expect(try lapwing(["sessions", "edit", "7", "--to", "LAX"], bench).status == 66)
    #expect(try lapwing(["sessions", "edit", "1"], bench).status == 64)
    let long = try lapwing(["sessions", "edit", "1", "--seat", String(repeating: "A", count: 41)], bench)
    #expect(long.status == 64 && long.error.contains("at most 40"))
    #expect(try lapwing(["sessions", "edit", "1", "--seat", "1A\n2B"], bench).status == 64)
  }

  @Test func `is shown with drinks, caffeine and the place of the sensor, also in the document`() throws {
    let bench = try logged()
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).write {
      try $0.execute(
        sql: """
          INSERT INTO hydration (session_id, at_ms, amount_ml) SELECT 1, started_at_ms + 1000, 200 FROM session;
          INSERT INTO hydration (session_id, at_ms, amount_ml) SELECT 1, started_at_ms + 2000, 150 FROM session;
          INSERT INTO hydration (session_id, at_ms, amount_ml) VALUES (1, 'x', -5);
          UPDATE session SET caffeine_at_ms = started_at_ms + 500, placement_confirmed = 1, airline = 'KE';
          INSERT INTO phase (session_id, phase, since_ms, source, probability)
            SELECT 1, 'climb', started_at_ms + 50000, 'detected', 0.9 FROM session;
          """)
    }
    let shown = try lapwing(["sessions", "show"], bench)
    #expect(shown.output.contains("Hydration: 350 ml in 2 drinks"), "\(shown.output)")
    #expect(shown.output.contains("Placement: confirmed"))
    #expect(shown.output.contains("climb 49s (detected, 90 %)") || shown.output.contains("climb 50s (detected, 90 %)"))
    let json = try object(try #require(try lapwing(["sessions", "show", "--json"], bench).lines.first))
    #expect(json["hydration_ml"] as? Int == 350)
    #expect(json["placement_confirmed"] as? Bool == true)
    let folder = try TemporaryFolder()
    let pdf = folder.file("flight.pdf")
    #expect(try lapwing(["sessions", "export", "--pdf", pdf], bench).status == 0)
    let text = Process()
    text.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    text.arguments = ["pdftotext", pdf, folder.file("flight.txt")]
    try text.run()
    text.waitUntilExit()
    let printed = try String(contentsOfFile: folder.file("flight.txt"), encoding: .utf8)
    for part in ["350 ml in 2 drinks", "climb", "Caffeine", "KE"] { #expect(printed.contains(part), "\(printed)") }
  }

  @Test(arguments: [
    "\u{7}", "\n", "\u{202E}", "\u{2067}", "\u{61C}", "\u{200F}", "\u{200E}", "\u{200B}", "\u{FEFF}", "\u{200D}",
  ])
  func `refuses characters that change how a line is shown, and keeps what was there`(_ character: String) throws {
    let bench = try logged()
    #expect(try lapwing(["sessions", "edit", "1", "--flight", "KE 17"], bench).status == 0)
    let outcome = try lapwing(["sessions", "edit", "1", "--flight", "KE\(character)85"], bench)
    #expect(outcome.status == 64, "\(outcome.error)")
    #expect(try lapwing(["sessions", "list"], bench).output.contains("KE 17"))
  }

  @Test(arguments: ["می\u{200C}روم", "👩🏽\u{200D}✈\u{FE0F} 17", "KE 17"])
  func `keeps names that need a character without width`(_ name: String) throws {
    let bench = try logged()
    #expect(try lapwing(["sessions", "edit", "1", "--flight", name], bench).status == 0)
    #expect(try lapwing(["sessions", "list"], bench).output.contains(name))
  }

  @Test(arguments: [" ", "\u{A0}\u{3000}"]) func `refuses blanks`(_ text: String) throws {
    let bench = try logged()
    let outcome = try lapwing(["sessions", "edit", "1", "--seat", text], bench)
    #expect(outcome.status == 64 && outcome.error.contains("seat has only blanks"), "\(outcome.error)")
  }

  @Test func `is read of no empty file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "empty.db")
    let outcome = try LapwingProcess.run(["sessions", "--logbook", path])
    #expect(outcome.status == 66)
    #expect(outcome.error.contains("\(path): this is not a logbook"), "\(outcome.error)")
  }
}

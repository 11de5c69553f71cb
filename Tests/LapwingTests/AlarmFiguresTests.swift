import Foundation
import GRDB
import TestSupport
import Testing

/// What a session says about its alarms: their worst value, and how long values were beyond the limit (docs/figures.md).
@Suite(.timeLimit(.minutes(20))) struct `The alarms of a session` {
  /// 1 January 2026, 03:00 UTC.
  private static let start: Int64 = 1_767_236_400_000

  /// Rates of five minutes: 50 bpm, with dips to 40 and 38 of ten seconds each. The session begins at the second minute.
  private func night(_ alarms: String) throws -> Workbench {
    let bench = try Workbench("profile: bedside\n")
    let rows = (0..<300).map { second in
      let rate = (100..<110).contains(second) ? 40 : (200..<210).contains(second) ? 38 : 50
      let time = "2026-01-01T03:\(String(format: "%02d:%02d", second / 60, second % 60))Z"
      return "\(time),C0:FF:EE:00:00:02,Heart Rate Service,\(rate)"
    }
    let file = try bench.folder.write(
      "time,address,model,heart rate (bpm)\n" + rows.joined(separator: "\n"), to: "rates.csv")
    #expect(try LapwingProcess.run(["sessions", "import", file] + bench.options).status == 0)
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).write {
      try $0.execute(
        sql: """
          UPDATE session SET profile = 'bedside', started_at_ms = \(Self.start + 60_000), ended_at_ms = \(Self.start + 300_000);
          INSERT INTO run (started_at_ms, after_alarm_id) VALUES (\(Self.start), 0);
          INSERT INTO alarm
            (session_id, sequence, at_ms, condition, address, priority, technical, presence, activation, "limit", value)
            VALUES \(alarms);
          """)
    }
    return bench
  }

  private func row(_ session: String, _ second: Int64, _ presence: String) -> String {
    """
    (\(session), 1, \(Self.start + second * 1000), 'heart-rate-low', 'C0:FF:EE:00:00:02', 'high', 0, '\(presence)', 'on', 45, 44)
    """
  }

  private func alarms(_ bench: Workbench) throws -> [[String: Any]] {
    let shown = try LapwingProcess.run(["sessions", "show", "--json"] + bench.options)
    let object = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    return try #require(object?["alarms"] as? [[String: Any]])
  }

  @Test func `have the worst value while they were on, the time beyond the limit and the time until the answer`() throws
  {
    let rows = [
      row("1", 102, "on"), row("1", 112, "latched"), row("1", 202, "on"), row("1", 220, "ack"), row("1", 230, "off"),
    ]
    let bench = try night(rows.joined(separator: ", "))
    let alarm = try #require(try alarms(bench).first)
    #expect(try alarms(bench).count == 1, "it came back before it was off")
    #expect(alarm["worst"] as? Double == 38)
    #expect(alarm["beyond_s"] as? Double == 18, "8 s of the first dip, and all of the second")
    #expect(alarm["duration_s"] as? Double == 128)
    #expect(alarm["answered_after_s"] as? Double == 118)
    let text = try LapwingProcess.run(["sessions", "show"] + bench.options).output
    #expect(text.contains("worst 38 bpm (limit 45), 2m 08s, beyond the limit 18s"), "\(text)")
  }

  @Test func `are those too that were on when it began, and not those that were over`() throws {
    let bench = try night([row("NULL", 20, "on"), row("1", 70, "off")].joined(separator: ", "))
    let alarm = try #require(try alarms(bench).first)
    #expect(alarm["began"] as? String == "2026-01-01T03:00:20.000+00:00")
    #expect(alarm["duration_s"] as? Double == 10, "of the session")
    let over = try night([row("NULL", 20, "on"), row("NULL", 50, "latched")].joined(separator: ", "))
    #expect(try alarms(over).isEmpty)
  }

  @Test func `have no value if nothing was measured, and the session starts with the value in force`() throws {
    let bench = try night(row("1", 299, "on"))
    let shown = try LapwingProcess.run(["sessions", "show", "--json"] + bench.options).output
    #expect(shown.contains("\"heart_rate_bpm\":{\"min\":38,"), "\(shown)")
    #expect(try alarms(bench).first?["worst"] as? Double == 50)
  }
}

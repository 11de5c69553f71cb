import Foundation
import GRDB
import Sessions
import Status
import TestSupport
import Testing

/// What a person says and notes before and during a flight.
@Suite(.timeLimit(.minutes(20))) struct `On a flight` {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// A box in a cabin that receives a strap, at the pace of a clock.
  private func box(on bench: Workbench) throws -> RunningBox {
    try RunningBox(try bench.run(TimelineText.heartRate({ _ in 72 }, during: 0..<3600), speed: "1"), on: bench)
  }

  @Test func `drinks and caffeine are noted, shown, taken back and logged`() throws {
    let bench = try Workbench("flight: {hydration-goal: 0}\n")
    let box = try box(on: bench)
    #expect(try box.command("session", "drink").output == "200 ml recorded, 200 ml in this session\n")
    #expect(try box.command("session", "drink", "330").status == 0)
    #expect(try box.command("session", "caffeine").status == 0)
    let status = try box.status()
    #expect(status.hydration == 530 && status.hydrationGoal == nil && status.caffeineAt != nil)
    #expect(try box.command("status").output.contains("drinks    530 ml; caffeine 0 min ago"))
    #expect(try box.command("session", "drink", "--undo").output.contains("200 ml in this session"))
    #expect(try box.command("session", "caffeine", "--undo").status == 0)
    #expect(try box.command("session", "caffeine", "--undo").status == 64)
    for wrong in [["0"], ["2001"], ["many"], ["200", "--undo"]] {
      #expect(try LapwingProcess.run(["session", "drink"] + wrong + bench.options).status == 64)
    }
    let ended = try object(try box.command("session", "end", "--json").output)
    #expect(ended["hydration_ml"] as? Int == 200 && ended["caffeine"] == nil)
    let refused = try box.command("session", "drink")
    #expect(refused.status == 64 && refused.error.contains("no session is running"))
    let ids = try DatabaseQueue(path: bench.folder.file("lapwing.db")).read {
      try String.fetchAll($0, sql: "SELECT uuid FROM hydration")
    }
    #expect(ids.compactMap(UUID.init).count == 1)
    box.end()
  }

  @Test func `the checklist is asked for, told at the start and kept`() throws {
    let bench = try Workbench()
    let box = try box(on: bench)
    let check = try box.command("session", "check")
    #expect(check.status == 69, "\(check.error)")
    #expect(check.lines.last == "not ready: sensor, signal, placement", "\(check.output)")
    let placed = try object(try box.command("session", "check", "--placed", "--json").output)
    #expect(placed["ready"] as? Bool == false && placed["placement_confirmed_s"] != nil)
    let refused = try box.command("session", "start", "--checked", "--flight", "KE17")
    #expect(refused.status == 69 && refused.error.contains("was not started"), "\(refused.error)")
    let told = try box.command("session", "start", "--flight", "KE17")
    #expect(told.status == 0 && told.output.contains("started, but no CO2 sensor is adopted"), "\(told.output)")
    #expect(try box.command("session", "start", "--unchecked").output.isEmpty)
    let ended = try box.command("session", "end")
    #expect(ended.output.contains("checklist   begun without: sensor, signal"), "\(ended.output)")
    #expect(ended.output.contains("placement   confirmed"))
    box.end()
  }

  @Test func `a restart keeps the flight, its drinks and its numbers, and the summary is of the whole`() throws {
    let bench = try Workbench()
    let first = try box(on: bench)
    #expect(try first.command("session", "start", "--flight", "KE17", "--from", "ICN", "--unchecked").status == 0)
    #expect(try first.command("session", "drink").status == 0)
    #expect(try first.command("session", "caffeine").status == 0)
    #expect(try first.command("session", "check", "--placed").status == 69)
    _ = try first.status { $0.seconds > 3 }
    first.end(SIGKILL)
    let second = try box(on: bench)
    let status = try second.status { $0.about != nil }
    #expect(status.hydration == 200 && status.caffeineAt != nil && status.about?.route == "ICN–?")
    #expect((status.sessionStartedAt ?? 0) < 0)
    #expect(try second.command("session", "drink", "--undo").status == 0)
    #expect(try second.command("session", "drink", "150").output.contains("150 ml in this session"))
    let ended = try second.command("session", "end")
    #expect(ended.output.contains("about       KE17, ICN–?"), "\(ended.output)\(ended.error)")
    #expect(ended.output.contains("150 ml in 1 drink"))
    #expect(ended.output.contains("no data, restart"))
    second.end()
    let sessions = try LapwingProcess.run(["sessions", "--json"] + bench.options).lines.map { try object(String($0)) }
    #expect(sessions.map { $0["id"] as? Int } == [2, 1], "no number is left out")
  }
}

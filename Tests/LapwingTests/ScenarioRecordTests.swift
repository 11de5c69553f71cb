import GRDB
import TestSupport
import Testing

@Suite("A scenario that the box shows", .timeLimit(.minutes(2)))
struct ScenarioRecordTests {
  @Test("stands in the logbook with number, verdict, file and reason")
  func record() throws {
    let bench = try Workbench()
    let scenarios = try TemporaryFolder()
    _ = try scenarios.write(try ProjectFile("scenarios/172m-aft.json").text, to: "a.json")
    _ = try scenarios.write("nonsense", to: "b.json")
    let timeline = """
      {"t": 0}
      {"t": 1, "button": "B", "press": "short"}
      {"t": 30, "button": "B", "press": "short"}
      {"t": 60}

      """
    let outcome = try LapwingProcess.run(
      try bench.run(timeline, speed: "16") + ["--scenarios", scenarios.path])
    #expect(outcome.status == 0, "\(outcome.error)")
    let rows = try DatabaseQueue(path: bench.folder.file("lapwing.db")).read {
      try Row.fetchAll($0, sql: "SELECT * FROM scenario ORDER BY id")
    }
    #expect(rows.map { $0["number"] as Int? } == [1, 2])
    #expect(rows.map { $0["count"] as Int? } == [2, 2])
    #expect(rows.map { $0["verdict"] as String? } == ["danger", "refused"])
    #expect((rows.first?["text"] as String?)?.contains("a.json: ") == true)
    #expect((rows.last?["text"] as String?)?.contains("b.json:1: ") == true)
    #expect(rows.allSatisfy { ($0["session_id"] as Int64?) != nil })
  }
}

import Foundation
import GRDB
import Status
import TestSupport
import Testing

@Suite("A scenario that the box shows", .timeLimit(.minutes(20)))
struct ScenarioRecordTests {
  /// Runs a box in whose folder of scenarios there is one file, presses for it, and stops the box once it is shown.
  private func show(_ text: String, named name: String, verdict: String, on bench: Workbench) throws {
    let scenarios = try TemporaryFolder()
    _ = try scenarios.write(text, to: name)
    let press = "{\"t\": 0}\n{\"t\": 1, \"button\": \"B\", \"press\": \"short\"}\n{\"t\": 3600}\n"
    let box = try RunningBox(try bench.run(press, speed: "1") + ["--scenarios", scenarios.path], on: bench)
    try box.event {
      if case .scenario(let scenario) = $0 {
        scenario.number == 1 && scenario.count == 1 && scenario.verdict == verdict
      } else {
        false
      }
    }
    #expect(box.end().status == 0)
  }

  @Test("stands in the logbook with number, verdict, file and reason")
  func record() throws {
    let bench = try Workbench()
    try show(try ProjectFile("data/loadings/172m-aft.json").text, named: "a.json", verdict: "danger", on: bench)
    try show("nonsense", named: "b.json", verdict: "refused", on: bench)
    let rows = try DatabaseQueue(path: bench.folder.file("lapwing.db")).read {
      try Row.fetchAll($0, sql: "SELECT * FROM scenario ORDER BY id")
    }
    #expect(rows.map { $0["number"] as Int? } == [1, 1])
    #expect(rows.map { $0["count"] as Int? } == [1, 1])
    #expect(rows.map { $0["verdict"] as String? } == ["danger", "refused"])
    #expect((rows.first?["text"] as String?)?.contains("a.json: ") == true)
    #expect((rows.last?["text"] as String?)?.contains("b.json:1: ") == true)
    #expect(rows.allSatisfy { ($0["session_id"] as Int64?) != nil })
  }
}

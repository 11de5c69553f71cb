import Foundation
import Logbook
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `What lapwing forget deletes` {
  /// A box that has logged one session, and a queue beside it.
  private func logged(queue: String) throws -> Workbench {
    let bench = try Workbench()
    let text = TimelineText.heartRate({ $0 < 60 ? 171 : 72 }, during: 0..<100)
    #expect(try LapwingProcess.run(try bench.run(text)).status == 0)
    let settings = try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
    _ = try bench.folder.write(settings + "outside: {queue: \(bench.folder.file("outside.db"))}\n", to: "lapwing.yaml")
    _ = try bench.folder.write("what was sent", to: queue)
    return bench
  }

  private func forget(_ words: [String], in bench: Workbench) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["forget", "--yes"] + words + bench.options)
  }

  private func exists(_ name: String, in bench: Workbench) -> Bool {
    FileManager.default.fileExists(atPath: bench.folder.file(name))
  }

  @Test func `is all but a damaged queue, which stays as it is for lapwing outside`() throws {
    let bench = try logged(queue: "outside.db")
    let outcome = try forget(["--all"], in: bench)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("outside.db: it is damaged"))
    #expect(outcome.output.contains("1 session, and"))
    #expect(try String(contentsOfFile: bench.folder.file("outside.db"), encoding: .utf8) == "what was sent")
    #expect(!exists("outside.db.damaged", in: bench))
    #expect(try LogbookReader(path: bench.folder.file("lapwing.db")).sessions().isEmpty)
  }

  @Test func `is a queue that was set aside, which is only named before a day`() throws {
    let bench = try logged(queue: "outside.db.damaged")
    let named = try forget(["--before", "2000-01-01"], in: bench)
    #expect(named.status == 0)
    #expect(named.error.contains("outside.db.damaged"))
    #expect(exists("outside.db.damaged", in: bench))
    #expect(try forget(["--all"], in: bench).status == 0)
    #expect(!exists("outside.db.damaged", in: bench))
  }

  @Test func `is a damaged file of what a broker has not confirmed, when it was set aside`() throws {
    let bench = try logged(queue: "outside.db.mqtt.damaged")
    #expect(try forget(["--all"], in: bench).status == 0)
    #expect(!exists("outside.db.mqtt.damaged", in: bench))
    _ = try bench.folder.write("what was not sent", to: "outside.db.mqtt")
    let outcome = try forget(["--all"], in: bench)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("outside.db.mqtt: it is damaged"))
  }

  @Test func `is the file of open alarms, unless a box runs`() throws {
    let bench = try logged(queue: "outside.db.damaged")
    _ = try bench.folder.write("open alarms", to: "lapwing-alarms.json")
    do {
      let box = try #require(try LogbookLock.acquire(for: bench.folder.file("lapwing.db")))
      defer { withExtendedLifetime(box) {} }
      let outcome = try forget(["--all"], in: bench)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("lapwing-alarms.json stays"))
      #expect(exists("lapwing-alarms.json", in: bench))
    }
    #expect(try forget(["--all"], in: bench).status == 0)
    #expect(!exists("lapwing-alarms.json", in: bench))
  }
}

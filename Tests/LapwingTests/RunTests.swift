import Alarms
import Foundation
import GRDB
import Status
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A run` {
  private func rows(_ sql: String, in bench: Workbench) throws -> [Row] {
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test func `ends with the recording, prints the summary and logs the session`() throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(try bench.run(TimelineText.restless(60)))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("00:43.0  alarm    Heart rate high (heart-rate-high) high on (171, limit 150)"))
    #expect(outcome.output.contains("  duration    00:59.0\n"))
    #expect(outcome.output.contains("  heart rate  minimum 72, mean 92.1, maximum 171 bpm\n"))
    #expect(outcome.output.contains("  alarms      1 high, 0 medium, 0 low\n"))
    #expect(try rows("SELECT * FROM session WHERE end_reason = 'ended'", in: bench).count == 1)
    #expect(try rows("SELECT * FROM reading", in: bench).count == 60)
    #expect(try rows("SELECT * FROM alarm", in: bench).count == 1)
  }

  @Test(.enabled(if: socket(AF_BLUETOOTH, Int32(SOCK_RAW.rawValue), 1) < 0 && errno == EAFNOSUPPORT))
  func `on a kernel without Bluetooth says so and what to do`() throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(["run"] + bench.options)
    #expect(outcome.status == 69)
    #expect(outcome.error.contains("AF_BLUETOOTH"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func `on a pipe has no control sequences`() throws {
    let outcome = try LapwingProcess.run(try Workbench().run(TimelineText.restless(60)))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func `adds a second session`() throws {
    let bench = try Workbench()
    for _ in 1...2 { #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0) }
    #expect(try rows("SELECT * FROM session", in: bench).count == 2)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `ends with a signal as with the recording`(signal: Int32) throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(3600), speed: "20"), on: bench)
    try box.alarm(.heartRateHigh)
    let outcome = box.end(signal)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("Session (cabin)"))
    #expect(try rows("SELECT * FROM session WHERE end_reason = 'stopped'", in: bench).count == 1)
  }

  @Test(arguments: 1...8)
  func `killed, it has every alarm that it had reported as committed`(count: Int) throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(36_000), speed: "1000"), on: bench)
    let reported = Int(try box.status { $0.committedTransitions >= count * 3 }.committedTransitions)
    #expect(box.end(SIGKILL).status == 128 + SIGKILL)
    #expect(reported > 0)
    let kept = try rows("SELECT sequence FROM alarm ORDER BY sequence", in: bench).map { $0[0] as Int }
    #expect(kept.starts(with: 1...reported))
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0, "it opens again")
    #expect(
      try rows("SELECT end_reason FROM session ORDER BY id", in: bench).map { $0[0] as String? }
        == ["interrupted", "ended"])
  }

  @Test func `goes on while nobody reads what it says`() throws {
    let bench = try Workbench()
    // Far more lines than a pipe holds.
    let process = try LapwingProcess(try bench.run(TimelineText.restless(9000), speed: "1000"))
    let outcome = process.finishUnread()
    #expect(outcome.status == 74, "its summary could not be said")
    let alarms = try rows("SELECT condition, presence, count(*) FROM alarm GROUP BY 1, 2 ORDER BY 1, 2", in: bench)
    let counts = alarms.map { "\($0[0] as String) \($0[1] as String) \($0[2] as Int)" }
    #expect(counts == ["heart-rate-high off 199", "heart-rate-high on 200"])
    #expect(try rows("SELECT * FROM session WHERE end_reason = 'ended'", in: bench).count == 1)
  }

  @Test func `refuses a second run beside it`() throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(3600), speed: "1"), on: bench)
    let second = try LapwingProcess.run(try bench.run(TimelineText.restless(30)))
    #expect(second.status == 69)
    #expect(second.error.contains("another lapwing is running"))
    #expect(box.end().status == 0)
  }

  @Test func `refuses a second run also when somebody has removed its socket`() throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(3600), speed: "1"), on: bench)
    try FileManager.default.removeItem(atPath: bench.folder.file("control"))
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 69)
    #expect(box.end().status == 0)
  }

  @Test func `starts where a killed run has left its socket`() throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(3600), speed: "1"), on: bench)
    box.end(SIGKILL)
    #expect(FileManager.default.fileExists(atPath: bench.folder.file("control")))
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(30))).status == 0)
  }

  @Test func `does not remove a file that the control socket is said to be`() throws {
    let bench = try Workbench()
    let path = try bench.folder.write("precious", to: "control")
    let outcome = try LapwingProcess.run(try bench.run(TimelineText.restless(30)))
    #expect(outcome.status == 69)
    #expect(outcome.error.contains("this is a file and not a socket"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `leaves all of the logbook in one file`() throws {
    let bench = try Workbench()
    #expect(try LapwingProcess.run(try bench.run(TimelineText.restless(600))).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    // The lock holds nothing.
    #expect(names.filter { $0.hasPrefix("lapwing.db") && $0 != "lapwing.db.lock" } == ["lapwing.db"])
  }

  @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-", ">/dev/full"])
  func `logs without standard streams, or with ones that take nothing`(redirection: String) throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(
      try bench.run(TimelineText.restless(60)), wrapper: ["sh", "-c", "exec \"$0\" \"$@\" \(redirection)"])
    #expect([0, 74].contains(outcome.status))
    #expect(try rows("SELECT * FROM alarm", in: bench).count == 1)
  }

  @Test func `carries its session over to a new logbook when the old one is deleted`() throws {
    let bench = try Workbench()
    let box = try RunningBox(try bench.run(TimelineText.restless(3600), speed: "20"), on: bench)
    try box.status { $0.committedTransitions > 0 }
    for name in ["lapwing.db", "lapwing.db-wal", "lapwing.db-shm"] {
      try FileManager.default.removeItem(atPath: bench.folder.file(name))
    }
    let notice = try box.status { $0.logbookNotice != nil }.logbookNotice
    #expect(notice?.contains(bench.folder.file("lapwing.db")) == true, "\(notice ?? "")")
    box.end()
    #expect(try rows("SELECT * FROM session WHERE end_reason = 'stopped'", in: bench).count == 1)
    #expect(try rows("SELECT * FROM alarm WHERE session_id IS NULL", in: bench).isEmpty)
    #expect(try rows("SELECT * FROM reading WHERE session_id IS NULL", in: bench).isEmpty)
  }

  @Test func `plays what stands before a bad line, and says so`() throws {
    let bench = try Workbench()
    let outcome = try LapwingProcess.run(try bench.run(TimelineText.restless(30) + "{\"t\": 0}\n"))
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("line 31: t falls"))
    #expect(outcome.output.contains("Session (cabin)"))
    #expect(try rows("SELECT * FROM session WHERE end_reason = 'ended'", in: bench).count == 1)
  }
}

import Alarms
import Foundation
import GRDB
import Status
import TestSupport
import Testing

/// What a run goes on with when the one before it has ended.
@Suite(.timeLimit(.minutes(20))) struct `After a restart` {
  private func conditions(_ sql: String, in bench: Workbench) throws -> [String] {
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).read { try String.fetchAll($0, sql: sql) }
  }

  /// A strap at 171 bpm, ended by a signal once its alarm is on and, where wanted, acknowledged.
  /// - Parameter speed: the dates of a recording that is played faster run ahead of the clock, and an acknowledgement of
  ///   the future is not believed.
  private func earlierRun(endedBy signal: Int32, isPaused: Bool = false, speed: String = "20") throws -> Workbench {
    let bench = try Workbench("profile: bedside\n")
    let box = try RunningBox(
      try bench.run(TimelineText.heartRate({ _ in 171 }, during: 0..<3600), speed: speed), on: bench)
    try box.alarm(.heartRateHigh)
    if isPaused {
      #expect(try box.command("ack", "heart-rate-high").status == 0)
      try box.alarm(.heartRateHigh, .on, .paused)
    }
    try box.status { $0.committedTransitions >= (isPaused ? 2 : 1) }
    box.end(signal)
    return bench
  }

  /// The changes of alarms in a later run in which nothing is received for 75 s.
  private func laterAlarms(in bench: Workbench) throws -> [AlarmReport] {
    let box = try RunningBox(try bench.run("{\"t\": 0}\n{\"t\": 75}\n", speed: "10"), on: bench)
    let alarms = try box.alarmsToTheEnd()
    _ = box.finish()
    return alarms
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `an unacknowledged high alarm sounds again, once, and hands over where its sensor is silent`(
    signal: Int32
  ) throws {
    let alarms = try laterAlarms(in: try earlierRun(endedBy: signal))
    let heart = alarms.filter { $0.condition == "heart-rate-high" && $0.priority == "high" }
    #expect(heart.count { $0.presence == "on" } == 1)
    #expect(heart.contains { $0.presence == "off" }, "\(alarms)")
    #expect(alarms.contains { $0.condition == "no-data" && $0.presence == "on" })
    let restarted = alarms.first { $0.condition == "restarted" && $0.presence == "on" }
    #expect(restarted?.priority == (signal == SIGKILL ? "low" : nil))
  }

  @Test func `it gets what the run had left that ended by itself`() throws {
    let bench = try earlierRun(endedBy: SIGKILL)
    let outcome = try LapwingProcess.run(try bench.run("{\"t\": 0}\n{\"t\": 60}\n", speed: "20"))
    let line = outcome.lines.first { $0.contains("the run before ended by itself") }
    let strap = "C0:FF:EE:00:00:02"
    #expect(line?.hasSuffix("with alarms: heart-rate-high at \(strap); sensors: \(strap)") == true, "\(line ?? "")")
  }

  @Test func `a pause survives and does not grow longer`() throws {
    let bench = try earlierRun(endedBy: SIGTERM, isPaused: true, speed: "1")
    let ends = "SELECT CAST(silent_until_ms AS TEXT) FROM alarm WHERE activation = 'paused' ORDER BY id"
    let before = try conditions(ends, in: bench).first.flatMap { Int64($0) } ?? 0
    #expect(before > 0)
    let alarms = try laterAlarms(in: bench)
    let heart = alarms.filter { $0.condition == "heart-rate-high" && $0.presence == "on" }
    #expect(heart.contains { $0.priority == "high" })
    #expect(heart.allSatisfy { $0.activation == "paused" })
    let after = try conditions(ends, in: bench).last.flatMap { Int64($0) } ?? .max
    // A recording that is played ten times as fast has its dates ten times as fast too.
    #expect(after <= before)
  }

  @Test func `nothing goes on after a recording that came to its end`() throws {
    let bench = try Workbench("profile: bedside\n")
    let text = TimelineText.heartRate({ _ in 171 }, during: 0..<20)
    let outcome = try LapwingProcess.run(try bench.run(text))
    #expect(outcome.status == 0)
    let alarms = try laterAlarms(in: bench)
    // Beside a bed a missing heart sensor is reported after a minute.
    #expect(alarms.allSatisfy { $0.condition == "not-watched" }, "\(alarms)")
  }
}

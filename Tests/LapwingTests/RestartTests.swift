import Foundation
import GRDB
import TestSupport
import Testing

/// What a run goes on with when the one before it has ended.
@Suite(.timeLimit(.minutes(2))) struct `After a restart` {
  private func conditions(_ sql: String, in bench: Workbench) throws -> [String] {
    try DatabaseQueue(path: bench.folder.file("lapwing.db")).read { try String.fetchAll($0, sql: sql) }
  }

  /// A strap at 131 bpm, ended by a signal once its alarm is on and, where wanted, acknowledged.
  /// - Parameter speed: the dates of a recording that is played faster run ahead of the clock, and an acknowledgement of
  ///   the future is not believed.
  private func earlierRun(endedBy signal: Int32, isPaused: Bool = false, speed: String = "20") throws -> Workbench {
    let bench = try Workbench("profile: bedside\n")
    let process = try LapwingProcess(
      try bench.run(TimelineText.heartRate({ _ in 131 }, during: 0..<3600), speed: speed))
    _ = process.lines(through: "alarm    heart-rate-high")
    if isPaused {
      let order = try LapwingProcess.run(["ack", "heart-rate-high"] + bench.options)
      #expect(order.status == 0)
      _ = process.lines(through: "heart-rate-high high on, sound paused")
    }
    _ = process.lines(through: "committed up to \(isPaused ? 2 : 1)")
    process.send(signal)
    _ = process.finish()
    return bench
  }

  /// The alarm lines of a later run in which nothing is heard for 75 s.
  private func laterAlarms(in bench: Workbench) throws -> [String] {
    let process = try LapwingProcess(try bench.run("{\"t\": 0}\n{\"t\": 75}\n", speed: "20"))
    let lines = process.lines(through: "no-data")
    process.send(SIGTERM)
    return (lines + process.finish().lines.map(String.init)).filter { $0.contains("alarm    ") }
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `an unacknowledged high alarm sounds again, once, and hands over where its sensor is silent`(
    signal: Int32
  ) throws {
    let alarms = try laterAlarms(in: try earlierRun(endedBy: signal))
    #expect(alarms.count { $0.contains("heart-rate-high high on") } == 1)
    #expect(alarms.contains { $0.contains("heart-rate-high high off") }, "\(alarms)")
    #expect(alarms.contains { $0.contains("restarted low on") } == (signal == SIGKILL))
  }

  @Test func `it is told what the run had left that ended by itself`() throws {
    let bench = try earlierRun(endedBy: SIGKILL)
    let process = try LapwingProcess(try bench.run("{\"t\": 0}\n{\"t\": 60}\n", speed: "20"))
    let line = process.lines(through: "the run before ended by itself").last
    process.send(SIGKILL)
    _ = process.finish()
    let strap = "C0:FF:EE:00:00:02"
    #expect(line?.hasSuffix("with alarms: heart-rate-high at \(strap); sensors: \(strap)") == true, "\(line ?? "")")
  }

  @Test func `a pause survives and does not grow longer`() throws {
    let bench = try earlierRun(endedBy: SIGTERM, isPaused: true, speed: "1")
    let ends = "SELECT CAST(silent_until_ms AS TEXT) FROM alarm WHERE activation = 'paused' ORDER BY id"
    let before = try conditions(ends, in: bench).first.flatMap { Int64($0) } ?? 0
    #expect(before > 0)
    let alarms = try laterAlarms(in: bench)
    #expect(alarms.contains { $0.contains("heart-rate-high high on, sound paused") })
    #expect(alarms.allSatisfy { !$0.contains("heart-rate-high high on") || $0.contains("sound paused") })
    let after = try conditions(ends, in: bench).last.flatMap { Int64($0) } ?? .max
    // A recording that is played 20 times as fast has its dates 20 times as fast too.
    #expect(after <= before)
  }

  @Test func `nothing goes on after a recording that came to its end`() throws {
    let bench = try Workbench("profile: bedside\n")
    let text = TimelineText.heartRate({ _ in 131 }, during: 0..<20)
    let outcome = try LapwingProcess.run(try bench.run(text))
    #expect(outcome.status == 0)
    let alarms = try laterAlarms(in: bench)
    // Beside a bed without a heart sensor that is told after a minute.
    #expect(alarms.allSatisfy { $0.contains("not-watched") }, "\(alarms)")
  }
}

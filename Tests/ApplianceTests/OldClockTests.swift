import Alarms
import Engine
import Foundation
import GRDB
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

/// A Pi without a clock battery starts with the time of its last shutdown.
@Suite struct `A box whose clock is old` {
  private final class Clock {
    var date: Int64
    var evidence = DateEvidence.none
    init(_ date: Int64) { self.date = date }
  }

  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let noon: Int64 = 1_800_000_000_000
  private let fiveHours: Int64 = 5 * 3_600_000
  private let aranet = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 256)
  }

  private func keeper(_ clock: Clock, sinceBoot: Int64 = 30_000) -> LogbookWriter {
    LogbookWriter(
      .init(
        path: folder.file("lapwing.db"),
        settings: MonitorSettings(profile: .cabin, latchesSound: false, gradesAir: false), inward: inward,
        health: LogbookHealth(), clock: MonotonicClock(), startedAtUnixMilliseconds: clock.date, date: { clock.date },
        evidence: { clock.evidence }, sinceBoot: sinceBoot, minuteOfDay: { _ in 720 },
        records: HistoryGapFinder(recorders: [aranet.address]), refusedReadings: { 0 }))
  }

  private func received(at seconds: Double, counter: UInt32) -> [TimedOutput] {
    [
      TimedOutput(instant: .start, record: .sensor(SensorIndex(0), aranet)),
      TimedOutput(
        instant: .at(seconds),
        record: .reading(.aranet4(intervalSeconds: 60, counter: counter), from: SensorIndex(0))),
    ]
  }

  private func reported() -> (faults: [String], minutes: [Int16?], wishes: [HistoryRequest], notes: [String]) {
    var faults: [String] = [], minutes: [Int16?] = [], wishes: [HistoryRequest] = [], notes: [String] = []
    while let record = inward.pop() {
      switch record {
      case .event(.fault(let fault)): faults.append("\(fault.name) on")
      case .event(.cleared(let fault)): faults.append("\(fault.name) off")
      case .event(.timeOfDay(let minute)): minutes.append(minute)
      case .fetch(let wish): wishes.append(wish)
      case .note(let text): notes.append(text)
      default: break
      }
    }
    return (faults.filter { $0.hasPrefix("clock") }, minutes, wishes, notes)
  }

  private func rows(_ sql: String) throws -> [Row] {
    try DatabaseQueue(path: folder.file("lapwing.db")).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test func `marks its run, and moves it and fetches what it missed when the date comes`() throws {
    // A run until noon; then five hours without power.
    let before = Clock(noon - 3_600_000)
    before.evidence = .synchronised
    let first = keeper(before)
    first.receive(received(at: 3590, counter: 1))
    first.finish()
    _ = reported()

    let clock = Clock(noon)
    let keeper = keeper(clock)
    var now = reported()
    #expect(now.faults == ["clock-unset on"])
    #expect(now.minutes == [nil], "whether it is night is not known")
    keeper.receive(received(at: 60, counter: 2))
    #expect(try rows("SELECT clock FROM run ORDER BY id").map { $0[0] as String } == ["set", "unset"])
    #expect(reported().wishes.isEmpty)

    clock.date = noon + fiveHours
    clock.evidence = DateEvidence(timesyncd: 1)
    keeper.receive([])
    now = reported()
    #expect(now.faults == ["clock-unset off"])
    #expect(now.minutes == [720])
    #expect(now.notes.contains { $0.contains("moved by +") })
    let run = try #require(try rows("SELECT * FROM run ORDER BY id DESC").first)
    #expect(run["clock"] == "corrected")
    // The test's own clock has gone on by some milliseconds.
    let shift: Int64 = run["clock_shift_ms"]
    #expect(abs(shift - fiveHours) < 600_000)
    #expect(
      try rows("SELECT at_ms FROM reading ORDER BY id").map { $0[0] as Int64 } == [
        noon - 10_000, noon + 60_000 + shift,
      ])
    let wish = try #require(now.wishes.first)
    #expect(wish.gap.from == noon - 10_000)
    #expect(wish.gap.to == noon + 60_000 + shift)
    keeper.finish()
  }

  @Test func `and is right says so by nothing but the end of the alarm`() throws {
    let clock = Clock(noon)
    let keeper = keeper(clock)
    keeper.receive(received(at: 1, counter: 1))
    _ = reported()
    clock.evidence = DateEvidence(timesyncd: 1)
    keeper.receive([])
    let now = reported()
    #expect(now.faults == ["clock-unset off"])
    #expect(now.notes.isEmpty)
    #expect(try rows("SELECT at_ms FROM reading").first?[0] == noon + 1_000)
  }

  @Test func `and was set by hand knows the date again after a restart of the program, and not after one of the box`() {
    let clock = Clock(noon)
    let first = keeper(clock)
    clock.date = noon + fiveHours
    first.receive([])
    #expect(reported().faults == ["clock-unset on", "clock-unset off"])
    first.finish()
    let start = Clock(noon + fiveHours + 60_000)
    keeper(start, sinceBoot: 90_000).finish()
    #expect(reported().faults == [])
    // The box was booted again, and its clock goes on from the last shutdown.
    let boot = Clock(noon + fiveHours + 130_000)
    keeper(boot, sinceBoot: 20_000).finish()
    #expect(reported().faults == ["clock-unset on"])
  }

  @Test func `leaves what it logged by a good clock when somebody sets that, and says so`() throws {
    let clock = Clock(noon)
    clock.evidence = DateEvidence(timesyncd: 1)
    let keeper = keeper(clock)
    keeper.receive(received(at: 1, counter: 1))
    clock.date = noon + fiveHours
    keeper.receive(received(at: 2, counter: 2))
    #expect(reported().notes.contains { $0.contains("the clock was set by +") })
    clock.date = noon
    clock.evidence = DateEvidence(timesyncd: 2)
    keeper.receive(received(at: 3, counter: 3))
    let stamps = try rows("SELECT at_ms FROM reading ORDER BY id").map { $0[0] as Int64 }
    #expect(stamps.first == noon + 1_000)
    #expect(stamps.allSatisfy { abs($0 - noon) < 600_000 }, "\(stamps)")
    let run = try #require(try rows("SELECT * FROM run").first)
    #expect(run["started_at_ms"] == noon)
  }
}

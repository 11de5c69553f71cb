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

/// Whatever becomes of the file, a restart goes on with the alarm that was there.
@Suite struct `A logbook that is lost or damaged` {
  let folder: TemporaryFolder
  let inward: BoundedRing<LoopInput>
  let health = LogbookHealth()
  let place = SensorIndex(0)
  let strap = SensorRegistry.Sensor(address: .sampleAranet4, model: .heartRateService)
  let noon: Int64 = 1_800_000_000_000
  var path: String { folder.file("lapwing.db") }
  private var settings: MonitorSettings { MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false) }

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 256)
  }

  /// Without a lock: a process that is killed gives it back, and here two runs share one.
  func keeper(startedAt second: Int64, date: RunDate? = nil, usesSnapshot: Bool = true) -> LogbookWriter {
    let start = noon + 1000 * second
    return LogbookWriter(
      .init(
        path: path, takeLock: { _ in nil }, settings: settings, inward: inward, health: health, clock: MonotonicClock(),
        startedAtUnixMilliseconds: start, date: { start }, runDate: date,
        found: usesSnapshot ? RestartSnapshotFile(besideLogbook: path).read() : .absent, checkInterval: .zero,
        refusedReadings: { 0 }))
  }

  func snapshotWriter(_ date: RunDate) -> RestartSnapshotWriter {
    let found = RestartSnapshotFile(besideLogbook: path).read()
    return RestartSnapshotWriter(
      file: RestartSnapshotFile(besideLogbook: path), found: found, settings: settings, date: date, inward: inward,
      clock: MonotonicClock(), checkInterval: .zero, growthInterval: .zero)
  }

  func alarm(_ sequence: UInt64, _ presence: Presence) -> LoopOutput {
    .action(
      .alarm(
        AlarmTransition(
          sequence: sequence, condition: .heartRateHigh, sensor: place, priority: .high, isTechnical: false,
          presence: presence, isOnset: presence == .on, activation: presence == .on ? .on : .off, limit: 130,
          value: 150,
          family: .heart)))
  }

  var reading: LoopOutput {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 150
    return .reading(reading, from: place)
  }

  func at(_ second: Double, _ record: LoopOutput) -> TimedOutput {
    TimedOutput(instant: .at(second), record: record)
  }

  var beginning: [TimedOutput] {
    [at(0, .action(.sessionStarted)), at(1, .sensor(place, strap)), at(2, reading), at(3, alarm(1, .on))]
  }

  /// What the loop gets to go on with; empties the ring.
  func reported() -> (alarms: [String], notes: [String], expected: [DeviceAddress]) {
    var alarms: [String] = [], notes: [String] = [], expected: [DeviceAddress] = []
    while let record = inward.pop() {
      switch record {
      case .earlierRun(.alarm(let alarm, let sensor)):
        alarms.append("\(alarm.condition.name) at \(sensor.address)\(alarm.isLatched ? " latched" : "")")
      case .note(let text): notes.append(text)
      case .earlierRun(.expected(let sensor)): expected.append(sensor.address)
      default: break
      }
    }
    return (alarms, notes, expected)
  }

  var sounding: [String] { ["heart-rate-high at \(strap.address)"] }

  func overwrite(from page: Int, count: Int) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(4096 * page))
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096 * count))
    try file.close()
  }

  func count(_ sql: String) throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sql) ?? 0 }
  }

  var damagedFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      $0.hasSuffix(".damaged.db")
    }
  }

  @Test func `deleted while it runs: the new file knows the run, its session, its sensor and its alarm`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    try FileManager.default.removeItem(atPath: path)
    first.receive([])
    #expect(try count("SELECT count(*) FROM run") == 1)
    #expect(try count("SELECT count(*) FROM session WHERE ended_at_ms IS NULL") == 1)
    #expect(try count("SELECT count(*) FROM reading") == 1)
    #expect(try count("SELECT count(*) FROM alarm") == 1)
    #expect(health.notice?.contains("moved away or deleted") == true)
    #expect(health.fault == nil)
    _ = reported()
    // Killed there.
    _ = keeper(startedAt: 60, usesSnapshot: false)
    let after = reported()
    #expect(after.alarms == sounding)
    #expect(after.expected == [strap.address])
  }

  @Test func `deleted while it does not run: the file beside it reports the alarm`() throws {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    first.receive(beginning)
    snapshots.receive(beginning)
    first.finish()
    for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
    _ = reported()
    _ = keeper(startedAt: 60)
    #expect(reported().alarms == sounding)
  }

  @Test func `behind the file beside it: the newer one of the two counts`() throws {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    first.receive(beginning)
    snapshots.receive([at(0, .recalled(isFromLog: true))] + beginning + [at(4, alarm(2, .off))])
    first.finish()
    _ = reported()
    _ = keeper(startedAt: 60)
    #expect(reported().alarms == [], "the log does not know of its end")
  }

  @Test func `ahead of the file beside it, in the same run or by a run: the log counts`() throws {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    first.receive(beginning + [at(4, alarm(2, .off))])
    snapshots.receive(beginning)
    first.finish()
    _ = reported()
    let second = keeper(startedAt: 60)
    #expect(reported().alarms == [])
    second.finish()
    _ = reported()
    _ = keeper(startedAt: 120)
    #expect(reported().alarms == [], "the log knows a later run")
  }

  @Test func `sound, and the file beside it is damaged: that is reported, and the log counts`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    first.finish()
    _ = try folder.write("lapwing open alarms 1 00000000\n{}", to: "lapwing-alarms.json")
    _ = reported()
    _ = keeper(startedAt: 60)
    let after = reported()
    #expect(after.alarms == sounding)
    #expect(after.notes.contains { $0.contains("lapwing-alarms.json: this file is damaged") })
  }

  @Test func `damaged at the start: it is set aside and salvaged, and its alarm goes on`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning + (4...3000).map { at(Double($0), reading) })
    first.finish()
    // The pages of some readings in the middle and in the end.
    let pages = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) / 4096
    try overwrite(from: pages - 8, count: 6)
    _ = reported()
    let second = keeper(startedAt: 3060)
    var after = reported()
    for _ in 0..<20 {
      second.receive([])
      let more = reported()
      after = (after.alarms + more.alarms, after.notes + more.notes, after.expected + more.expected)
    }
    #expect(after.alarms == sounding)
    #expect(damagedFiles.count == 1)
    #expect(after.notes.contains { $0.contains("the logbook was damaged; it is set aside as") }, "\(after.notes)")
    #expect(after.notes.contains { $0.contains("lost from 20") }, "\(after.notes)")
    #expect(health.notice?.contains("salvage of lapwing-20") == true)
    #expect(health.fault == nil)
    #expect(try count("SELECT count(*) FROM reading") > 1000)
    #expect(try count("SELECT count(*) FROM damage WHERE report LIKE '%rows read%'") == 1)
  }

  @Test func `no database at the start: it is set aside, and the file beside it reports the alarm`() throws {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    first.receive(beginning)
    snapshots.receive(beginning)
    first.finish()
    try overwrite(from: 0, count: 2)
    _ = reported()
    let second = keeper(startedAt: 60)
    second.receive([])
    #expect(reported().alarms == sounding)
    #expect(damagedFiles.count == 1)
    #expect(health.fault == nil)
  }

  @Test func `damaged while it runs: it is noticed at the next look, and the alarm survives a kill`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning + (4...500).map { at(Double($0), reading) })
    // All but the first page, which the write-ahead log may hold too: brought into the file first.
    try DatabaseQueue(path: path).inDatabase { _ = try $0.checkpoint(.truncate) }
    let pages = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) / 4096
    try overwrite(from: 1, count: pages - 1)
    first.receive([])
    first.receive([])
    #expect(damagedFiles.count == 1)
    #expect(health.fault == nil)
    #expect(reported().notes.contains { $0.contains("set aside") })
    #expect(try count("SELECT count(*) FROM run") == 1)
    #expect(try count("SELECT count(*) FROM session") == 1)
    // Killed there.
    _ = keeper(startedAt: 600, usesSnapshot: false)
    let after = reported()
    #expect(after.alarms == sounding)
    #expect(after.expected == [strap.address])
  }

  @Test func `damaged again and again: after three times in an hour it is left, and said to be damaged`() throws {
    let first = keeper(startedAt: 0)
    for number in 1...4 {
      first.receive([at(Double(number), .sensor(place, strap)), at(Double(number), reading)])
      try? DatabaseQueue(path: path).inDatabase { _ = try $0.checkpoint(.truncate) }
      try overwrite(from: 0, count: 3)
      first.receive([])
    }
    #expect(damagedFiles.count == 3)
    #expect(health.fault?.code == "logbook-corrupt")
  }

  @Test func `reports to another run an alarm whose beginning was not committed before it ended`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    first.finish()
    // It ends before the loop has answered.
    _ = keeper(startedAt: 60)
    _ = reported()
    _ = keeper(startedAt: 61)
    #expect(reported().alarms == sounding)
  }
}

import Alarms
import Sessions
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `The logbook` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)

  init() throws { folder = try TemporaryFolder() }

  private func transition(_ sequence: UInt64, limit: Double? = 2500) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false,
      presence: .on, isOnset: true, activation: .on, limit: limit, value: 2600)
  }

  private func rows(_ sql: String) throws -> [Row] {
    try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test func `keeps a session with its readings and alarms`() throws {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 72
    reading.contact = .detected
    reading.rrIntervals.append(ticks: 1024)
    reading.rrIntervals.append(ticks: 512)
    var summary = SessionSummary()
    summary.readings = 1
    summary.heartRate.add(72)
    let logbook = try Logbook(path: path)
    try logbook.append([
      .sessionStarted(at: 1000, profile: "bedside"), .reading(reading, of: "Heart Rate Service", from: strap, at: 2000),
      .alarm(transition(1), at: 3000, sensor: strap), .sessionEnded(summary, at: 4000),
    ])
    let session = try #require(try rows("SELECT * FROM session").first)
    #expect(session["started_at_ms"] == 1000)
    #expect(session["ended_at_ms"] == 4000)
    #expect(session["end_reason"] == "ended")
    #expect(session["profile"] == "bedside")
    #expect(session["heart_rate_bpm_mean"] == 72.0)
    #expect(session["co2_ppm_mean"] == nil as Double?)
    let logged = try #require(try rows("SELECT * FROM reading").first)
    #expect(logged["session_id"] == session["id"] as Int64?)
    #expect(logged["at_ms"] == 2000)
    #expect(logged["address"] == "C0:FF:EE:00:00:02")
    #expect(logged["heart_rate_bpm"] == 72.0)
    #expect(logged["co2_ppm"] == nil as Double?, "absent is not zero")
    #expect(logged["contact"] == true)
    #expect(logged["rr_ms"] == "[1000.0,500.0]")
    let alarm = try #require(try rows("SELECT * FROM alarm").first)
    #expect(alarm["condition"] == "co2-high")
    #expect(alarm["limit"] == 2500.0)
    #expect(alarm["value"] == 2600.0)
    #expect(alarm["sequence"] == 1)
    #expect(alarm["presence"] == "on")
  }

  @Test func `writes ahead and in full, so that what is committed survives`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.sessionStarted(at: 1, profile: "cabin")])
    #expect(try rows("PRAGMA journal_mode").first?[0] == "wal")
    #expect(logbook.synchronous == 2, "2 is FULL")
  }

  @Test func `adds a second session to the first`() throws {
    for start in [1000, 9000] as [Int64] {
      let logbook = try Logbook(path: path)
      try logbook.append([.sessionStarted(at: start, profile: "cabin"), .sessionEnded(SessionSummary(), at: start + 1)])
    }
    #expect(try rows("SELECT * FROM session").count == 2)
  }

  @Test func `closes a session that was interrupted, at its last entry`() throws {
    var open: Logbook? = try Logbook(path: path)
    try open?.append([.sessionStarted(at: 1000, profile: "cabin"), .alarm(transition(1), at: 5000, sensor: nil)])
    open = nil
    _ = try Logbook(path: path)
    let session = try #require(try rows("SELECT * FROM session").first)
    #expect(session["end_reason"] == "interrupted")
    #expect(session["ended_at_ms"] == 5000)
  }

  @Test func `keeps the limit that was in force at the time`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([
      .alarm(transition(1, limit: 2500), at: 1, sensor: nil), .alarm(transition(2, limit: 3000), at: 2, sensor: nil),
    ])
    #expect(try rows("SELECT \"limit\" FROM alarm ORDER BY id").map { $0[0] as Double? } == [2500, 3000])
  }

  @Test func `refuses a file that is no database, and leaves it as it is`() throws {
    let text = String(repeating: "this is no database ", count: 100)
    let path = try folder.write(text, to: "lapwing.db")
    #expect(throws: LogbookError.corrupt(path: path)) { try Logbook(path: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `refuses a damaged database`() throws {
    var logbook: Logbook? = try Logbook(path: path)
    try logbook?.append((1...2000).map { .alarm(transition($0), at: Int64($0), sensor: strap) })
    logbook = nil
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in stride(from: 100, to: bytes.count, by: 3) { bytes[index] ^= 0x5A }
    _ = try folder.write(bytes, to: "lapwing.db")
    #expect(throws: LogbookError.corrupt(path: path)) {
      try Logbook(path: path).append([.sessionStarted(at: 1, profile: "cabin")])
    }
  }

  @Test func `refuses the logbook of a newer Lapwing`() throws {
    _ = try Logbook(path: path)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "PRAGMA user_version = 999")
    }
    #expect(throws: LogbookError.newerSchema(path: path)) { try Logbook(path: path) }
  }

  @Test func `says when its folder is not there`() {
    let path = folder.file("nowhere/lapwing.db")
    #expect { try Logbook(path: path) } throws: { ($0 as? LogbookError)?.code == .logbookCannotOpen }
  }

  @Test func `notices that its file was deleted`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.sessionStarted(at: 1, profile: "cabin")])
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: LogbookError.displaced(path: path)) {
      try logbook.append([.alarm(transition(1), at: 2, sensor: nil)])
    }
  }

  @Test func `notices that its write-ahead log was deleted`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.sessionStarted(at: 1, profile: "cabin")])
    try FileManager.default.removeItem(atPath: path + "-wal")
    #expect(throws: LogbookError.displaced(path: path)) {
      try logbook.append([.alarm(transition(1), at: 2, sensor: nil)])
    }
  }

  @Test func `closed, it is one file`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.sessionStarted(at: 1, profile: "cabin")])
    logbook.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lapwing.db"])
    #expect(try rows("SELECT * FROM session").count == 1)
  }

  @Test func `puts all of a batch into the file or none`() throws {
    let logbook = try Logbook(path: path)
    try DatabaseQueue(path: path).write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON alarm WHEN NEW.sequence = 3 BEGIN SELECT RAISE(ABORT, 'no'); END")
    }
    #expect(throws: LogbookError.self) {
      try logbook.append((1...3).map { .alarm(transition($0), at: 1, sensor: nil) })
    }
    #expect(try rows("SELECT * FROM alarm").isEmpty)
  }
}

import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

/// What `lapwing forget` promises in PRIVACY.md.
@Suite struct `What is forgotten` {
  private let folder: TemporaryFolder
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let hour: Int64 = 3_600_000
  private let day: Int64 = 86_400_000
  /// A midnight of UTC.
  private let start: Int64 = 1_700_006_400_000

  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func reading(_ rate: Double, at time: Int64) -> LogEntry {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    for _ in 0..<16 { reading.rrIntervals.append(ticks: 1003) }
    return .reading(reading, of: "Polar H10", from: strap, at: time)
  }

  /// A session of an hour on the first day, readings of no session on the second, and a session that goes on from the third.
  private func fill() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append((0..<3600).map { reading(61, at: start + $0 * 1000) })
    try logbook.append([.sessionEnded(SessionSummary(), at: start + hour)])
    try logbook.append((0..<600).map { reading(62, at: start + day + $0 * 1000) })
    try logbook.append([.sessionStarted(at: start + 2 * day, profile: "cabin")])
    try logbook.append((0..<600).map { reading(63, at: start + 2 * day + $0 * 1000) })
    while let hour = try logbook.unsealedHour(now: start + 2 * day + 300_000) { try logbook.seal(hour) }
    logbook.close()
  }

  private func count(_ table: String) throws -> Int? {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  @Test func `is not in the file any more, and what came later is`() throws {
    try fill()
    let forgotten = try Logbook.forget(before: start + 2 * day, of: path)
    #expect(forgotten == ForgottenPart(sessions: 1, openSessions: 0))
    #expect(try count("session") == 1)
    #expect(try count("block") == 0)
    #expect(try count("reading") == 600)
    #expect(try count("rollup_hours") == 0)
  }

  @Test func `is all but a session that goes on`() throws {
    try fill()
    #expect(try Logbook.forget(before: .max, of: path) == ForgottenPart(sessions: 1, openSessions: 1))
    #expect(try count("reading") == 600)
    #expect(try Logbook.forget(before: .max, of: path) == ForgottenPart(sessions: 0, openSessions: 1))
  }

  @Test func `leaves no byte of a heart rate that was sealed`() throws {
    try fill()
    let database = try DatabaseQueue(path: path)
    let block = try #require(
      try database.read { try Data.fetchOne($0, sql: "SELECT data FROM block ORDER BY id LIMIT 1") })
    try database.close()
    let sample = block.prefix(200)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: sample) != nil, "or the next line shows nothing")
    _ = try Logbook.forget(before: .max, of: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: sample) == nil)
  }

  @Test func `stays in the file while somebody reads it, which is said, and goes when it is run again`() throws {
    try fill()
    var open = GRDB.Configuration()
    open.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: open)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM session")
    }
    #expect(try Logbook.forget(before: start + 2 * day, of: path, patience: 0).isOverwritten == false)
    #expect(try Logbook.delete(session: 2, of: path, patience: 0) == false)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    try reader.close()
    #expect(try Logbook.forget(before: start + 2 * day, of: path) == ForgottenPart())
  }

  @Test func `does not come back from the history of a sensor`() throws {
    try fill()
    try DatabaseQueue(path: path).write { db in
      for (from, to) in [(start, start + hour), (start + day - hour, start + day + hour)] {
        try Logbook.insert(HistoryGap(address: strap, model: "Aranet4", from: from, to: to), in: db)
      }
    }
    _ = try Logbook.forget(before: start + day, of: path)
    let gaps = try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: "SELECT from_ms, to_ms FROM hole") }
    #expect(gaps.count == 1)
    #expect(gaps.first?["from_ms"] == start + day)
  }

  @Test func `takes with it the figures of days whose readings are gone already`() throws {
    try fill()
    let logbook = try Logbook(path: path)
    while let hour = try logbook.unrolledHour(limits: [:]) { try logbook.rollUp(hour) }
    logbook.close()
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM block") }
    #expect(try count("rollup_minutes") == 2)
    _ = try Logbook.forget(before: start + day, of: path)
    #expect(try count("rollup_minutes") == 1)
  }

  @Test(arguments: [true, false]) func `are the alarms of the latest run too, unless a box runs`(runs: Bool) throws {
    try fill()
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          INSERT INTO run (started_at_ms, after_alarm_id) VALUES (1, 1);
          INSERT INTO alarm (id, sequence, at_ms, condition, priority, technical, presence, activation)
          VALUES (1, 1, 1, 'co2-high', 'high', 0, 'on', 'on'), (2, 1, 2, 'co2-high', 'high', 0, 'on', 'on')
          """)
    }
    let box = runs ? try LogbookLock.acquire(for: path) : nil
    defer { withExtendedLifetime(box) {} }
    _ = try Logbook.forget(before: .max, of: path)
    #expect(try count("alarm") == (runs ? 1 : 0))
    #expect(try count("sensor") == 1, "the open session has it")
  }
}

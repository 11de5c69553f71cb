import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

@Suite struct `What was deleted with its session` {
  private let folder: TemporaryFolder
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Writes an hour of a session, seals it and deletes the session.
  private func fillAndDelete() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append(
      (0..<3600).map { second in
        var reading = Reading(model: .heartRateService)
        reading.measurements[.heartRateBeatsPerMinute] = 61
        for _ in 0..<16 { reading.rrIntervals.append(ticks: 1003) }
        return .reading(reading, of: "Polar H10", from: strap, at: start + Int64(second) * 1000)
      })
    try logbook.append([.sessionEnded(SessionSummary(), at: start + hour)])
    logbook.close()
    #expect(try holdsRows(), "or nothing below shows anything")
    let again = try Logbook(path: path)
    try again.seal(try #require(try again.unsealedHour(now: start + 8 * hour)))
    again.close()
    try Logbook.delete(session: 1, of: path)
  }

  private func holdsRows() throws -> Bool {
    // Intervals of 1003 ticks, as a row has them.
    try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("1003,1003,1003".utf8)) != nil
  }

  @Test func `is not in the file any more, also where its rows were sealed`() throws {
    try fillAndDelete()
    #expect(try !holdsRows())
  }

  @Test func `is not in a file of the first version any more, which keeps its free pages`() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE filler(a); DROP TABLE filler; PRAGMA journal_mode=WAL")
    }
    try fillAndDelete()
    #expect(try !holdsRows())
  }

  @Test func `leaves nothing of what was used to overwrite it, also after a deletion that was ended`() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE filler(a); DROP TABLE filler; PRAGMA journal_mode=WAL")
      try db.execute(sql: "CREATE TABLE zeros(a); INSERT INTO zeros VALUES (zeroblob(100000))")
    }
    try fillAndDelete()
    #expect(try !holdsRows())
    let left = try DatabaseQueue(path: path).read { db in
      (try db.tableExists("zeros"), try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0)
    }
    #expect(!left.0)
    #expect(left.1 > 100, "the pages are free again")
  }
}

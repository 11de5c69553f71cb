import Foundation
import GRDB
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

/// A person may delete a session while the box works on one of its hours: reading and writing are two transactions.
@Suite struct `A session that is deleted while one of its hours is sealed` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  private var path: String { folder.file("lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append(
      (0..<60).map { minute in
        .reading(.aranet4(co2: Double(400 + minute)), of: "Aranet4", from: air, at: start + Int64(minute) * 60_000)
      })
    try logbook.append([.sessionEnded(SessionSummary(), at: start + hour)])
  }

  private func count(_ table: String) throws -> Int? {
    try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
  }

  @Test func `does not come back as a block`() throws {
    let hour = try #require(try logbook.unsealedHour(now: start + 8 * hour))
    try Logbook.delete(session: 1, of: path)
    try logbook.seal(hour)
    #expect(try count("block") == 0)
    #expect(try count("unrolled") == 0)
    #expect(try logbook.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }.isEmpty)
  }

  @Test func `does not come back as figures`() throws {
    try logbook.seal(try #require(try logbook.unsealedHour(now: start + 8 * hour)))
    let rolled = try #require(try logbook.unrolledHour(limits: [:]))
    try Logbook.delete(session: 1, of: path)
    try logbook.rollUp(rolled)
    #expect(try count("rollup_hours") == 0)
    #expect(try count("rollup_minutes") == 0)
  }
}

import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

@Suite struct `A logbook that may keep only so much` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  /// A hundred sealed hours, with a session and an alarm in the first.
  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    let alarm = AlarmTransition(
      sequence: 1, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false, presence: .on,
      isOnset: true, activation: .on, limit: 2500, value: 2600)
    try logbook.append([
      .runStarted(at: start), .sessionStarted(at: start, profile: "cabin"), .alarm(alarm, at: start, sensor: air),
    ])
    try logbook.append(
      (0..<1000).map { step in
        .reading(
          .aranet4(co2: Double(400 + step % 100)), of: "Aranet4", from: air, at: start + Int64(step) * hour / 10)
      })
    while let hour = try logbook.unsealedHour(now: start + 110 * hour) { try logbook.seal(hour) }
    while let rolled = try logbook.unrolledHour(limits: [:]) { try logbook.rollUp(rolled) }
  }

  private func count(_ table: String) throws -> Int {
    try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  private func thin(olderThan time: Int64 = 0, largest: Int64 = .max, isDiskFull: Bool = false) throws {
    while try logbook.thin(olderThan: time, largest: largest, isDiskFull: isDiskFull) {}
  }

  @Test func `loses the hours that are too old, and nothing else`() throws {
    let rollups = try count("rollup_hours")
    try thin(olderThan: start + 60 * hour)
    let first = try logbook.read { try Int64.fetchOne($0, sql: "SELECT min(last_ms) FROM block") }
    #expect(try #require(first) >= start + 60 * hour)
    #expect(try count("block") == 40)
    #expect(try count("session") == 1)
    #expect(try count("alarm") == 1)
    #expect(try count("rollup_hours") == rollups)
    #expect(try count("unrolled") == 0, "figures of what is gone are not computed again")
  }

  @Test func `loses nothing while it is young and small`() throws {
    try thin(olderThan: start)
    #expect(try count("block") == 100)
  }

  @Test func `loses the oldest hours first if it is too large`() throws {
    let newest = try logbook.read { try Int64.fetchOne($0, sql: "SELECT max(last_ms) FROM block") }
    #expect(try logbook.thin(olderThan: 0, largest: 1, isDiskFull: false))
    #expect(try count("block") == 50)
    #expect(try logbook.read { try Int64.fetchOne($0, sql: "SELECT max(last_ms) FROM block") } == newest)
  }

  @Test func `on a full disk makes room within itself, and then stops`() throws {
    try logbook.write { db in
      for _ in 0..<200 {
        try db.execute(
          sql: """
            INSERT INTO block (sensor_id, first_ms, last_ms, count, first_reading_id, last_reading_id, data)
            VALUES (1, \(start), \(start), 1, 0, 0, randomblob(100000))
            """)
      }
    }
    try thin(isDiskFull: true)
    let free = try logbook.read { db in
      try (Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0) * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
    #expect(free >= 4 << 20)
    #expect(try count("block") > 50, "to delete more would not help the disk")
  }
}

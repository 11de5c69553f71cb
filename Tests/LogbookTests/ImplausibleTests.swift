import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A value that no sensor can measure` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ sql: String) throws -> [Row] {
    try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test func `is kept, and its row names the column`() throws {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 65_535
    let logbook = try Logbook(path: path)
    try logbook.append([
      .reading(
        reading, of: "Heart Rate Service", from: .sampleAranet4, at: 1, implausible: [.heartRateBeatsPerMinute]),
      .reading(.aranet4(), of: "Aranet4", from: .sampleAranet4, at: 2),
    ])
    let found = try rows("SELECT heart_rate_bpm, implausible FROM reading ORDER BY id")
    #expect(found[0]["heart_rate_bpm"] == 65_535.0)
    #expect(found[0]["implausible"] == "heart_rate_bpm")
    #expect(found[1]["implausible"] == nil as String?)
  }

  @Test func `is not sought in the rows of an older file, which is opened as it is`() throws {
    let old = try DatabaseQueue(path: path)
    try LogbookSchema.migrator.migrate(old, upTo: "v7 episodes")
    try old.write { db in
      try db.execute(
        sql: """
          INSERT INTO run (started_at_ms, after_alarm_id) VALUES (5, 0);
          INSERT INTO reading (at_ms, address, model, heart_rate_bpm)
            VALUES (10, 'C0:FF:EE:00:00:02', 'Heart Rate Service', 65535);
          """)
    }
    try old.close()
    let logbook = try Logbook(path: path)
    #expect(try rows("SELECT implausible FROM reading").first?["implausible"] == nil as String?)
    let last = try logbook.lastRun(now: 20)
    #expect(last.readings.map { $0.measurements[.heartRateBeatsPerMinute] } == [65_535])
    #expect(last.mark == nil)
    #expect(try rows("SELECT clock, mark FROM run").first?["clock"] == "set")
  }
}

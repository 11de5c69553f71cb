import Alarms
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A disk may change a bit of a row, and SQLite sees nothing of it.
@Suite struct `A row that the disk has changed` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  /// The beginning of an hour.
  private let start: Int64 = 1_699_999_200_000
  private var path: String { folder.file("lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    for second in 0..<3 {
      var beat = Reading(model: .heartRateService)
      beat.measurements[.heartRateBeatsPerMinute] = Double(60 + second)
      beat.rrIntervals.append(ticks: 1000)
      let air = Reading.aranet4(co2: Double(600 + second)), at = start + Int64(second) * 1000
      try logbook.append([
        .reading(air, of: "Aranet4", from: .sampleAranet4, at: at),
        .reading(beat, of: "Polar H10", from: strap, at: at),
      ])
    }
    let alarm = AlarmTransition(
      sequence: 1, condition: .co2High, sensor: nil, priority: .high, isTechnical: false, presence: .on,
      isOnset: true, activation: .on, limit: 2500, value: 2600)
    try logbook.append([.alarm(alarm, at: start + 1000, sensor: .sampleAranet4)])
  }

  /// Changes rows as a disk does, without the triggers.
  private func change(_ table: String, _ change: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "DROP TRIGGER \(table)_changed; UPDATE \(table) SET \(change)")
    }
  }

  private func found() throws -> [(values: Int, damaged: Int)] {
    try LogbookReader(path: path).record(from: start - 60_000, until: start + 60_000)
      .map { ($0.readings.count, $0.damagedParts) }
  }

  private func sound(_ table: String) throws -> [Bool] {
    try logbook.read { try Bool.fetchAll($0, sql: "SELECT is_sound FROM \(table)_soundness ORDER BY id") }
  }

  @Test(arguments: [
    ("quick_reading", "heart_rate_bpm = 125 WHERE heart_rate_bpm = 61"),
    ("quick_reading", "rr_ticks = '1008' WHERE heart_rate_bpm = 61"),
    ("wide_reading", "co2_ppm = 1625 WHERE co2_ppm = 601"), ("wide_reading", "age_s = 64 WHERE co2_ppm = 601"),
    ("wide_reading", "implausible = 'co2_ppm' WHERE co2_ppm = 601"),
  ]) func `counts in no figure and is named, also after its hour was sealed`(table: String, change: String) throws {
    #expect(try found().allSatisfy { $0 == (3, 0) })
    try self.change(table, change)
    for _ in 0..<2 {
      let found = try found()
      #expect(found.contains { $0 == (2, 1) } && found.contains { $0 == (3, 0) }, "\(found)")
      while let hour = try logbook.unsealedHour(now: start + 40 * 3_600_000) { try logbook.seal(hour) }
    }
    #expect(try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reading") } == 1, "it stays as it is")
  }

  @Test func `is found by each single bit of its time`() throws {
    try change("quick_reading", "id = id")
    for bit in 0..<41 {
      let flip = "at_ms = (at_ms | (1 << \(bit))) - (at_ms & (1 << \(bit)))"
      for _ in 0..<2 {
        try logbook.write { try $0.execute(sql: "UPDATE quick_reading SET \(flip)") }
        let isWhole = try logbook.read { try Int64.fetchOne($0, sql: "SELECT min(at_ms) FROM quick_reading") } == start
        #expect(try sound("quick_reading") == [isWhole, isWhole, isWhole], "bit \(bit)")
      }
    }
  }

  @Test func `is named if it is that of a session or an alarm`() throws {
    let reader = try LogbookReader(path: path)
    try logbook.write { try $0.execute(sql: "UPDATE session SET ended_at_ms = \(start + 9000)") }
    #expect(try reader.sessions().map(\.isDamaged) == [false])
    #expect(try reader.alarms(from: start, until: start + 9000).map(\.isDamaged) == [false])
    try change("session", "ended_at_ms = ended_at_ms + (1 << 38)")
    try change("alarm", "value = 2664")
    #expect(try reader.sessions().map(\.isDamaged) == [true])
    #expect(try reader.session(1)?.isDamaged == true)
    #expect(try reader.alarms(from: start, until: start + 9000).map(\.isDamaged) == [true])
    #expect(try Logbook.recall(path: path, count: 1).map(\.isDamaged) == [true])
  }

  @Test func `is not one that a person or a corrected clock has changed`() throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE wide_reading SET co2_ppm = 700; UPDATE session SET profile = 'bedside'")
    }
    try logbook.append([.clockSet(by: 5000)])
    for table in ["wide_reading", "quick_reading", "session", "alarm"] {
      #expect(try sound(table).allSatisfy { $0 } && !sound(table).isEmpty, "\(table)")
    }
    // Rows of before there were checksums.
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE wide_reading SET check_sum = NULL") }
    #expect(try sound("wide_reading") == [true, true, true])
  }
}

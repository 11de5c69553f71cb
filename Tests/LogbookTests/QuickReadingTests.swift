import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

/// Rows of straps and oximeters are short. Nothing else distinguishes them from other rows.
@Suite struct `A reading that comes each second` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private var path: String { folder.file("lapwing.db") }
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let other = DeviceAddress(value: 0xC0FF_EE00_0003)
  private let start: Int64 = 1_699_999_200_000

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "bedside")])
  }

  private func beat(_ rate: Double, second: Int, battery: Double? = nil, from address: DeviceAddress? = nil) -> LogEntry
  {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    reading.measurements[.batteryPercent] = battery
    reading.contact = .detected
    reading.rrIntervals.append(ticks: 900)
    return .reading(reading, of: "Polar H10", from: address ?? strap, at: start + 1000 * Int64(second))
  }

  private func count(_ table: String) throws -> Int {
    try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  @Test func `is a row in 40 bytes`() throws {
    try logbook.append((0..<5000).map { beat(Double(60 + $0 % 30), second: $0) })
    #expect(try count("quick_reading") == 5000)
    let bytes = try logbook.read {
      try Int.fetchOne($0, sql: "SELECT sum(pgsize) FROM dbstat WHERE name = 'quick_reading'") ?? 0
    }
    #expect(bytes < 5000 * 40, "\(bytes / 5000) bytes a row")
  }

  @Test func `is in the order of all readings, with those that need a longer row`() throws {
    try logbook.append((0..<10).map { beat(Double(60 + $0), second: $0, battery: $0 % 3 == 0 ? 90 : nil) })
    #expect(try count("quick_reading") == 6)
    #expect(try count("wide_reading") == 4)
    let rows = try logbook.read { try Row.fetchAll($0, sql: "SELECT * FROM reading ORDER BY id") }
    #expect(rows.map { $0["id"] as Int64 } == Array(1...10))
    #expect(rows.map { $0["heart_rate_bpm"] as Double? } == (60..<70).map { Double($0) })
    #expect(rows.map { $0["battery_pct"] as Double? } == (0..<10).map { $0 % 3 == 0 ? 90 : nil })
    #expect(
      rows.allSatisfy { $0["address"] == strap.description && $0["model"] == "Polar H10" && $0["contact"] == true })
    #expect(rows.allSatisfy { $0["history"] == false && $0["rr_ms"] == "[878.90625]" && $0["session_id"] == 1 })
  }

  @Test func `gets a number above all earlier ones, in whichever table these were`() throws {
    try logbook.append((0..<4).map { beat(60, second: $0, battery: 90) })
    try logbook.append([beat(60, second: 4)])
    let again = try Logbook(path: path)
    try again.append([beat(60, second: 5, battery: 90), beat(60, second: 6)])
    #expect(try logbook.read { try Int.fetchAll($0, sql: "SELECT id FROM reading ORDER BY id") } == Array(1...7))
    #expect(try logbook.read { try Int.fetchAll($0, sql: "SELECT id FROM quick_reading ORDER BY id") } == [5, 7])
  }

  @Test func `becomes part of one block with the longer rows of its sensor`() throws {
    try logbook.append((0..<10).map { beat(Double(60 + $0), second: $0, battery: $0 % 3 == 0 ? 90 : nil) })
    while let hour = try logbook.unsealedHour(now: start + 8 * 3_600_000) { try logbook.seal(hour) }
    #expect(try count("reading") == 0)
    let record = try LogbookReader(path: path).record(from: start, until: start + 3_600_000)
    #expect(record.map(\.model) == ["Polar H10"])
    #expect(record.first?.readings.map { $0.measurements[.heartRateBeatsPerMinute] } == (60..<70).map { Double($0) })
    #expect(try count("block") == 1)
  }

  @Test func `is found by a restart, and its sensor is expected`() throws {
    try logbook.append([beat(61, second: 0), beat(62, second: 1, from: other), beat(63, second: 2)])
    let last = try logbook.lastRun(now: start + 5_000)
    #expect(last.sensors.map(\.address) == [strap, other])
    #expect(last.readings.map { $0.measurements[.heartRateBeatsPerMinute] } == [61, 62, 63])
    #expect(last.readings.map(\.sensor.address) == [strap, other, strap])
  }

  @Test func `moves with its run when the date becomes known`() throws {
    try logbook.append([.runStarted(at: 1_000, isClockSet: false)])
    try logbook.append([beat(60, second: 0)])
    try logbook.append([.clockSet(by: 500_000)])
    #expect(try logbook.read { try Int64.fetchAll($0, sql: "SELECT at_ms FROM reading") } == [start + 500_000])
    try logbook.append([.clockStepped(by: 7_000)])
    try logbook.append([beat(60, second: 1), .clockSet(by: 1_000)])
    #expect(
      try logbook.read { try Int64.fetchAll($0, sql: "SELECT at_ms FROM reading ORDER BY id") }
        == [start + 500_000, start + 2_000])
  }

  @Test func `goes with its session`() throws {
    try logbook.append([beat(60, second: 0), beat(60, second: 1, battery: 90)])
    try logbook.append([.sessionEnded(.init(), at: start + 2_000)])
    try Logbook.delete(session: 1, of: path)
    #expect(try count("reading") == 0)
  }

  @Test func `is found by its id, and the view is never computed as a whole`() throws {
    try logbook.append((0..<5).map { beat(60, second: $0) } + [beat(60, second: 6, battery: 90)])
    var statements: [String] = []
    try logbook.read { db in db.trace { if case .statement(let statement) = $0 { statements.append(statement.sql) } } }
    _ = try logbook.unsealedHour(now: start + 8 * 3_600_000)
    _ = try logbook.latestMeasurements(of: [strap])
    _ = try logbook.lastRun(now: start + 60_000)
    try logbook.read { $0.trace(nil) }
    let searches = statements.filter { $0.contains(" FROM reading") }
    #expect(searches.count >= 4)
    for sql in searches {
      let plan: [String] = try logbook.read { db in
        // The values of the arguments do not matter for the plan.
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments([])
        var details: [String] = []
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() { details.append(row["detail"]) }
        return details
      }
      #expect(plan.contains { $0.hasPrefix("MERGE") }, "\(sql): \(plan)")
      #expect(
        !plan.contains { $0.contains("ROUTINE reading") || $0.contains("MATERIALIZE reading") }, "\(sql): \(plan)")
    }
  }

  @Test func `is not deleted when another row of its id is sealed`() throws {
    try logbook.append((0..<10).map { beat(Double(60 + $0), second: $0) })
    // A damaged file, or one that was edited.
    try logbook.write {
      try $0.execute(
        sql: """
          INSERT INTO wide_reading (id, session_id, at_ms, address, model, co2_ppm)
            SELECT id, 1, at_ms + 500, 'C2:DB:C0:DC:E4:55', 'Aranet4', 600 FROM quick_reading WHERE id BETWEEN 3 AND 8
          """)
    }
    while let hour = try logbook.unsealedHour(now: start + 8 * 3_600_000) { try logbook.seal(hour) }
    let record = try LogbookReader(path: path).record(from: start, until: start + 3_600_000)
    #expect(record.map(\.readings.count).sorted() == [6, 10])
  }

  @Test(arguments: [
    "DELETE FROM sqlite_sequence", "UPDATE sqlite_sequence SET seq = 'many'", "UPDATE sqlite_sequence SET seq = 1",
  ])
  func `gets a number of its own also where SQLite's count of numbers is lost`(_ damage: String) throws {
    try logbook.append((0..<4).map { beat(60, second: $0, battery: 90) })
    try logbook.write { try $0.execute(sql: damage) }
    let again = try Logbook(path: path)
    try again.append([beat(60, second: 5), beat(60, second: 6, battery: 90)])
    #expect(try again.read { try Int.fetchAll($0, sql: "SELECT id FROM reading ORDER BY id") } == Array(1...6))
    while let hour = try again.unsealedHour(now: start + 8 * 3_600_000) { try again.seal(hour) }
    try again.append([beat(60, second: 7)])
    #expect(try again.read { try Int.fetchAll($0, sql: "SELECT id FROM reading") } == [7])
  }

  @Test func `goes on after a migration of a file that somebody has edited`() throws {
    let path = folder.file("edited.db")
    let old = try DatabaseQueue(path: path)
    try LogbookSchema.migrator.migrate(old, upTo: "v14 rollups")
    try old.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys=OFF;
          INSERT INTO reading (session_id, at_ms, address, model, heart_rate_bpm)
            VALUES (77, 1000, 'C0:FF:EE:00:00:02', 'Polar H10', 61);
          CREATE VIEW mine AS SELECT heart_rate_bpm FROM reading;
          CREATE VIEW broken AS SELECT missing FROM nowhere;
          """)
    }
    try old.close()
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), beat(62, second: 1)])
    #expect(try logbook.read { try Double.fetchAll($0, sql: "SELECT * FROM mine") }.sorted() == [61, 62])
  }

  @Test func `counts as damage where its sensor is lost, which then comes from a block`() throws {
    try logbook.append((0..<10).map { beat(60, second: $0) })
    while let hour = try logbook.unsealedHour(now: start + 8 * 3_600_000) { try logbook.seal(hour) }
    try logbook.append((0..<5).map { beat(60, second: 3_600 + $0) })
    var position = CheckPosition()
    try logbook.check(&position)
    try logbook.writeWithoutForeignKeys { try $0.execute(sql: "DELETE FROM sensor") }
    #expect(throws: LogbookError.corrupt(path: path)) { try logbook.check(&position) }
    let new = try Logbook(path: folder.file("new.db"))
    try new.begin(inPlaceOf: "lapwing.db", at: 9)
    let salvage = Salvage(of: path)
    while !salvage.isDone { try salvage.step(into: new, rows: 500) }
    #expect(
      try new.read { try String.fetchAll($0, sql: "SELECT DISTINCT address FROM reading") } == [strap.description])
  }

  @Test func `keeps its number when a salvage was interrupted before it began to copy`() throws {
    try logbook.append((0..<20).map { beat(60, second: $0) })
    let new = try Logbook(path: folder.file("new.db"))
    try new.begin(inPlaceOf: "lapwing.db", at: 9)
    let again = Salvage(of: path, isRepeated: true)
    try again.stepThroughAll(into: new, rows: 0)
    try new.append([.runStarted(at: start), beat(70, second: 100), beat(71, second: 101, battery: 90)])
    while !again.isDone { try again.step(into: new, rows: 500) }
    #expect(try new.read { try Int.fetchAll($0, sql: "SELECT id FROM reading ORDER BY id") } == Array(1...22))
  }

  @Test func `is salvaged from a damaged file under the number that its sensor has in the new one`() throws {
    try logbook.append((0..<20).map { beat(60, second: $0, from: $0 % 2 == 0 ? strap : other) })
    let path = folder.file("new.db")
    let new = try Logbook(path: path)
    try new.append([beat(70, second: 100, from: DeviceAddress(value: 1))])
    try new.write { try $0.execute(sql: "DELETE FROM quick_reading") }
    try new.begin(inPlaceOf: "lapwing.db", at: 9)
    let salvage = Salvage(of: self.path)
    while !salvage.isDone { try salvage.step(into: new, rows: 500) }
    let found = try new.read { try String.fetchAll($0, sql: "SELECT address FROM reading ORDER BY id") }
    #expect(found.filter { $0 == strap.description }.count == 10)
    #expect(found.filter { $0 == other.description }.count == 10)
  }

  @Test func `is salvaged from a file of an older version, whose rows are in one table`() throws {
    let path = folder.file("old.db")
    let old = try DatabaseQueue(path: path)
    try LogbookSchema.migrator.migrate(old, upTo: "v14 rollups")
    try old.write {
      try $0.execute(
        sql: """
          INSERT INTO reading (at_ms, address, model, heart_rate_bpm) VALUES (1000, 'C0:FF:EE:00:00:02', 'Polar H10', 61)
          """)
    }
    try old.close()
    try logbook.begin(inPlaceOf: "old.db", at: 9)
    let salvage = Salvage(of: path)
    while !salvage.isDone { try salvage.step(into: logbook, rows: 500) }
    let found = try logbook.read { try Double.fetchAll($0, sql: "SELECT heart_rate_bpm FROM reading") }
    #expect(found == [61])
  }
}

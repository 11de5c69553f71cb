import Alarms
import Engine
import Foundation
import GRDB
import Logbook
import Monitor
import Readings
import SensorProtocols
import Sessions
import System
import TestSupport
import Testing
@testable import Appliance

/// A box is brought up to date by writing the other of two system partitions, and steps back if that does not work.
@Suite struct `A logbook that a newer Lapwing has written` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let health = LogbookHealth()
  private let noon: Int64 = 1_800_000_000_000
  private let aranet = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
  private var path: String { folder.file("lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 256)
  }

  private func keeper(startedAt second: Int64) -> LogbookWriter {
    let start = noon + 1000 * second
    return LogbookWriter(
      .init(
        path: path, takeLock: { _ in nil },
        settings: MonitorSettings(profile: .cabin, latchesSound: false, gradesAir: true), inward: inward,
        health: health,
        clock: MonotonicClock(), startedAtUnixMilliseconds: start, date: { start }, refusedReadings: { 0 }))
  }

  private func at(_ second: Double, _ record: LoopOutput) -> TimedOutput {
    TimedOutput(instant: .at(second), record: record)
  }

  /// A run with an alarm and some readings, whose session a person ends.
  private func run(startedAt second: Int64, co2: Double, readings: Int = 5) {
    let keeper = keeper(startedAt: second)
    let alarm = AlarmTransition(
      sequence: 1, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false, presence: .on,
      isOnset: true, activation: .on, limit: 800, value: co2)
    var events = [
      at(0, .action(.sessionStarted)), at(0, .sensor(SensorIndex(0), aranet)), at(1, .action(.alarm(alarm))),
    ]
    for minute in 0..<readings {
      let reading = Reading.aranet4(co2: co2, counter: UInt32(minute))
      events.append(at(Double(60 * minute + 2), .reading(reading, from: SensorIndex(0))))
    }
    events.append(at(Double(60 * readings), .action(.sessionEnded(SessionSummary()))))
    keeper.receive(events)
    keeper.finish()
  }

  private func write(_ sql: String, into path: String? = nil) throws {
    try DatabaseQueue(path: path ?? self.path).write { try $0.execute(sql: sql) }
  }

  private func names(_ part: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(part) && $0.hasSuffix(".db") }
  }

  private func notes() -> [String] {
    var notes: [String] = []
    while let record = inward.pop() { if case .note(let text) = record { notes.append(text) } }
    return notes
  }

  private func count(_ sql: String) throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sql) ?? 0 }
  }

  @Test func `is written too, if that has only added to it`() throws {
    run(startedAt: 0, co2: 900)
    try write(
      """
      INSERT INTO grdb_migrations (identifier) VALUES ('v999 more');
      ALTER TABLE session ADD COLUMN mood TEXT;
      ALTER TABLE wide_reading ADD COLUMN krypton_ppm DOUBLE;
      CREATE TABLE dream (id INTEGER PRIMARY KEY, session_id INTEGER REFERENCES session(id), text TEXT NOT NULL);
      INSERT INTO dream (session_id, text) VALUES (1, 'of flying');
      UPDATE session SET mood = 'good'; UPDATE wide_reading SET krypton_ppm = 1.1;
      """)
    run(startedAt: 3600, co2: 1900)
    #expect(health.fault == nil && health.notice == nil)
    #expect(try names("newer").isEmpty)
    #expect(try LogbookReader(path: path).sessions().count == 2)
    #expect(try count("SELECT count(*) FROM session WHERE mood = 'good'") == 1, "what was added stays")
    #expect(try count("SELECT count(*) FROM dream") == 1)
    #expect(try count("SELECT count(*) FROM wide_reading WHERE krypton_ppm = 1.1") == 5)
    let sealing = try Logbook(path: path)
    while let hour = try sealing.unsealedHour(now: noon + 100 * 3_600_000) { try sealing.seal(hour) }
    let record = try LogbookReader(path: path).record(from: 0, until: noon * 2)
    #expect(record.first?.readings.count == 10)
  }

  @Test func `is set aside under its version if this one may not write it, and alarms are logged`() throws {
    run(startedAt: 0, co2: 900)
    try write("INSERT INTO grdb_migrations (identifier) VALUES ('v999'); PRAGMA user_version = 999")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    run(startedAt: 3600, co2: 1900)
    #expect(health.fault == nil)
    #expect(health.notice?.hasPrefix("a newer Lapwing has written the logbook; it is set aside as") == true)
    #expect(notes().contains { $0.contains("the newer Lapwing will take up both") })
    let aside = try #require(try names("newer").first)
    #expect(aside.hasSuffix(".newer-v999.db"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(aside))) == before, "nothing in it was changed")
    #expect(try LogbookReader(path: path).sessions().count == 1)
    #expect(try count("SELECT count(*) FROM alarm") == 1)
    run(startedAt: 7200, co2: 1900)
    #expect(try names("newer").count == 1, "the older one goes on with its own")
    #expect(throws: LogbookError.newerSchema(path: folder.file(aside))) {
      _ = try LogbookReader(path: folder.file(aside))
    }
  }

  @Test func `is taken up again by the newer one, with all that the older one has logged`() throws {
    run(startedAt: 0, co2: 900)
    run(startedAt: 1800, co2: 901)
    try write("PRAGMA user_version = 999")
    run(startedAt: 3600, co2: 1900)
    run(startedAt: 5400, co2: 1901, readings: 3)
    // The newer one may write what it has written.
    let aside = try #require(try names("newer").first)
    try write("PRAGMA user_version = 16", into: folder.file(aside))
    _ = notes()
    run(startedAt: 7200, co2: 2500)
    #expect(notes().contains { $0.contains("is the logbook again") })
    #expect(try names("newer").isEmpty)
    #expect(try names("older").count == 1)
    #expect(health.fault == nil)
    let keeper = keeper(startedAt: 9000)
    for _ in 0..<20 { keeper.receive([]) }
    let reader = try LogbookReader(path: path)
    let sessions = try reader.sessions()
    #expect(sessions.map(\.startedAt) == [7200, 5400, 3600, 1800, 0].map { noon + 1000 * $0 })
    for (session, co2) in zip(sessions, [2500.0, 1901, 1900, 901, 900]) {
      let record = try #require(try reader.record(from: 0, until: noon * 2, session: session.id).first)
      #expect(record.readings.count == (co2 == 1901 ? 3 : 5))
      #expect(record.readings.allSatisfy { $0.measurements[.co2PartsPerMillion] == co2 })
      let alarms = try reader.alarms(from: 0, until: noon * 2, session: session.id)
      #expect(alarms.map(\.value) == [co2])
    }
    let starts = try DatabaseQueue(path: path).read {
      try Int64.fetchAll($0, sql: "SELECT started_at_ms FROM run ORDER BY id")
    }
    #expect(
      Array(starts.prefix(5)) == [0, 1800, 3600, 5400, 7200].map { noon + 1000 * $0 },
      "a restart looks for the latest run")
    #expect(try count("SELECT count(*) FROM damage WHERE report LIKE '%session: 2 rows read%'") == 1)
    #expect(try count("SELECT count(*) FROM pragma_foreign_key_check()") == 0)
    keeper.finish()
    run(startedAt: 10_000, co2: 700)
    #expect(try LogbookReader(path: path).sessions().count == 6, "nothing is copied twice")
  }

  @Test func `is taken up once where there are two of them, and what was copied is not copied again`() throws {
    run(startedAt: 0, co2: 900)
    try write("PRAGMA user_version = 999")
    run(startedAt: 3600, co2: 901)
    try write("PRAGMA user_version = 999")
    run(startedAt: 7200, co2: 902)
    for name in try names("newer") { try write("PRAGMA user_version = 16", into: folder.file(name)) }
    #expect(try names("newer").count == 2)
    for start in [9000, 10_800, 12_600, 14_400] as [Int64] {
      run(startedAt: start, co2: 950)
      let keeper = keeper(startedAt: start + 900)
      for _ in 0..<20 { keeper.receive([]) }
      keeper.finish()
    }
    let sessions = try LogbookReader(path: path).sessions().map { ($0.startedAt - noon) / 1000 }
    #expect(sessions.sorted() == [0, 3600, 7200, 9000, 10_800, 12_600, 14_400])
  }

  @Test func `is taken up though the step was cut in the middle`() throws {
    run(startedAt: 0, co2: 900)
    try write("PRAGMA user_version = 999")
    run(startedAt: 3600, co2: 1900)
    let aside = try #require(try names("newer").first)
    try write("PRAGMA user_version = 16", into: folder.file(aside))
    // The older file is set aside, and the newer one is not in its place yet.
    try FileManager.default.moveItem(
      atPath: path, toPath: folder.file("lapwing-2027-01-15-080000.older.db"))
    run(startedAt: 7200, co2: 2500)
    #expect(try LogbookReader(path: path).sessions().count == 3)
  }
}

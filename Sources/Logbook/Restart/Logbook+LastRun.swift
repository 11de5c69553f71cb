import GRDB
import Readings

/// Reading the end of the previous run from the logbook.
extension Logbook {
  /// The end of the latest run in the logbook; an empty value if there is no run.
  /// - Parameter now: milliseconds since 1970; the rest of a pause or an acknowledgement counts from here.
  package func lastRun(now: Int64) throws(LogbookError) -> LastRun {
    return try read { db in
      guard let run = try Row.fetchOne(db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT 1") else {
        return LastRun()
      }
      var last = LastRun()
      let reason: String? = run.checked("end_reason")
      last.wasInterrupted = reason == nil
      last.mark = run.checked("mark")
      let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM alarm") ?? 0
      let after: Int64 = run.checked("after_alarm_id") ?? 0
      let first = after <= newest ? after : 0
      last.sequence = try Self.sequence(after: first, in: db)
      // After a recording, there is nothing to continue.
      guard reason != "finished" else { return last }
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT alarm.*, coalesce((SELECT model FROM (
              SELECT * FROM (SELECT id, model FROM wide_reading WHERE wide_reading.address = alarm.address
                AND typeof(model) = 'text' ORDER BY id DESC LIMIT 1)
              UNION ALL SELECT * FROM (SELECT quick_reading.id, model FROM quick_reading
                JOIN sensor ON sensor.id = sensor_id WHERE sensor.address = alarm.address
                ORDER BY quick_reading.id DESC LIMIT 1)) ORDER BY id DESC LIMIT 1),
            (SELECT model FROM sensor WHERE sensor.address = alarm.address ORDER BY sensor.id DESC LIMIT 1),
            'unknown') AS model
          FROM alarm JOIN (SELECT max(id) AS latest FROM alarm WHERE id > ? AND NOT test AND address IS NOT NULL
            GROUP BY condition, address) ON alarm.id = latest
          WHERE presence != 'off' ORDER BY alarm.id
          """, arguments: [first])
      last.sensors = try Self.sensors(db, now: now)
      last.readings = try Self.readings(db, now: now)
      last.ends = try Self.ends(db)
      let end = run.checked("ended_at_ms") ?? last.readings.last?.at
      last.alarms = rows.compactMap { Self.openAlarm($0, now: now, end: end) }
      return last
    }
  }

  /// Whether the logbook has a run with this mark, the latest one or an older one.
  package func knows(run mark: String) throws(LogbookError) -> Bool {
    return try read {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM run WHERE mark = ?)", arguments: [mark])
    }
      ?? false
  }

  /// The sequence number of the latest alarm transition of a run; 0 if there is none.
  static func sequence(after id: Int64, in db: Database) throws -> UInt64 {
    let latest = try Row.fetchOne(
      db, sql: "SELECT max(sequence) FROM alarm WHERE id > ? AND typeof(sequence) = 'integer'", arguments: [id])
    let sequence: Int64? = latest?.checked(at: 0)
    return UInt64(max(0, sequence ?? 0))
  }

  /// Sensors that were received in the last minutes of the logbook (even if the latest run received nothing) are
  /// expected for some hours. That is long enough for a power cut at night; by the next morning people may use another
  /// sensor. Both times are in milliseconds and own choices.
  private static let lastMinutes: Int64 = 5 * 60_000
  static let expectedFor: Int64 = 6 * 3_600_000
  /// How many of the latest readings are searched, so that a long logbook is not read completely.
  private static let latestReadings = 5_000

  /// The latest readings with a valid time, without those of a sensor's history. Readings with a time in the future are
  /// ignored, unless all are in the future because the clock has gone back or is not set. Two arguments: the number of
  /// readings, and the present time.
  private static let latestUntilNow = """
    known AS (SELECT * FROM reading WHERE NOT history AND at_ms BETWEEN 0 AND \(dateLimit) ORDER BY id DESC LIMIT ?),
    past AS (SELECT * FROM known WHERE at_ms <= ?),
    latest AS (SELECT * FROM past UNION ALL SELECT * FROM known WHERE NOT EXISTS (SELECT 1 FROM past))
    """

  private static func sensors(_ db: Database, now: Int64) throws -> [LastRun.Sensor] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        WITH \(latestUntilNow)
        SELECT address, model, max(at_ms) AS heard FROM latest GROUP BY address, model
          HAVING heard > (SELECT max(at_ms) FROM latest) - ? ORDER BY address, model
        """, arguments: [latestReadings, now, lastMinutes])
    return rows.compactMap { row in
      // If the clock has gone back, the age is unknown, and the sensor is expected.
      guard let heard: Int64 = row.checked("heard"), let sensor = row.sensor else { return nil }
      return heard > now - expectedFor ? sensor : nil
    }
  }

  /// The longest bound, one hour for a sustained limit, and some margin, in milliseconds. With many sensors, fewer
  /// readings of each are read, but enough for the shorter bounds.
  private static let longestDwell: Int64 = 3_700_000

  private static func readings(_ db: Database, now: Int64) throws -> [LastRun.LoggedReading] {
    let statement = try db.makeStatement(
      sql: """
        WITH \(latestUntilNow)
        SELECT * FROM latest WHERE at_ms > (SELECT max(at_ms) FROM latest) - ? ORDER BY id
        """)
    let columns = ReadingColumns(statement)
    var readings: [LastRun.LoggedReading] = []
    let rows = try Row.fetchCursor(statement, arguments: [latestReadings, now, longestDwell])
    while let row = try rows.next() {
      guard let sensor = row.sensor, let at: Int64 = row.checked("at_ms") else { continue }
      let contact: Bool? = row.checked("contact")
      let age: Int64? = row.checked("age_s")
      let counter: Int64? = row.checked("counter")
      readings.append(
        LastRun.LoggedReading(
          at: at, sensor: sensor, measurements: columns.measurements(row),
          contact: contact.map { $0 ? .detected : .notDetected }, rrIntervals: ReadingColumns.intervals(row),
          ageSeconds: age.flatMap { UInt16(exactly: $0) }, counter: counter.flatMap { UInt32(exactly: $0) }))
    }
    return readings
  }

  /// How many of the latest alarms are searched for ends.
  private static let latestAlarms = 1_000

  /// The latest ends of alarms, of this run or an earlier one: the first row after the last one that is on.
  private static func ends(_ db: Database) throws -> [(condition: String, address: DeviceAddress, at: Int64)] {
    try Row.fetchAll(
      db,
      sql: """
        WITH latest AS (SELECT * FROM alarm
            WHERE NOT test AND address IS NOT NULL AND typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(dateLimit)
            ORDER BY id DESC LIMIT ?),
          begun AS (SELECT condition, address, max(id) AS last FROM latest WHERE presence = 'on' GROUP BY condition, address)
        SELECT condition, address, min(at_ms) AS at_ms FROM latest LEFT JOIN begun USING (condition, address)
          WHERE id > coalesce(last, 0) GROUP BY condition, address
        """, arguments: [latestAlarms]
    ).compactMap { row in
      guard let condition: String = row.checked("condition"), let at: Int64 = row.checked("at_ms"),
        let address = (row.checked("address") as String?).flatMap({ DeviceAddress($0) })
      else { return nil }
      return (condition, address, at)
    }
  }

  /// - Parameter end: when the run ended or, if unknown, the time of its latest reading.
  private static func openAlarm(_ row: Row, now: Int64, end: Int64?) -> LastRun.OpenAlarm? {
    guard let name: String = row.checked("condition"), let sensor = row.sensor else { return nil }
    return LoggedAlarm(
      condition: name, priority: row.checked("priority"), presence: row.checked("presence"),
      activation: row.checked("activation"), family: row.checked("family"), at: row.checked("at_ms"),
      silentUntil: row.checked("silent_until_ms"), unansweredSeconds: row.checked("unanswered_s"),
      limit: row.checked("limit"), value: row.checked("value")
    ).open(at: sensor, now: now, end: end)
  }
}

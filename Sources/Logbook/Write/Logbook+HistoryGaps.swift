import GRDB
import Readings

extension Logbook {
  /// The gaps that are not yet filled from a sensor's history, oldest first. The table is named `hole`.
  package func gaps() throws(LogbookError) -> [HistoryGap] {
    return try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM hole WHERE 0 <= from_ms AND from_ms < to_ms AND to_ms < ? ORDER BY from_ms",
        arguments: [Self.dateLimit]
      ).compactMap { row in
        guard let sensor = row.sensor, let from: Int64 = row.checked("from_ms"), let to: Int64 = row.checked("to_ms")
        else { return nil }
        return HistoryGap(address: sensor.address, model: sensor.model, from: from, to: to)
      }
    }
  }

  /// How many of the latest rows are searched, about one day of a strap's data, so that a long logbook is not read
  /// completely.
  private static let latestRows = 100_000

  /// When the latest measurement of each of these sensors was taken, milliseconds since 1970.
  package func latestMeasurements(
    of addresses: Set<DeviceAddress>
  ) throws(LogbookError) -> [(sensor: LastRun.Sensor, at: Int64)] {
    guard !addresses.isEmpty else { return [] }
    return try read { db in
      let marks = addresses.map { _ in "?" }.joined(separator: ", ")
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT address, model, max(measured) AS measured FROM (
            SELECT address, model, at_ms - 1000 * coalesce(age_s, 0) AS measured
              FROM (SELECT address, model, at_ms, age_s, id FROM reading ORDER BY id DESC LIMIT \(Self.latestRows))
              WHERE at_ms BETWEEN 0 AND \(Self.dateLimit) AND coalesce(age_s, 0) BETWEEN 0 AND 65535
            UNION ALL
            SELECT address, model, (SELECT max(last_ms) FROM block WHERE sensor_id = sensor.id) FROM sensor
          ) WHERE address IN (\(marks)) AND measured IS NOT NULL GROUP BY address, model
          """, arguments: StatementArguments(addresses.map(\.description).sorted()))
      return rows.compactMap { row in
        guard let sensor = row.sensor, let measured: Int64 = row.checked("measured") else { return nil }
        return (sensor, measured)
      }
    }
  }

  static func insert(_ gap: HistoryGap, in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO hole (address, model, from_ms, to_ms) VALUES (?, ?, ?, ?)",
      arguments: [gap.address.description, gap.model, gap.from, gap.to])
    try db.execute(
      sql: """
        DELETE FROM hole WHERE address = :address
          AND id NOT IN (SELECT id FROM hole WHERE address = :address ORDER BY id DESC LIMIT \(mostGaps))
        """, arguments: ["address": gap.address.description])
  }

  /// The largest number of gaps of one sensor. If a sensor never delivers its history, old gaps are of no use, since a
  /// history is only some weeks long.
  static let mostGaps = 100

  /// Sets the beginning of a gap to a later time, or deletes the gap (`nil`).
  static func move(_ gap: HistoryGap, from time: Int64?, in db: Database) throws {
    let place = "WHERE address = ? AND model = ? AND to_ms = ?"
    let key: [(any DatabaseValueConvertible)?] = [gap.address.description, gap.model, gap.to]
    if let time {
      try db.execute(sql: "UPDATE hole SET from_ms = ? \(place)", arguments: StatementArguments([time] + key))
    } else {
      try db.execute(sql: "DELETE FROM hole \(place)", arguments: StatementArguments(key))
    }
  }
}

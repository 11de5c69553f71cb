import FoundationEssentials
import GRDB
import Readings

/// The sensors of a damaged logbook. A sensor has another number in the new logbook.
struct SalvagedSensors {
  private var numbered: [Int64: LastRun.Sensor] = [:]

  /// Reads what can be read of the list of sensors, and takes the others from the blocks, which name their sensor.
  init(of source: DatabaseQueue?) {
    try? source?.read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT id, address, model FROM sensor")
      while let row = try rows.next() {
        if let id: Int64 = row.checked("id"), let sensor = row.sensor { numbered[id] = sensor }
      }
    }
    try? source?.read { db in
      // One block of each sensor, the newest, by the index of their sensors.
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT sensor_id, (SELECT data FROM block AS newest WHERE newest.sensor_id = block.sensor_id
            ORDER BY first_ms DESC LIMIT 1) AS data FROM block GROUP BY sensor_id
          """)
      while let row = try rows.next() {
        guard let id: Int64 = row.checked("sensor_id"), numbered[id] == nil, let label = Self.label(row) else {
          continue
        }
        numbered[id] = (label.address, label.model)
      }
    }
  }

  private static func label(_ row: Row) -> SealedBlock? {
    (row.checked("data") as Data?).flatMap { try? SealedBlock.label($0) }
  }

  /// The sensor of a row that has only its number: a block names it itself, a quick reading does not.
  func sensor(of row: Row) -> LastRun.Sensor? {
    if row.hasColumn("data") { return Self.label(row).map { ($0.address, $0.model) } }
    return (row.checked("sensor_id") as Int64?).flatMap { numbered[$0] }
  }

  /// Whether a row of a table can be copied, as far as its sensor is concerned.
  func holds(_ row: Row, of table: String) -> Bool {
    !["block", "quick_reading"].contains(table) || sensor(of: row) != nil
  }
}

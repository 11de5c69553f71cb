import FoundationEssentials
import GRDB
import Readings

/// The sensors of a damaged logbook. A sensor has another number in the new logbook.
struct SalvagedSensors {
  private var numbered: [Int64: LastRun.Sensor] = [:]

  /// Reads what can be read of the list of sensors, and takes the others from the blocks, which name their sensor.
  init(of source: DatabaseQueue?) {
    // The second order is that of an index, which has its own pages.
    for order in ["id", "address, model"] {
      try? source?.read { db in
        let rows = try Row.fetchCursor(db, sql: "SELECT id, address, model FROM sensor ORDER BY \(order)")
        while let row = try rows.next() {
          if let id: Int64 = row.checked("id"), let sensor = row.sensor { numbered[id] = sensor }
        }
      }
    }
    let used = try? source?.read { try Int64.fetchAll($0, sql: "SELECT DISTINCT sensor_id FROM quick_reading") }
    for id in used ?? [] where numbered[id] == nil {
      let blocks = try? source?.read {
        try Row.fetchAll(
          $0, sql: "SELECT data FROM block WHERE sensor_id = ? ORDER BY first_ms DESC LIMIT 20", arguments: [id])
      }
      let label = (blocks ?? []).lazy.compactMap(Self.label).first
      numbered[id] = label.map { ($0.address, $0.model) }
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

import Foundation
import GRDB
import Readings
import Sessions

extension LogbookReader {
  /// The quantities that sensors have measured: by the latest figures of each sensor, and by the latest readings. It reads a
  /// few rows of a logbook of any size.
  package func measuredQuantities() throws(LogbookError) -> Set<Quantity> {
    try read { db in
      var found: Set<Quantity> = []
      if try db.tableExists("rollup_hours") {
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT data FROM rollup_hours AS one
            WHERE day = (SELECT max(day) FROM rollup_hours AS other WHERE other.sensor_id = one.sensor_id)
            """)
        while let row = try rows.next() {
          guard let data: Data = row.checked(at: 0), let block = RollupBlock(data) else { continue }
          found.formUnion(block.figures.filter { !$0.value.allSatisfy(\.isEmpty) }.keys)
        }
      }
      for table in try ReadingView.tables(of: db) {
        let columns = Set(try db.columns(in: table).map(\.name))
        let known = Quantity.allCases.filter { columns.contains($0.key) }
        let counts = known.map { "count(\"\($0.key)\")" }.joined(separator: ", ")
        guard !known.isEmpty,
          let row = try Row.fetchOne(
            db, sql: "SELECT \(counts) FROM (SELECT * FROM \(table) ORDER BY id DESC LIMIT \(Self.latest))")
        else { continue }
        for (place, quantity) in known.enumerated() where (row[place] as Int64) > 0 { found.insert(quantity) }
      }
      return found
    }
  }

  /// How many readings are looked at: some minutes of a strap, and a day of a CO2 monitor. Own choice.
  private static let latest = 1000
}

import GRDB
import Readings

extension Database {
  func insert(into table: String, _ row: [String: (any DatabaseValueConvertible)?]) throws {
    let columns = row.keys.sorted()
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))")
    let values: [(any DatabaseValueConvertible)?] = columns.map { row[$0].flatMap { $0 } }
    try statement.execute(arguments: StatementArguments(values))
  }

  /// The id of a sensor, which is added if it is new.
  func sensorID(_ address: DeviceAddress, _ model: String) throws -> Int64? {
    let sensor: StatementArguments = [address.description, model]
    // An insertion that is ignored would write a page too.
    let known = try Int64.fetchOne(
      self, sql: "SELECT id FROM sensor WHERE address = ? AND model = ?", arguments: sensor)
    if let known { return known }
    try execute(sql: "INSERT INTO sensor (address, model) VALUES (?, ?)", arguments: sensor)
    return lastInsertedRowID
  }
}

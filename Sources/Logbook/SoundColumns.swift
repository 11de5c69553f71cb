import GRDB
import Readings

/// What stands in a row, where it is what the column is for. SQLite keeps anything in any column, and a file may be
/// damaged or edited: a row that is not sound hides no other. GRDB's subscripts would end the process.
extension Row {
  /// - Returns: `nil` where there is nothing, or something else.
  func ifSound<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    try? decode(Value?.self, forColumn: column)
  }

  /// The same of a column by its place.
  func ifSound<Value: DatabaseValueConvertible>(at place: Int) -> Value? { try? decode(Value?.self, atIndex: place) }

  /// The sensor that the row is about.
  var sensor: LastRun.Sensor? {
    guard let place: String = ifSound("address"), let address = DeviceAddress(place),
      let model: String = ifSound("model")
    else { return nil }
    return (address, model)
  }
}

extension Logbook {
  /// The year 10000, milliseconds since 1970. A damaged file may hold any number; such a time is none.
  static let endOfTime: Int64 = 253_402_300_800_000
}

import GRDB
import Readings

/// Reads columns of a row whose values may be of any type.
///
/// SQLite stores any type in any column, and a file may be damaged or edited. The subscripts of GRDB would end the
/// process then. These functions give `nil` instead, so that one bad row does not hide the others.
extension Row {
  /// - Returns: `nil` if the column is empty, or holds another type.
  func checked<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    try? decode(Value?.self, forColumn: column)
  }

  /// The same for a column by its place.
  func checked<Value: DatabaseValueConvertible>(at place: Int) -> Value? { try? decode(Value?.self, atIndex: place) }

  /// The sensor in the columns `address` and `model`.
  var sensor: LastRun.Sensor? {
    guard let place: String = checked("address"), let address = DeviceAddress(place),
      let model: String = checked("model")
    else { return nil }
    return (address, model)
  }
}

extension Logbook {
  /// The year 10000, milliseconds since 1970. A damaged file may hold any number; a number from this one on is not a
  /// date.
  static let dateLimit: Int64 = 253_402_300_800_000
}

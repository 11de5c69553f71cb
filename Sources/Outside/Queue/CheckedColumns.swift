import GRDB

/// SQLite stores any type in any column, and a file may be damaged or edited. The subscripts of GRDB would end the process then.
extension Row {
  /// - Returns: `nil` if the column is empty, or holds another type.
  func checked<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    try? decode(Value?.self, forColumn: column)
  }

  var receipt: (id: String, receipt: String)? {
    guard let id: String = checked("id"), let receipt: String = checked("receipt") else { return nil }
    return (id, receipt)
  }
}

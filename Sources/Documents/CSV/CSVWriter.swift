/// Writes rows of a CSV file after RFC 4180: commas, quotes where they are needed, and CR LF after every row. A value that
/// is absent is an empty field.
package struct CSVWriter: Sendable {
  /// A column with its unit, if it has one.
  package struct Column: Sendable, Equatable {
    package var name: String
    package var unit: String?

    package init(_ name: String, unit: String? = nil) { (self.name, self.unit) = (name, unit) }
  }

  package let columns: [Column]

  package init(_ columns: [Column]) { self.columns = columns }

  /// The first row, such as `time,CO2 (ppm)`.
  package var header: String {
    Self.line(columns.map { column in column.unit.map { "\(column.name) (\($0))" } ?? column.name })
  }

  /// A row. Fields that are missing at its end are empty.
  package func row(_ fields: [String?]) -> String {
    Self.line(fields.map { $0 ?? "" } + Array(repeating: "", count: max(0, columns.count - fields.count)))
  }

  private static func line(_ fields: [String]) -> String {
    // An empty row of one column would be an empty line, which readers leave out.
    if fields == [""] { return "\"\"\r\n" }
    return fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ field: String) -> String {
    // By bytes, since CR LF is one character of a Swift string.
    let needsQuotes =
      field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || field.utf8.first == 0x20
      || field.utf8.last == 0x20
    guard needsQuotes else { return field }
    var quoted = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

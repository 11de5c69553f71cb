import GRDB
import Readings

/// The columns of the view `reading` in a statement, by their places, since a search by name begins at the first column
/// each time.
struct ReadingColumns {
  private let quantities: [(place: Int, quantity: Quantity)]

  init(_ statement: Statement) {
    quantities = statement.columnNames.enumerated().compactMap { place, name in
      Quantity.allCases.first { $0.key == name }.map { (place, $0) }
    }
  }

  func measurements(_ row: Row) -> Measurements {
    var measurements = Measurements()
    // Most columns of a row are empty, and to see that is fast.
    for (place, quantity) in quantities where !row.hasNull(atIndex: place) {
      measurements[quantity] = row.checked(at: place)
    }
    return measurements
  }

  func reading(_ row: Row, receivedAt received: Int64) -> BlockReading {
    let age: Int64 = row.checked("age_s") ?? 0
    var reading = BlockReading(
      at: (0...65_535).contains(age) ? received - 1000 * age : received, measurements: measurements(row),
      hasContact: row.checked("contact"))
    if let implausible: String = row.checked("implausible") {
      let keys = implausible.split(separator: ",")
      reading.implausible = Quantity.allCases.filter { quantity in keys.contains { $0 == quantity.key } }
    }
    return reading
  }

  static func intervals(_ row: Row) -> RRIntervals {
    var intervals = RRIntervals()
    for interval in ticks(row) { intervals.append(ticks: interval) }
    return intervals
  }

  /// The RR intervals of a row, which are a JSON array of milliseconds, in 1/1024 s.
  static func ticks(_ row: Row) -> [UInt16] {
    guard let text: String = row.checked("rr_ms") else { return [] }
    return text.split { "[], ".contains($0) }.compactMap { number in
      Double(number).flatMap { UInt16(exactly: ($0 * 1024 / 1000).rounded()) }
    }
  }
}

import GRDB
import Readings
import Sessions

extension LogbookReader {
  /// The range of quantities in a session, over all sensors that measure them.
  ///
  /// Of a long session only the first and last hour are read value by value, and what lies between from the figures by
  /// hour, so that a month takes no longer than a day.
  /// - Parameters:
  ///   - start: the beginning of the session, or its first reading, milliseconds since 1970.
  ///   - end: its end, or its last reading.
  package func ranges(
    of quantities: [Quantity], session: Int64, from start: Int64, until end: Int64
  ) throws(LogbookError) -> [Quantity: SessionRecord.Range] {
    let hour: Int64 = 3_600_000
    let first = (start + hour - 1) / hour * hour, last = end / hour * hour
    var sums = RangeSums()
    // The figures by hour do not distinguish sessions.
    // `||` would lose the type of the error.
    var isWhole = last - first < Self.day
    if !isWhole { isWhole = try mustReadAll(of: session, from: start, until: end) }
    if isWhole {
      sums.add(
        try figures(
          from: start, length: max(1, end - start + 1), count: 1, until: end, session: session, limits: [:]), quantities
      )
    } else {
      if start < first {
        sums.add(try figures(from: start, length: first - start, count: 1, session: session, limits: [:]), quantities)
      }
      for quantity in quantities {
        for trend in try trend(of: quantity, edges: [first, last], limits: [:]) {
          sums.add(trend.figures, of: quantity, address: trend.address, model: trend.model)
        }
      }
      // A value from the hour before may hold into the last one.
      sums.add(
        try figures(from: last, length: end - last + 1, count: 1, until: end, limits: [:]), quantities)
    }
    var ranges: [Quantity: SessionRecord.Range] = [:]
    for quantity in quantities { ranges[quantity] = sums.range(of: quantity) }
    return ranges
  }

  private static let day: Int64 = 24 * 3_600_000

  /// Whether the range of a session takes no longer than that of a day.
  func isRangeQuick(of session: Int64, from start: Int64, until end: Int64) throws(LogbookError) -> Bool {
    if end - start <= Self.day { return true }
    return try !mustReadAll(of: session, from: start, until: end)
  }

  /// How many hours without figures may be read one by one. After an import a box must first compute them.
  private static let mostWaiting = 24

  /// Whether a part of another session lies in this time, or many hours have no figures.
  func mustReadAll(of session: Int64, from start: Int64, until end: Int64) throws(LogbookError) -> Bool {
    try read { db in
      guard try db.tableExists("rollup_hours") else { return true }
      let waiting = try Int.fetchOne(
        db, sql: "SELECT count(DISTINCT hour) FROM unrolled WHERE hour BETWEEN ? AND ?",
        arguments: [start / 3_600_000, end / 3_600_000])
      guard waiting ?? 0 <= Self.mostWaiting else { return true }
      return try Row.fetchOne(
        db,
        sql: """
          SELECT 1 FROM session WHERE id != :session AND started_at_ms < :end
            AND coalesce(ended_at_ms, started_at_ms) > :start LIMIT 1
          """, arguments: ["session": session, "start": start, "end": end]) != nil
    }
  }
}

/// Figures of each quantity of each sensor, added up over parts of a session.
private struct RangeSums {
  private struct Key: Hashable {
    let quantity: Quantity
    let address: DeviceAddress
    let model: String
  }

  private var totals: [Key: HeldValues] = [:]

  mutating func add(_ sensors: [SensorFigures], _ quantities: [Quantity]) {
    for sensor in sensors {
      for list in sensor.quantities where quantities.contains(list.quantity) {
        add(list.figures, of: list.quantity, address: sensor.address, model: sensor.model)
      }
    }
  }

  mutating func add(_ figures: [HeldValues], of quantity: Quantity, address: DeviceAddress, model: String) {
    let key = Key(quantity: quantity, address: address, model: model)
    for figure in figures { totals[key, default: HeldValues()].merge(figure) }
  }

  func range(of quantity: Quantity) -> SessionRecord.Range? {
    totals.filter { $0.key.quantity == quantity }.map(\.value).wholeRange
  }
}

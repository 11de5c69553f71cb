import GRDB
import Readings
import Sessions

/// Figures of one quantity of one sensor, for times that follow each other.
package struct QuantityFigures: Sendable, Equatable {
  package let quantity: Quantity
  /// One for each time.
  package let figures: [HeldValues]
  /// When no value held for a minute or longer, milliseconds since 1970.
  package var gaps: [Range<Int64>] = []

  package var total: HeldValues {
    var total = HeldValues()
    for figure in figures { total.merge(figure) }
    return total
  }
}

package struct SensorFigures: Sendable, Equatable {
  package let address: DeviceAddress
  package let model: String
  package let quantities: [QuantityFigures]
  package let readings: Int
  package let beats: Int
  /// Blocks that could not be read, and rows that are not as they were written.
  package let damagedParts: Int

  /// The same with some quantities only; `nil` if the sensor has none of them.
  package func keeping(_ wanted: [Quantity]) -> SensorFigures? {
    let kept = quantities.filter { wanted.contains($0.quantity) }
    guard !kept.isEmpty else { return nil }
    return SensorFigures(
      address: address, model: model, quantities: kept, readings: readings, beats: beats, damagedParts: damagedParts)
  }
}

extension Sequence<SensorFigures> {
  /// The range of a quantity over all sensors that measure it.
  package func range(of quantity: Quantity) -> SessionRecord.Range? {
    flatMap(\.quantities).filter { $0.quantity == quantity }.map(\.total).wholeRange
  }
}

extension [HeldValues] {
  /// Of totals of sensors: the lowest minimum, the highest maximum, and the highest mean of a sensor, since a mean of two
  /// rooms is true of neither. `nil` if there is no value.
  var wholeRange: SessionRecord.Range? {
    guard let minimum = compactMap(\.minimum).min(), let maximum = compactMap(\.maximum).max(),
      let mean = compactMap(\.mean).max()
    else { return nil }
    return SessionRecord.Range(minimum: minimum, mean: mean, maximum: maximum)
  }
}

extension LogbookReader {
  /// How much is read at once, so that years need no more memory than a day.
  package static let window: Int64 = 6 * 3_600_000

  /// The figures of every sensor for a number of times that follow each other, each of the same length.
  ///
  /// Sensors of one quantity are kept apart: two rooms have two means. The value in force at the start holds into the first
  /// time, whichever session it was received in. A reading that the session received and that was measured before counts as one of it.
  /// - Parameters:
  ///   - start: the beginning of the first time.
  ///   - length: of each time, milliseconds.
  ///   - stop: later readings do not count, and no value holds longer, if this is before the end of the last time.
  ///   - begin: no value holds before it, if it lies in the first time.
  ///   - limits: of the sensors and quantities that have some.
  package func figures(
    from start: Int64, length: Int64, count: Int, until stop: Int64 = .max, session: Int64? = nil,
    notBefore begin: Int64 = .min, isPart: Bool = false, limits: SensorLimits
  ) throws(LogbookError) -> [SensorFigures] {
    var found = SensorCounts(
      start: start, length: length, count: count, until: stop, notBefore: begin, limits: limits)
    let first = max(start, begin)
    found.hold(try record(from: first - HeldValues.longestHold, until: first))
    if let session, !isPart {
      found.countEarlier(try record(from: first - Self.oldest, until: first, session: session))
    }
    var window = first
    let last = start + length * Int64(count)
    let end = stop < last ? stop + 1 : last
    while window < end {
      let next = min(window + Self.window, end)
      let records = try record(from: window, until: next, session: session)
      found.add(records)
      window = next
      // Years may lie between two readings, or after the last one, if a clock or a row was wrong.
      if records.isEmpty, window < end {
        guard let first = try firstTime(from: window, session: session) else { break }
        window = max(window, first)
      }
    }
    return found.figures
  }

  /// When the first reading from a time on was measured, or earlier; `nil` if there is none.
  package func firstTime(from start: Int64, session: Int64?) throws(LogbookError) -> Int64? {
    try read { db in
      let condition = session == nil ? "" : "AND session_id = :session"
      let arguments: StatementArguments = ["start": start] + (session.map { ["session": $0] } ?? [:])
      let isDate = "typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(Logbook.dateLimit - 1)"
      var times = try ReadingView.tables(of: db).map { table in
        try Int64.fetchOne(
          db,
          sql: """
            SELECT min(at_ms) - \(Self.oldest) FROM \(table) WHERE \(isDate) AND at_ms >= :start \(condition)
            """, arguments: arguments)
      }
      if try db.tableExists("block") {
        times.append(
          try Int64.fetchOne(
            db,
            sql: """
              SELECT min(first_ms) FROM block WHERE \(SealedBlock.soundTimes) AND last_ms >= :start \(condition)
              """, arguments: arguments))
      }
      return times.compactMap { $0 }.min()
    }
  }
}

struct SensorCounts {
  private let start: Int64
  private let length: Int64
  private let count: Int
  private let stop: Int64
  /// No value holds before it.
  private let begin: Int64
  private let limits: SensorLimits
  private var sensors: [SensorCount] = []

  init(
    start: Int64, length: Int64, count: Int, until stop: Int64 = .max, notBefore begin: Int64 = .min,
    limits: SensorLimits
  ) {
    (self.start, self.length, self.count, self.stop, self.limits) = (start, length, count, stop, limits)
    self.begin = max(start, begin)
  }

  var end: Int64 { min(stop, start + length * Int64(count)) }

  /// Records which values are in force at the start.
  mutating func hold(_ earlier: [SensorRecord]) {
    add(
      earlier.map { record in
        var record = record
        (record.beats, record.damagedParts) = ([], 0)
        return record
      })
  }

  /// Counts what the session received and what was measured before its start.
  mutating func countEarlier(_ records: [SensorRecord]) {
    for record in records {
      guard let place = sensors.firstIndex(where: { $0.address == record.address && $0.model == record.model }) else {
        continue
      }
      sensors[place].countEarlier(record)
    }
  }

  mutating func add(_ records: [SensorRecord]) {
    for record in records {
      let known = sensors.firstIndex { $0.address == record.address && $0.model == record.model }
      if known == nil { sensors.append(SensorCount(address: record.address, model: record.model)) }
      sensors[known ?? sensors.count - 1].add(record, from: begin) { quantity in
        HeldValuesList(
          start: start, length: length, count: count, notBefore: begin,
          limits: limits[record.address][quantity] ?? ValueLimits(), longestHold: HeldValues.longestHold(of: quantity))
      }
    }
  }

  var figures: [SensorFigures] {
    all.filter { $0.readings > 0 || $0.beats > 0 || $0.damagedParts > 0 || !$0.quantities.isEmpty }
  }

  /// With sensors whose values only hold into the time.
  var all: [SensorFigures] {
    sensors.sorted { ($0.address.value, $0.model) < ($1.address.value, $1.model) }
      .map { $0.figures(at: end) }
  }

  /// The lists of one sensor while they grow.
  private struct SensorCount {
    let address: DeviceAddress
    let model: String
    var lists: [Quantity: HeldValuesList] = [:]
    var readings = 0
    var beats = 0
    var damagedParts = 0

    mutating func add(_ record: SensorRecord, from start: Int64, list: (Quantity) -> HeldValuesList) {
      for reading in record.readings {
        if reading.at >= start { readings += 1 }
        reading.measurements.forEach { quantity, value in
          guard !reading.implausible.contains(quantity) else { return }
          if lists[quantity] == nil { lists[quantity] = list(quantity) }
          lists[quantity]?.add(value, at: reading.at)
        }
      }
      for run in record.beats { run.forEach { at, _ in if at >= start { beats += 1 } } }
      damagedParts += record.damagedParts
    }

    mutating func countEarlier(_ record: SensorRecord) {
      readings += record.readings.count
      beats += record.beats.reduce(0) { $0 + $1.ticks.count }
      for reading in record.readings {
        reading.measurements.forEach { quantity, _ in
          if !reading.implausible.contains(quantity) { lists[quantity]?.countEarlier(1) }
        }
      }
    }

    func figures(at end: Int64) -> SensorFigures {
      let quantities = Quantity.allCases.compactMap { quantity -> QuantityFigures? in
        guard var list = lists[quantity] else { return nil }
        list.finish(at: end)
        // A value from before that no longer held is none.
        guard !list.figures.allSatisfy(\.isEmpty) else { return nil }
        return QuantityFigures(quantity: quantity, figures: list.figures, gaps: list.gaps)
      }
      return SensorFigures(
        address: address, model: model, quantities: quantities, readings: readings, beats: beats,
        damagedParts: damagedParts)
    }
  }
}

import FoundationEssentials
import GRDB
import Readings
import Sessions

/// The figures of one quantity of one sensor for times that follow each other.
package struct Trend: Sendable, Equatable {
  package let address: DeviceAddress
  package let model: String
  /// One for each time.
  package let figures: [HeldValues]

  package struct Sensor: Hashable, Sendable {
    package let address: DeviceAddress
    package let model: String
  }

  package var sensor: Sensor { Sensor(address: address, model: model) }
}

extension LogbookReader {
  /// The figures of a quantity for times that follow each other, by sensor. It reads what was rolled up, so a year
  /// takes no longer than a day.
  /// - Parameters:
  ///   - edges: the beginning of each time and the end of the last one, milliseconds since 1970, rising. A minute
  ///     belongs to the time that holds its beginning.
  ///   - limits: for the readings that were not rolled up yet. Those that were have the limits of that time.
  ///   - isChart: whether an hour that an edge divides may go to the time of its beginning, which is faster.
  package func trend(
    of quantity: Quantity, edges: [Int64], limits: SensorLimits, isChart: Bool = false
  ) throws(LogbookError) -> [Trend] {
    guard let first = edges.first, let last = edges.last, first < last else { return [] }
    return try read { db in
      var found: [TrendCount] = []
      let isRolledUp = try db.tableExists("rollup_hours")
      if isRolledUp {
        for row in try Row.fetchAll(db, sql: "SELECT id, address, model FROM sensor ORDER BY id") {
          guard let id: Int64 = row.checked("id"), let sensor = row.sensor else { continue }
          found.append(TrendCount(sensor: id, address: sensor.address, model: sensor.model, edges: edges))
        }
      }
      let rows = try Self.rows(of: quantity, edges: edges, limits: limits, to: &found, in: db)
      for place in found.indices {
        let own = limits[found[place].address][quantity] ?? ValueLimits()
        try found[place].add(
          rows.indices.contains(place) ? rows[place] : UnsealedValues(), isRolledUp: isRolledUp, quantity, limits: own,
          isChart: isChart, in: db)
      }
      return found.filter { !$0.figures.allSatisfy(\.isEmpty) }
        .sorted { ($0.address.value, $0.model) < ($1.address.value, $1.model) }
        .map { Trend(address: $0.address, model: $0.model, figures: $0.figures) }
    }
  }

  /// The values that are still rows, for each of the sensors. What is too much to be kept is counted at once.
  private static func rows(
    of quantity: Quantity, edges: [Int64], limits: SensorLimits, to found: inout [TrendCount], in db: Database
  ) throws -> [UnsealedValues] {
    let (first, last) = (edges.first ?? 0, edges.last ?? 0)
    let key = quantity.key
    let selections = try rows(with: key, in: db)
    guard !selections.isEmpty else { return [] }
    // One from before may hold into the first time.
    let rows = try Row.fetchCursor(
      db, sql: selections.joined(separator: " UNION ALL ") + " ORDER BY id",
      arguments: [
        "first": max(first, 0) - HeldValues.longestHold(of: quantity),
        "last": min(last, Logbook.dateLimit) + LogbookReader.oldest,
      ])
    var waiting: [UnsealedValues] = []
    while let row = try rows.next() {
      let at: Int64 = row[1]
      let value: Double = row[2]
      // SQLite keeps infinity, and one of a damaged row would be the mean of a year.
      guard at < last, value.isFinite, row.hasNull(atIndex: 3) || !Self.marks(of: row, contain: key),
        let place = place(of: row, edges: edges, in: &found)
      else { continue }
      while waiting.count < found.count { waiting.append(UnsealedValues()) }
      waiting[place].values.append((at, value))
      if waiting[place].values.count >= mostValues {
        waiting[place].isPart = true
        let own = limits[found[place].address][quantity] ?? ValueLimits()
        found[place].add(&waiting[place].values, isLast: false, quantity, own)
      }
    }
    return waiting
  }

  private static func marks(of row: Row, contain key: String) -> Bool {
    let marks: String? = row.checked(at: 3)
    return marks?.split(separator: ",").contains { $0 == key } ?? false
  }

  /// A SELECT for each table that has the column: id, time, value, marks, and the sensor by its number or its name. The
  /// types are those of the casts, whatever a damaged row holds, so that times and values can be read without a check.
  private static func rows(with key: String, in db: Database) throws -> [String] {
    try ReadingView.tables(of: db).compactMap { table in
      let columns = Set(try db.columns(in: table).map(\.name))
      guard columns.contains(key) else { return nil }
      let age = columns.contains("age_s") ? "1000 * iif(age_s BETWEEN 0 AND 65535, CAST(age_s AS INTEGER), 0)" : "0"
      let others = ["implausible", "sensor_id", "address", "model"].map {
        columns.contains($0) ? ($0 == "sensor_id" ? "CAST(sensor_id AS INTEGER)" : $0) : "NULL AS \($0)"
      }
      return """
        SELECT id, CAST(at_ms AS INTEGER) - \(age), CAST("\(key)" AS REAL), \(others.joined(separator: ", "))
        FROM \(table) WHERE "\(key)" IS NOT NULL AND at_ms >= :first AND at_ms < :last
        """
    }
  }

  /// The place of the sensor of a row of ``rows(with:in:)``; `nil` if the row is damaged.
  private static func place(of row: Row, edges: [Int64], in found: inout [TrendCount]) -> Int? {
    if !row.hasNull(atIndex: 4) {
      let id: Int64 = row[4]
      return found.firstIndex { $0.sensor == id }
    }
    guard let sensor = row.sensor else { return nil }
    if let known = found.firstIndex(where: { $0.address == sensor.address && $0.model == sensor.model }) {
      return known
    }
    found.append(TrendCount(sensor: 0, address: sensor.address, model: sensor.model, edges: edges))
    return found.count - 1
  }

  /// A logbook of an older version may hold years of rows until they are sealed, so they are counted in parts.
  private static let mostValues = 100_000
}

/// The values of one sensor that are still rows.
private struct UnsealedValues {
  var values: [(at: Int64, value: Double)] = []
  /// Whether earlier ones were counted already.
  var isPart = false
}

private struct TrendCount {
  let sensor: Int64
  let address: DeviceAddress
  let model: String
  let edges: [Int64]
  private(set) var figures: [HeldValues]
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000

  init(sensor: Int64, address: DeviceAddress, model: String, edges: [Int64]) {
    (self.sensor, self.address, self.model, self.edges) = (sensor, address, model, edges)
    figures = Array(repeating: HeldValues(), count: max(0, edges.count - 1))
  }

  private var first: Int64 { edges.first ?? 0 }
  private var last: Int64 { edges.last ?? 0 }

  /// The time that holds this instant.
  private func place(of instant: Int64) -> Int? {
    guard instant >= first, instant < last else { return nil }
    var low = 0, high = edges.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= instant { low = middle } else { high = middle }
    }
    return low
  }

  /// Counts all values of the sensor. Hours with figures of their own are not read, unless values that are still rows lie in
  /// them or hold into them: these and the values in blocks take turns.
  mutating func add(
    _ rows: UnsealedValues, isRolledUp: Bool, _ quantity: Quantity, limits: ValueLimits, isChart: Bool, in db: Database
  ) throws {
    var values = rows.values
    guard isRolledUp, sensor != 0, !rows.isPart else {
      add(&values, isLast: true, quantity, limits)
      if isRolledUp, sensor != 0 { try addRolled(quantity, limits: limits, values: [], isChart: isChart, in: db) }
      return
    }
    values.sort { $0.at < $1.at }
    try addRolled(quantity, limits: limits, values: values, isChart: isChart, in: db)
  }

  private mutating func hold(_ value: Double, from start: Int64, to stop: Int64, _ limits: ValueLimits) {
    var from = max(start, first)
    while from < min(stop, last), let place = place(of: from) {
      let end = min(stop, last, edges[place + 1])
      figures[place].hold(value, for: end - from, limits: limits)
      from = end
    }
  }

  /// Counts values, and how long each holds until the next one.
  /// - Parameters:
  ///   - values: in any order. Unless it is the last part, the latest value stays for the next part.
  mutating func add(
    _ values: inout [(at: Int64, value: Double)], isLast: Bool, _ quantity: Quantity, _ limits: ValueLimits
  ) {
    values.sort { $0.at < $1.at }
    let longest = HeldValues.longestHold(of: quantity)
    for (index, (at, value)) in values.enumerated() {
      guard isLast || index + 1 < values.count else { break }
      if let place = place(of: at) { figures[place].add(value) }
      let next = index + 1 < values.count ? values[index + 1].at : last
      hold(value, from: at, to: min(next, at + longest), limits)
    }
    values.removeSubrange(0..<(isLast ? values.count : values.count - 1))
  }

  mutating func add(_ figure: HeldValues, from start: Int64) {
    guard let place = place(of: start) else { return }
    figures[place].merge(figure)
  }

  /// Adds what was rolled up, and hours that have to be read.
  /// - Parameter values: those that are still rows, in the order of their times.
  private mutating func addRolled(
    _ quantity: Quantity, limits: ValueLimits, values: [(at: Int64, value: Double)], isChart: Bool, in db: Database
  ) throws {
    let days = (first / Self.day, (last - 1) / Self.day)
    var unread = Set(
      try Int64.fetchAll(
        db, sql: "SELECT hour FROM unrolled WHERE sensor_id = ? AND hour BETWEEN ? AND ?",
        arguments: [sensor, first / Self.hour, (last - 1) / Self.hour]))
    let longest = HeldValues.longestHold(of: quantity)
    var known: ClosedRange<Int64>?
    for (at, _) in values where at + longest >= first {
      let held = max(at, first) / Self.hour...min(at + longest, last - 1) / Self.hour
      if held != known { unread.formUnion(held) }
      known = held
    }
    let unreadDays = Set(unread.map { $0 / 24 })
    let isFine = (last - first) / Int64(max(1, figures.count)) < Self.hour
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT day, data FROM \(isFine ? "rollup_minutes" : "rollup_hours")
        WHERE sensor_id = ? AND day BETWEEN ? AND ? ORDER BY day
        """, arguments: [sensor, days.0, days.1])
    while let row = try rows.next() {
      guard let day: Int64 = row.checked(at: 0), let data: Data = row.checked(at: 1) else { continue }
      guard let block = RollupBlock(data, only: quantity) else {
        unread.formUnion(day * 24..<(day + 1) * 24)
        continue
      }
      guard let list = block.figures[quantity] else { continue }
      if isFine {
        for (minute, figure) in list.enumerated() where !figure.isEmpty {
          let start = day * Self.day + Int64(minute) * 60_000
          if !unread.contains(start / Self.hour) { add(figure, from: start) }
        }
      } else {
        try add(hours: list, of: day, but: unreadDays.contains(day) ? unread : [], quantity, isChart: isChart, in: db)
      }
    }
    var hours = unread.sorted()[...], values = values[...]
    while let start = hours.first {
      let run = hours.enumerated().prefix(Self.mostHours).prefix { $1 == start + Int64($0) }
      let (begin, end) = (start * Self.hour, (start + Int64(run.count)) * Self.hour)
      values = values.drop { $0.at < begin - longest }
      try add(values.prefix { $0.at < end }, from: begin, until: end, quantity, limits, in: db)
      hours = hours.dropFirst(run.count)
    }
  }

  private static let mostHours = 24

  private mutating func add(
    hours: [HeldValues], of day: Int64, but waiting: Set<Int64>, _ quantity: Quantity, isChart: Bool, in db: Database
  ) throws {
    if waiting.isEmpty, let place = place(of: day * Self.day), last >= (day + 1) * Self.day,
      edges[place + 1] >= (day + 1) * Self.day
    {
      for figure in hours { figures[place].merge(figure) }
      return
    }
    var minutes: [HeldValues]?
    for (hour, figure) in hours.enumerated() where !figure.isEmpty {
      let start = day * Self.day + Int64(hour) * Self.hour
      guard !waiting.contains(start / Self.hour) else { continue }
      let begin = place(of: start), end = isChart ? begin : place(of: start + Self.hour - 1)
      if let begin, begin == end {
        figures[begin].merge(figure)
      } else if begin != nil || end != nil {
        // An edge lies within the hour, as in time zones with half hours.
        if minutes == nil {
          let data = try Data.fetchOne(
            db, sql: "SELECT data FROM rollup_minutes WHERE sensor_id = ? AND day = ?", arguments: [sensor, day])
          minutes = data.flatMap { RollupBlock($0, only: quantity) }?.figures[quantity] ?? []
        }
        for minute in 60 * hour..<60 * hour + 60 {
          guard let list = minutes, list.indices.contains(minute) else { continue }
          add(list[minute], from: day * Self.day + Int64(minute) * 60_000)
        }
      }
    }
  }

  private mutating func add(
    _ values: ArraySlice<(at: Int64, value: Double)>, from start: Int64, until end: Int64, _ quantity: Quantity,
    _ limits: ValueLimits, in db: Database
  ) throws {
    let longest = HeldValues.longestHold(of: quantity)
    let sealed = try LogbookReader.record(from: start - longest, until: end, sensor: sensor, in: db)
    var merged = Array(values)
    for reading in sealed.flatMap(\.readings) where !reading.implausible.contains(quantity) {
      if let value = reading.measurements[quantity] { merged.append((reading.at, value)) }
    }
    merged.sort { $0.at < $1.at }
    var list = HeldValuesList(
      start: start, length: 60_000, count: Int((end - start) / 60_000), limits: limits, longestHold: longest)
    for (at, value) in merged { list.add(value, at: at) }
    list.close(at: end)
    for (minute, figure) in list.figures.enumerated() where !figure.isEmpty {
      add(figure, from: start + Int64(minute) * 60_000)
    }
  }
}

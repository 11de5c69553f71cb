import FoundationEssentials
import GRDB
import Readings
import Sessions

extension LogbookReader {
  /// From this length on, the figures of a session come from those by hour or minute: two days (choice). Milliseconds.
  private static let long: Int64 = 2 * 86_400_000
  private static let hourLength: Int64 = 3_600_000

  /// The figures of a long session as ``figures(from:length:count:until:session:notBefore:isPart:limits:)`` has them, from those by hour
  /// and by minute that sealing and imports have kept, so that a year takes no longer than a day. Gaps are not among them, and a column
  /// of a chart has the hours or minutes that begin in it.
  /// - Returns: `nil` if the values must be read: of a short session, of one with parts of others in its time, of one with many
  ///   hours without figures, and if the kept figures are of other limits.
  package func longFigures(
    from start: Int64, length: Int64, count: Int, until end: Int64, session: Int64, limits: SensorLimits
  ) throws(LogbookError) -> [SensorFigures]? {
    guard end - start >= Self.long, count == 1 || length >= 60_000 else { return nil }
    guard try !mustReadAll(of: session, from: start, until: end) else { return nil }
    // The first and the last hour are never whole.
    let first = (start / Self.hourLength + 1) * Self.hourLength, last = end / Self.hourLength * Self.hourLength
    var sums = LongSums(count: count)
    sums.add(
      try figures(from: start, length: first - start, count: 1, session: session, limits: limits), to: 0)
    // Hour by hour even for one column, so that it is seen if the limits were others.
    let inner = count == 1 ? Self.hourLength : length
    let begin = count == 1 ? first : start
    let edges = [first] + stride(from: begin, to: last, by: Int(inner)).filter { $0 > first } + [last]
    for quantity in try rolledQuantities(from: first, until: last) {
      for trend in try trend(of: quantity, edges: edges, limits: limits, isChart: true) {
        let own = limits[trend.address][quantity] ?? ValueLimits()
        guard trend.figures.allSatisfy({ $0.mayHave(own) }) else { return nil }
        sums.add(trend, of: quantity) { count == 1 ? 0 : Int((edges[$0] - start) / length) }
      }
    }
    // A value from the hour before may hold into the last one.
    sums.add(
      try figures(from: last, length: end - last + 1, count: 1, until: end, limits: limits),
      to: Int((last - start) / length))
    return sums.figures(try contents(of: session))
  }

  /// The quantities that have figures by hour in these days.
  private func rolledQuantities(from start: Int64, until end: Int64) throws(LogbookError) -> [Quantity] {
    try read { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT data FROM rollup_hours WHERE day BETWEEN ? AND ?",
        arguments: [start / (24 * Self.hourLength), end / (24 * Self.hourLength)])
      var found: Set<Quantity> = []
      while let row = try rows.next() {
        if let data: Data = row.checked(at: 0) { found.formUnion(RollupBlock.quantities(data)) }
      }
      return Quantity.allCases.filter(found.contains)
    }
  }

  /// How many readings and beats of each sensor belong to a session, without their values.
  private func contents(of session: Int64) throws(LogbookError) -> [Trend.Sensor: SessionContents] {
    try read { db in
      var found: [Trend.Sensor: SessionContents] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT address, model, rr_ms FROM reading WHERE session_id = ? AND \(UnsealedHour.soundRow)",
        arguments: [session])
      while let row = try rows.next() {
        guard let sensor = row.sensor else { continue }
        found[Trend.Sensor(sensor), default: SessionContents()].readings += 1
        found[Trend.Sensor(sensor)]?.beats += ReadingColumns.ticks(row).count
      }
      var sensors: [Int64: Trend.Sensor] = [:]
      for row in try Row.fetchAll(db, sql: "SELECT id, address, model FROM sensor") {
        if let id: Int64 = row.checked(at: 0), let sensor = row.sensor { sensors[id] = Trend.Sensor(sensor) }
      }
      let blocks = try Row.fetchCursor(
        db, sql: "SELECT sensor_id, count, data FROM block WHERE session_id = ?", arguments: [session])
      while let row = try blocks.next() {
        guard let id: Int64 = row.checked(at: 0), let sensor = sensors[id] else { continue }
        let data: Data? = row.checked(at: 2)
        if let data, let beats = SealedBlock.beatCount(data) {
          found[sensor, default: SessionContents()].readings += row.checked(at: 1) ?? 0
          found[sensor]?.beats += beats
        } else {
          found[sensor, default: SessionContents()].damagedParts += 1
        }
      }
      return found
    }
  }
}

private struct SessionContents {
  var readings = 0
  var beats = 0
  var damagedParts = 0
}

extension Trend.Sensor {
  fileprivate init(_ sensor: LastRun.Sensor) { self.init(address: sensor.address, model: sensor.model) }
}

extension HeldValues {
  /// Whether figures that were kept can be those of these limits. An hour whose values all lie on one side of a limit shows it.
  fileprivate func mayHave(_ limits: ValueLimits) -> Bool {
    guard covered > 0, let minimum, let maximum else { return true }
    let low = limits.place(of: minimum), high = limits.place(of: maximum)
    if low == high { return covered == (low == .below ? below : low == .above ? above : within) }
    return (low == .below) == (below > 0) && (high == .above) == (above > 0)
  }
}

/// Figures of the columns of a chart while they grow.
private struct LongSums {
  let count: Int
  private var sums: [Trend.Sensor: [Quantity: [HeldValues]]] = [:]

  init(count: Int) { self.count = count }

  mutating func add(_ sensors: [SensorFigures], to place: Int) {
    for sensor in sensors {
      let key = Trend.Sensor(address: sensor.address, model: sensor.model)
      for list in sensor.quantities { add(list.total, of: list.quantity, key, to: place) }
    }
  }

  mutating func add(_ trend: Trend, of quantity: Quantity, to place: (Int) -> Int) {
    for (time, figure) in trend.figures.enumerated() where !figure.isEmpty {
      add(figure, of: quantity, trend.sensor, to: place(time))
    }
  }

  private mutating func add(_ figure: HeldValues, of quantity: Quantity, _ sensor: Trend.Sensor, to place: Int) {
    let column = min(max(place, 0), count - 1)
    let none = Array(repeating: HeldValues(), count: count)
    sums[sensor, default: [:]][quantity, default: none][column].merge(figure)
  }

  func figures(_ contents: [Trend.Sensor: SessionContents]) -> [SensorFigures] {
    Set(sums.keys).union(contents.keys).sorted { ($0.address.value, $0.model) < ($1.address.value, $1.model) }.map {
      sensor in
      let own = sums[sensor] ?? [:], known = contents[sensor] ?? SessionContents()
      let quantities = Quantity.allCases.compactMap { quantity in
        own[quantity].map { QuantityFigures(quantity: quantity, figures: $0) }
      }
      return SensorFigures(
        address: sensor.address, model: sensor.model, quantities: quantities, readings: known.readings,
        beats: known.beats, damagedParts: known.damagedParts)
    }
  }
}

import GRDB
import Readings

/// Inserts readings as rows, in one transaction. The rows of both tables of ``ReadingView`` are numbered together, so that
/// their order is known.
struct ReadingRows {
  private var lastID: Int64
  private var sensors: [DeviceAddress: (model: String, id: Int64)] = [:]

  init(_ db: Database) throws { lastID = try ReadingView.lastID(db) }

  private static let quick: Set<Quantity> = [.heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute]

  mutating func insert(
    _ reading: Reading, of model: String, from address: DeviceAddress, at time: Int64, implausible: [Quantity],
    session: Int64?, in db: Database
  ) throws {
    let contact = reading.contact.flatMap { $0 == .notSupported ? nil : $0 == .detected }
    let ticks = (0..<reading.rrIntervals.count).compactMap { reading.rrIntervals.ticks(at: $0) }
    var row: [String: (any DatabaseValueConvertible)?] = ["session_id": session, "at_ms": time, "contact": contact]
    let measured = Quantity.allCases.filter { reading.measurements[$0] != nil }
    for quantity in measured { row[quantity.key] = reading.measurements[quantity] }
    if !measured.isEmpty, measured.allSatisfy(Self.quick.contains), implausible.isEmpty, reading.ageSeconds == nil,
      reading.counter == nil
    {
      row["sensor_id"] = try sensor(address, model, in: db)
      row["rr_ticks"] = Self.list(ticks)
      try insert(into: "quick_reading", row, in: db)
    } else {
      row["address"] = address.description
      row["model"] = model
      row["rr_ms"] = Self.list(ticks.map(RRIntervals.milliseconds)).map { "[\($0)]" }
      row["age_s"] = reading.ageSeconds.map { Int64($0) }
      row["counter"] = reading.counter.map { Int64($0) }
      row["implausible"] = Self.keys(implausible)
      try insert(into: "wide_reading", row, in: db)
    }
  }

  /// A measurement of a sensor's history.
  mutating func insert(
    _ measurements: Measurements, of gap: HistoryGap, at time: Int64, implausible: [Quantity], session: Int64?,
    in db: Database
  ) throws {
    var row: [String: (any DatabaseValueConvertible)?] = [
      "session_id": session, "at_ms": time, "address": gap.address.description, "model": gap.model, "history": true,
      "implausible": Self.keys(implausible),
    ]
    for quantity in Quantity.allCases { row[quantity.key] = measurements[quantity] }
    try insert(into: "wide_reading", row, in: db)
  }

  private mutating func insert(
    into table: String, _ row: [String: (any DatabaseValueConvertible)?], in db: Database
  ) throws {
    let (next, isFull) = lastID.addingReportingOverflow(1)
    var row = row
    // At the end of all ids SQLite looks for a free one, or refuses the row.
    row["id"] = isFull ? nil : next
    try db.insert(into: table, row)
    lastID = db.lastInsertedRowID
  }

  private mutating func sensor(_ address: DeviceAddress, _ model: String, in db: Database) throws -> Int64? {
    if let known = sensors[address], known.model == model { return known.id }
    let id = try db.sensorID(address, model)
    sensors[address] = id.map { (model, $0) }
    return id
  }

  private static func keys(_ quantities: [Quantity]) -> String? {
    quantities.isEmpty ? nil : quantities.map(\.key).joined(separator: ",")
  }

  private static func list(_ numbers: [some CustomStringConvertible]) -> String? {
    numbers.isEmpty ? nil : numbers.map(\.description).joined(separator: ",")
  }
}

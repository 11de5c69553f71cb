import Documents
import Logbook
import Readings
import Status

/// One row of an export: what a sensor sent at one time.
package struct RecordRow {
  package let at: Int64
  package let address: DeviceAddress
  package let model: String
  package let reading: BlockReading?
  /// RR intervals in 1/1024 s, oldest first.
  package var ticks: [UInt16] = []
  /// The place of its reading among those of its sensor in the session, from 1 on.
  fileprivate(set) var number: Int?

  /// The same for the same reading in every export, such as `12-C0FFEE000002-345`; `nil` for beats without a reading.
  package func id(in session: Int64) -> String? {
    number.map { "\(session)-\(address.description.replacing(":", with: ""))-\($0)" }
  }

  /// RR intervals in milliseconds, exactly: a tick is 0.9765625 ms.
  package var milliseconds: [Double] { ticks.map { Double($0) * 1000 / 1024 } }

  /// - Parameters:
  ///   - session: the number of its session.
  ///   - phase: the phase of flight in which it was measured.
  package func json(in session: Int64, phase: String?) -> JSONObject {
    var object: JSONObject = [
      "id": id(in: session), "at": DateText.utc(at), "address": address.description, "model": model, "phase": phase,
    ]
    reading?.measurements.forEach { quantity, value in object.add(quantity.key, value) }
    object.add("contact", reading?.hasContact)
    if !ticks.isEmpty { object.add("rr_ms", milliseconds) }
    if let implausible = reading?.implausible, !implausible.isEmpty {
      object.add("implausible", implausible.map(\.key))
    }
    return object
  }
}

/// Makes rows of the records of times that follow each other. A beat is in the row of the next reading, which may be in the next
/// time: so the last seconds of a time wait for that.
package struct RecordRows {
  private struct Sensor: Hashable {
    let address: DeviceAddress
    let model: String
  }

  fileprivate struct Waiting {
    var rows: [RecordRow] = []
    var beats: [(at: Int64, ticks: UInt16)] = []
  }

  /// The longest time between a beat and the reading that reports it.
  private static let longestDelay: Int64 = 3_000
  private var waiting: [Sensor: Waiting] = [:]
  /// How many readings of each address were handed on.
  private var numbers: [DeviceAddress: Int] = [:]

  package init() {}

  /// The rows that are complete, oldest first.
  /// - Parameter end: of the time of these records; `nil` for the last one.
  package mutating func rows(of records: [SensorRecord], until end: Int64?) -> [RecordRow] {
    for record in records { add(record) }
    let cut = end.map { $0 - Self.longestDelay } ?? .max
    var complete: [RecordRow] = []
    for sensor in Array(waiting.keys) {
      complete +=
        waiting[sensor]?.complete(before: cut, longestDelay: Self.longestDelay, sensor.address, sensor.model) ?? []
    }
    complete.sort { ($0.at, $0.address.value, $0.model) < ($1.at, $1.address.value, $1.model) }
    for place in complete.indices where complete[place].reading != nil {
      numbers[complete[place].address, default: 0] += 1
      complete[place].number = numbers[complete[place].address]
    }
    return complete
  }

  private mutating func add(_ record: SensorRecord) {
    let sensor = Sensor(address: record.address, model: record.model)
    waiting[sensor, default: Waiting()].rows += record.readings.lazy.map {
      RecordRow(at: $0.at, address: record.address, model: record.model, reading: $0)
    }
    for run in record.beats { run.forEach { at, ticks in waiting[sensor]?.beats.append((at, ticks)) } }
  }
}

extension RecordRows.Waiting {
  /// Takes the rows before a time out, each with its beats; a beat without a reading has its own.
  fileprivate mutating func complete(
    before cut: Int64, longestDelay: Int64, _ address: DeviceAddress, _ model: String
  ) -> [RecordRow] {
    var loose: [RecordRow] = []
    var place = 0, taken = 0
    for (at, ticks) in beats {
      guard at < cut else { break }
      taken += 1
      while place < rows.count, rows[place].at < at { place += 1 }
      if place < rows.count, rows[place].at - at <= longestDelay {
        rows[place].ticks.append(ticks)
      } else {
        loose.append(RecordRow(at: at, address: address, model: model, reading: nil, ticks: [ticks]))
      }
    }
    beats.removeFirst(taken)
    let count = rows.firstIndex { $0.at >= cut } ?? rows.count
    let complete = Array(rows[..<count]) + loose
    rows.removeFirst(count)
    return complete
  }
}

/// The columns of an export: those that at least one sensor fills.
package struct RecordTable {
  private let quantities: [Quantity]
  private let hasBeats: Bool
  private let hasPhases: Bool
  private let writer: CSVWriter

  /// - Parameters:
  ///   - present: the quantities of all rows, also those whose values are all implausible.
  ///   - hasPhases: whether the session has phases of flight.
  package init(_ present: Set<Quantity>, hasBeats: Bool, hasPhases: Bool) {
    (self.hasBeats, self.hasPhases) = (hasBeats, hasPhases)
    quantities = Quantity.allCases.filter(present.contains)
    var columns = [CSVWriter.Column("time"), CSVWriter.Column("address"), CSVWriter.Column("model")]
    for quantity in quantities {
      columns.append(CSVWriter.Column(quantity.label, unit: quantity.unit.isEmpty ? nil : quantity.unit))
    }
    columns.append(CSVWriter.Column("contact"))
    if hasBeats { columns.append(CSVWriter.Column("RR", unit: "ms")) }
    columns.append(CSVWriter.Column("implausible"))
    if hasPhases { columns.append(CSVWriter.Column("phase")) }
    columns.append(CSVWriter.Column("id"))
    writer = CSVWriter(columns)
  }

  package var header: String { writer.header }

  package func line(_ row: RecordRow, in session: Int64, phase: String?) -> String {
    var fields: [String?] = [DateText.utc(row.at), "\(row.address)", row.model]
    for quantity in quantities { fields.append(row.reading?.measurements[quantity].map { "\($0)" }) }
    fields.append(row.reading?.hasContact.map { $0 ? "yes" : "no" })
    if hasBeats { fields.append(row.milliseconds.map { "\($0)" }.joined(separator: " ")) }
    fields.append((row.reading?.implausible ?? []).map(\.key).joined(separator: " "))
    if hasPhases { fields.append(phase) }
    fields.append(row.id(in: session))
    return writer.row(fields)
  }
}

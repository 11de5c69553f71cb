import Documents
import Logbook
import Readings
import System

/// The rows of a file as blocks of an hour. A first reading of the file counts the rows of each hour; in the second one an hour
/// is a block as soon as its last row was read. So a file of years needs no more memory than one of a day.
package struct ImportedHours {
  package struct Sensor: Hashable, Sendable {
    package let address: DeviceAddress
    package let model: String

    package init(address: DeviceAddress, model: String) { (self.address, self.model) = (address, model) }
  }

  private struct Hour: Hashable {
    let sensor: Sensor
    /// Hours since 1970.
    let number: Int64
    let part: Int

    init(_ sensor: Sensor, _ row: ImportedRow) {
      (self.sensor, part) = (sensor, row.part)
      let time = row.at
      number = (time >= 0 ? time : time - (length - 1)) / length
    }
  }

  private static let length: Int64 = 3_600_000

  /// The rows of one hour in the file.
  private struct Extent {
    var rows = 0
    let first: Int
    var last: Int

    mutating func add(_ row: Int) {
      rows += 1
      last = row
    }
  }

  /// The rows of an hour that have been read a second time.
  private struct Part {
    var rows = 0
    var readings: [BlockReading] = []
    var notifications: [(at: Int64, ticks: [UInt16])] = []
  }

  private var extents: [Hour: Extent] = [:]
  private var waiting: [Hour: Part] = [:]
  package private(set) var rows = 0
  /// How many of the rows have values.
  package private(set) var readings = 0
  package private(set) var beats = 0
  /// How many of the readings have a value that the sensor cannot have measured.
  package private(set) var implausible = 0
  /// How many values are none, such as a share of more than 100 %.
  package private(set) var impossible = 0
  /// How many of the rows have a time that the local clock leaves out.
  package private(set) var moved = 0

  package init() {}

  /// More readings than this do not wait in memory for their hour to be whole: they take 30 MB (choice).
  private static let mostWaiting = 150_000
  /// More readings of one hour make several blocks; a strap sends 3,600 (as `Logbook` seals them).
  private static let mostInBlock = 4_096

  package mutating func count(_ row: ImportedRow, of sensor: Sensor) {
    extents[Hour(sensor, row), default: Extent(first: rows, last: rows)].add(rows)
    rows += 1
    if row.hasReading { readings += 1 }
    if !row.reading.implausible.isEmpty { implausible += 1 }
    impossible += row.impossible
    if row.isMoved { moved += 1 }
    beats += row.ticks.count
  }

  /// - Throws: a sentence for people, if too many rows would wait in memory, since they are in no order of time.
  package func check() throws(LapwingError) {
    // Where hours begin and end, so that many rows need no more memory than few.
    let changes =
      extents.values.map { (row: $0.first, rows: $0.rows) } + extents.values.map { (row: $0.last + 1, rows: -$0.rows) }
    var waiting = 0
    for change in changes.sorted(by: { ($0.row, $0.rows) < ($1.row, $1.rows) }) {
      waiting += change.rows
      guard waiting <= Self.mostWaiting else {
        throw LapwingError(
          .badData, code: "unordered",
          "its \(rows) rows are in no order of time, and would need too much memory; sort them by time")
      }
    }
  }

  /// Adds a row of the second reading.
  /// - Returns: the blocks of its hour, if it is the last row of that.
  package mutating func add(_ row: ImportedRow, of sensor: Sensor) -> [SealedBlock] {
    let hour = Hour(sensor, row)
    var part = waiting.removeValue(forKey: hour) ?? Part()
    part.rows += 1
    if row.hasReading { part.readings.append(row.reading) }
    if !row.ticks.isEmpty { part.notifications.append((row.at, row.ticks)) }
    guard part.rows == extents[hour]?.rows else {
      waiting[hour] = part
      return []
    }
    return Self.blocks(of: part, sensor)
  }

  private static func blocks(of part: Part, _ sensor: Sensor) -> [SealedBlock] {
    let readings = part.readings.sorted { $0.at < $1.at }
    let beats = BeatRun.runs(of: part.notifications.sorted { $0.at < $1.at })
    return stride(from: 0, to: max(1, readings.count), by: mostInBlock).map { start in
      SealedBlock(
        address: sensor.address, model: sensor.model, isHistory: true,
        readings: Array(readings[start..<min(start + mostInBlock, readings.count)]), beats: start == 0 ? beats : [])
    }
  }
}

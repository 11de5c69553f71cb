import Logbook
import Readings

/// One row of a file of readings, as far as it was given.
package struct ImportedRow {
  /// Milliseconds since 1970.
  package var at: Int64
  package var address: DeviceAddress?
  package var model: String?
  /// What the file names in place of an address, such as *Anna's Watch* or *Bedroom*.
  package var source: String?
  /// The model, if neither the file nor the logbook names it.
  package var usualModel = ImportedRow.unknownModel
  package var reading: BlockReading
  /// RR intervals in 1/1024 s, oldest first.
  package var ticks: [UInt16] = []
  /// Whether its time is that of the local clock, which shows an hour twice a year.
  package var isLocal = false
  /// Whether the local clock leaves its time out.
  package var isMoved = false
  /// Rows of one part are in the order of their times. Some files have all of one quantity before all of another.
  package var part = 0
  /// The line of the file, if it has lines.
  package var line: Int?
  /// Values that no reading can hold, such as a share of more than 100 %.
  package var impossible = 0

  package static let unknownModel = "sensor of a file"

  init(at time: Int64 = 0) {
    at = time
    reading = BlockReading(at: time, measurements: Measurements())
  }

  /// Whether it says more than beats.
  var hasReading: Bool { !reading.measurements.isEmpty || reading.hasContact != nil }

  /// A saturation is a share of 1 in some files (0.97), and nobody has one of 1 % in any other.
  mutating func set(_ quantity: Quantity, _ value: Double) {
    let isShare = quantity == .oxygenSaturationPercent && value <= 1
    reading.measurements[quantity] = isShare ? (value * 10_000).rounded() / 100 : value
    if reading.measurements[quantity] == nil { impossible += 1 }
  }

  /// Adds an interval.
  /// - Returns: whether it is one.
  mutating func addBeat(milliseconds: Double) -> Bool {
    guard milliseconds.isFinite, milliseconds > 0, let ticks = UInt16(exactly: (milliseconds * 1.024).rounded()) else {
      return false
    }
    self.ticks.append(ticks)
    return true
  }
}

extension DeviceAddress {
  /// An address for a sensor that has none in its file, the same for the same name. No real device has one that begins with 02:
  /// these are given by an owner (IEEE 802, U/L bit).
  package init(madeUpFor name: String) {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    self.init(value: 0x02 << 40 | (hash ^ hash >> 40) & 0xFF_FFFF_FFFF)
  }
}

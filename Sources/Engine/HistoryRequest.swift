import Readings
import SensorProtocols

/// A hole in the logbook that the radio is to fill from the sensor's own record.
package struct HistoryRequest: Sendable, Equatable {
  package let hole: HistoryGap
  /// Whose record it is.
  package let model: SensorModel
  /// The date at the start of the run's time axis, milliseconds since 1970.
  package let start: Int64

  /// - Returns: `nil` where the hole is of a model that this version does not know.
  package init?(_ hole: HistoryGap, start: Int64) {
    guard let model = SensorModel.allCases.first(where: { $0.name == hole.model }) else { return nil }
    self.hole = hole
    self.model = model
    self.start = start
  }

  /// Seconds since 1970.
  package func date(of instant: Instant) -> Int64 {
    (start + Instant.start.duration(to: instant).wholeNanoseconds / 1_000_000) / 1000
  }

  /// The shortest time between two measurements of an Aranet is 60 s. What lies nearer to one that was heard is the same,
  /// since ages are told in whole seconds and clocks differ.
  private static let sameMeasurement: Int64 = 30_000

  /// The download that fills it.
  package var download: AranetDownload? {
    AranetDownload(
      of: model, after: hole.from / 1000, before: (hole.to - Self.sameMeasurement) / 1000)
  }

  /// How long the hole is, minutes.
  package var minutes: Int64 { (hole.to - hole.from + 30_000) / 60_000 }
}

/// A part of what a sensor kept, for the logbook.
package struct HistoryChunk: Sendable {
  /// For which hole.
  package let hole: HistoryGap
  /// In the order of time.
  package let rows: [AranetDownload.Row]
  /// Whether there is no more.
  package let isLast: Bool

  package init(hole: HistoryGap, rows: [AranetDownload.Row], isLast: Bool) {
    self.hole = hole
    self.rows = rows
    self.isLast = isLast
  }
}

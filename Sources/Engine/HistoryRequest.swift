import Readings
import SensorProtocols

/// A gap in the logbook that the radio is to fill from the history of the sensor.
package struct HistoryRequest: Sendable, Equatable {
  package let gap: HistoryGap
  package let model: SensorModel
  /// The date at the start of the time axis of the run, in milliseconds since 1970.
  package let start: Int64

  /// - Returns: `nil` if the gap belongs to a model that this version does not know.
  package init?(_ gap: HistoryGap, start: Int64) {
    guard let model = SensorModel.allCases.first(where: { $0.name == gap.model }) else { return nil }
    self.gap = gap
    self.model = model
    self.start = start
  }

  /// Converts an instant to seconds since 1970.
  package func date(of instant: Instant) -> Int64 {
    (start + Instant.start.duration(to: instant).wholeNanoseconds / 1_000_000) / 1000
  }

  /// In milliseconds. An Aranet measures at most every 60 s. A measurement nearer than this to a logged one is the
  /// same, because ages are whole seconds and clocks differ.
  private static let sameMeasurement: Int64 = 30_000

  package var download: AranetDownload? {
    AranetDownload(
      of: model, after: gap.from / 1000, before: (gap.to - Self.sameMeasurement) / 1000)
  }

  package var minutes: Int64 { (gap.to - gap.from + 30_000) / 60_000 }
}

package struct HistoryChunk: Sendable {
  package let gap: HistoryGap
  /// In order of time.
  package let rows: [AranetDownload.Row]
  package let isLast: Bool

  package init(gap: HistoryGap, rows: [AranetDownload.Row], isLast: Bool) {
    self.gap = gap
    self.rows = rows
    self.isLast = isLast
  }

  /// The same with CO2 corrected by the pressure in the same row, if there is one.
  package func corrected(by correction: PressureCorrection) -> HistoryChunk {
    let model = SensorModel.allCases.first { $0.name == gap.model } ?? .unknown
    let rows = rows.map { row in
      var measurements = row.measurements
      correction.correct(&measurements, of: gap.address, model)
      return AranetDownload.Row(unixSeconds: row.unixSeconds, measurements: measurements)
    }
    return HistoryChunk(gap: gap, rows: rows, isLast: isLast)
  }
}

import Logbook
import Readings
import Sessions
import System

/// The figures of a time of the logbook, with a chart of a number of columns.
package struct PeriodFigures: Sendable {
  package let start: Int64
  package let end: Int64
  package let sensors: [SensorFigures]
  package let alarms: [RecalledAlarm]
  package let limits: SensorLimits
  /// The length of each column of the chart, milliseconds.
  package let columnLength: Int64
  package var duration: Int64 { end - start }

  /// - Parameters:
  ///   - session: only what belongs to this session.
  ///   - quantities: only these, and the alarms of the sensors that measure them.
  package init(
    from start: Int64, to end: Int64, session: Int64? = nil, only quantities: [Quantity]? = nil,
    in reader: LogbookReader, limits: SensorLimits, columns: Int
  ) throws(LapwingError) {
    (self.start, self.end, self.limits) = (start, end, limits)
    let count = Int64(max(1, columns))
    let columnLength = max(1, (end - start + count) / count)
    self.columnLength = columnLength
    let (sensors, alarms) = try reader.explained { () throws(LogbookError) in
      (
        try reader.figures(
          from: start, length: columnLength, count: Int(count), until: end, session: session, limits: limits),
        try reader.alarms(from: start, until: end + 1, session: session)
      )
    }
    let kept = quantities.map { quantities in sensors.compactMap { $0.keeping(quantities) } } ?? sensors
    let addresses = Set(kept.map { "\($0.address)" })
    self.sensors = kept
    self.alarms = quantities == nil ? alarms : alarms.filter { $0.address.map(addresses.contains) ?? false }
  }
}

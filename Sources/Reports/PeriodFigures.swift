import Logbook
import Readings
import Sessions
import System

/// The figures of a time of the logbook, with a chart of a number of columns.
package struct PeriodFigures: Sendable {
  package let start: Int64
  package let end: Int64
  package let sensors: [SensorFigures]
  package let alarms: [AlarmFigures]
  package let limits: SensorLimits
  package let columnLength: Int64
  package var duration: Int64 { end - start }

  /// When no sensor gave a value for a minute or longer: what is a gap of every quantity. Only if they were asked for.
  package var gaps: [Range<Int64>] {
    let lists = sensors.flatMap(\.quantities).map(\.gaps)
    guard let first = lists.first else { return duration > 0 ? [start..<end] : [] }
    return lists.dropFirst().reduce(first) { Self.common($0, $1) }
  }

  /// What two lists of times have in common, each in order, without what is shorter than a gap.
  private static func common(_ one: [Range<Int64>], _ other: [Range<Int64>]) -> [Range<Int64>] {
    var found: [Range<Int64>] = []
    var places = (one[...], other[...])
    while let first = places.0.first, let second = places.1.first {
      let both = first.clamped(to: second)
      if both.upperBound - both.lowerBound >= HeldValuesList.shortestGap { found.append(both) }
      if first.upperBound <= second.upperBound { places.0.removeFirst() } else { places.1.removeFirst() }
    }
    return found
  }

  /// - Parameters:
  ///   - session: only what belongs to this session.
  ///   - quantities: only these, and the alarms of the sensors that measure them.
  ///   - hasGaps: whether gaps are needed. Without them a long session takes no longer than a day.
  package init(
    from start: Int64, to end: Int64, session: Int64? = nil, only quantities: [Quantity]? = nil,
    in reader: LogbookReader, limits: SensorLimits, columns: Int, hasGaps: Bool = true
  ) throws(LapwingError) {
    (self.start, self.end, self.limits) = (start, end, limits)
    let count = Int64(max(1, columns))
    let columnLength = max(1, (end - start + count) / count)
    self.columnLength = columnLength
    let (sensors, alarms) = try reader.explained { () throws(LogbookError) in
      var sensors: [SensorFigures]?
      if let session, !hasGaps {
        sensors = try reader.longFigures(
          from: start, length: columnLength, count: Int(count), until: end, session: session, limits: limits)
      }
      if sensors == nil {
        sensors = try reader.figures(
          from: start, length: columnLength, count: Int(count), until: end, session: session, limits: limits)
      }
      return (sensors ?? [], try reader.alarms(from: start, until: end + 1, session: session))
    }
    let kept = quantities.map { quantities in sensors.compactMap { $0.keeping(quantities) } } ?? sensors
    let addresses = Set(kept.map { "\($0.address)" })
    self.sensors = kept
    self.alarms = try AlarmFigures.all(
      of: quantities == nil ? alarms : alarms.filter { $0.address.map(addresses.contains) ?? false }, from: start,
      to: end, in: reader)
  }
}

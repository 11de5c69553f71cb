import Alarms
import Logbook
import Readings
import Sessions

/// One alarm with the figures of its values (docs/figures.md): the worst of them, and how long they were beyond the limit.
package struct AlarmFigures: Sendable {
  package let alarm: RecalledAlarm
  /// From its beginning, or that of the report if it began before, to its end, or that of the report. Milliseconds.
  package let duration: Int64
  /// The worst value while it was on, in the unit of its limit; `nil` for an alarm without a limit, and if no value is known.
  package let worst: Double?
  /// How long values were beyond the limit while it was on, milliseconds.
  package let beyond: Int64?
  /// The unit of the worst value and the limit.
  package let unit: String

  /// Milliseconds from the beginning until a person answered.
  package var answeredAfter: Int64? { alarm.acknowledgedAt.map { max(0, $0 - alarm.beganAt) } }

  /// The figures of alarms of a report, in one reading of the times in which one of them was on.
  /// - Parameters:
  ///   - start: the beginning of the report.
  ///   - end: its end.
  package static func all(
    of alarms: [RecalledAlarm], from start: Int64 = 0, to end: Int64, in reader: LogbookReader
  ) throws(LapwingError) -> [AlarmFigures] {
    var watches = alarms.map { AlarmWatch($0, from: start, to: end) }
    let read = watches.indices.filter { watches[$0].isRead }
    var window = start - HeldValues.longestHold
    while let next = read.map({ watches[$0].needed }).filter({ $0.upperBound > window }).map(\.lowerBound).min() {
      let from = max(window, next)
      let begun = read.map { watches[$0].needed }.filter { $0.lowerBound < from + LogbookReader.window }
      let until = min(from + LogbookReader.window, begun.map(\.upperBound).max() ?? .max)
      let records = try reader.explained { () throws(LogbookError) in try reader.record(from: from, until: until) }
      for place in read where watches[place].needed.overlaps(from..<until) { watches[place].add(records) }
      window = until
    }
    return watches.map(\.figures)
  }
}

/// The values of one alarm while they are read.
private struct AlarmWatch {
  private let alarm: RecalledAlarm
  private let begin: Int64
  private let stop: Int64
  private let side: AlarmSide?
  private let unit: String
  private var lists: [String: HeldValuesList] = [:]

  init(_ alarm: RecalledAlarm, from start: Int64, to end: Int64) {
    self.alarm = alarm
    begin = max(alarm.beganAt, start)
    stop = max(begin, min(alarm.endedAt ?? end, end))
    let trigger = ConditionID(name: alarm.condition).map { ConditionTable.standard[$0].trigger }
    unit = trigger?.unit ?? ""
    side = trigger.flatMap { trigger in alarm.limit.flatMap { AlarmSide(trigger, limit: $0) } }
  }

  /// A longer one gets no figures of its values, since to read them would take minutes: 31 days (choice). Milliseconds.
  private static let longest: Int64 = 31 * 86_400_000

  /// Whether it has values to look at.
  var isRead: Bool { side != nil && alarm.address != nil && begin < stop && stop - begin <= Self.longest }

  /// With the values that were in force at its beginning.
  var needed: Range<Int64> { begin - (side.map { HeldValues.longestHold(of: $0.quantity) } ?? 0)..<stop }

  mutating func add(_ records: [SensorRecord]) {
    guard let side else { return }
    for record in records where record.address.description == alarm.address {
      var list =
        lists[record.model]
        ?? HeldValuesList(
          start: begin, length: stop - begin, count: 1, limits: side.limits,
          longestHold: HeldValues.longestHold(of: side.quantity))
      for reading in record.readings where needed.contains(reading.at) {
        let value = side.quantities.lazy.compactMap { quantity in
          reading.implausible.contains(quantity) ? nil : reading.measurements[quantity]
        }.first
        if let value { list.add(value, at: reading.at) }
      }
      lists[record.model] = list
    }
  }

  var figures: AlarmFigures {
    let totals = lists.values.compactMap { list -> HeldValues? in
      var list = list
      list.finish(at: stop)
      return list.figures.first.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let side, !totals.isEmpty else {
      return AlarmFigures(alarm: alarm, duration: stop - begin, worst: nil, beyond: nil, unit: unit)
    }
    let worst = side.isLow ? totals.compactMap(\.minimum).min() : totals.compactMap(\.maximum).max()
    return AlarmFigures(
      alarm: alarm, duration: stop - begin, worst: worst.flatMap(side.shown),
      beyond: totals.map { side.isLow ? $0.below : $0.above }.max(), unit: unit)
  }
}

/// On which side of its limit a condition holds, in values of the sensor.
private struct AlarmSide {
  let quantity: Quantity
  /// Those that it judges, of which a sensor sends one.
  let quantities: [Quantity]
  let isLow: Bool
  let limits: ValueLimits
  /// A value of the sensor in the unit of the limit.
  let shown: @Sendable (Double) -> Double?

  init?(_ trigger: Condition.Trigger, limit: Double) {
    guard let quantity = trigger.quantity else { return nil }
    self.quantity = quantity
    quantities = Quantity.allCases.filter { $0.judgedAs == quantity }
    switch trigger {
    case .below: (isLow, limits, shown) = (true, ValueLimits(low: limit), { $0 })
    case .above: (isLow, limits, shown) = (false, ValueLimits(high: limit), { $0 })
    case .atOrAbove: (isLow, limits, shown) = (false, ValueLimits(high: limit, isHighAbove: true), { $0 })
    // Sensors give parts per billion.
    case .carbonMonoxide:
      (isLow, limits, shown) = (false, ValueLimits(high: limit * 1000, isHighAbove: true), { $0 / 1000 })
    // The higher, the lower the pressure.
    case .cabinAltitude:
      (isLow, limits) = (true, ValueLimits(low: PressureAltitude.hectopascals(feet: limit)))
      shown = { PressureAltitude.feet(hectopascals: $0)?.rounded() }
    case .stale, .reported: return nil
    }
  }
}

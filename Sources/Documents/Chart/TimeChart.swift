import System

/// A chart of one quantity over time: what is measured, limits, phases and alarms. `TimeChartDrawing` draws it.
package struct TimeChart: Sendable, Equatable {
  /// A limit with its name, such as `high`.
  package struct Limit: Sendable, Equatable {
    package var value: Double
    package var name: String

    package init(_ value: Double, _ name: String) { (self.value, self.name) = (value, name) }
  }

  /// A part of the period with a name, such as a phase of flight.
  package struct Phase: Sendable, Equatable {
    package var name: String
    package var from: UnixTime
    package var to: UnixTime

    package init(_ name: String, from: UnixTime, to: UnixTime) {
      (self.name, self.from, self.to) = (name, from, to)
    }
  }

  package struct Alarm: Sendable, Equatable {
    package enum Priority: Int, Sendable, CaseIterable, Comparable {
      case low, medium, high

      package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

      package var name: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
      }

      package var ink: Ink {
        switch self {
        case .low: .alarmLow
        case .medium: .alarmMedium
        case .high: .alarmHigh
        }
      }
    }

    package var at: UnixTime
    package var priority: Priority

    package init(at: UnixTime, _ priority: Priority) { (self.at, self.priority) = (at, priority) }
  }

  /// What is shown, such as `CO2, living room`.
  package var title: String
  package var unit: String
  package var from: UnixTime
  package var to: UnixTime
  package var zone: ClockZone
  package var series: TimeSeries
  package var limits: [Limit]
  package var phases: [Phase]
  package var alarms: [Alarm]
  /// The decimals of values in words.
  package var places: Int

  package init(
    title: String, unit: String, from: UnixTime, to: UnixTime, zone: ClockZone, series: TimeSeries,
    limits: [Limit] = [], phases: [Phase] = [], alarms: [Alarm] = [], places: Int = 0
  ) {
    (self.title, self.unit, self.from, self.to, self.zone) = (title, unit, from, to, zone)
    (self.series, self.limits, self.phases, self.alarms, self.places) = (series, limits, phases, alarms, places)
  }

  /// What the chart shows, for people who do not see it.
  package var description: String {
    let times = "\(from.minuteText(in: zone)) to \(to.minuteText(in: zone)), \(zone.words(from: from, to: to))"
    let samples = series.usable(from: from, to: to)
    guard let low = samples.map(\.minimum).min(), let high = samples.map(\.maximum).max() else {
      return "\(title): no values from \(times)."
    }
    let counts = Alarm.Priority.allCases.reversed().compactMap { priority in
      let count = alarms.count { $0.priority == priority }
      return count == 0 ? nil : "\(count) \(priority.name)"
    }
    return "\(title) from \(text(low)) to \(text(high)) \(unit), \(times). "
      + (limits.isEmpty ? "" : "Limits: \(limits.map { "\(text($0.value)) (\($0.name))" }.joined(separator: ", ")). ")
      + (counts.isEmpty ? "No alarms." : "Alarms: \(counts.joined(separator: ", ")).")
  }

  package func text(_ value: Double) -> String { FixedNumber.text(value, places: places) ?? "?" }
}

import Documents
import Logbook
import Readings
import Sessions
import Status
import System
import Words

/// A session, or another time of the logbook, as it is printed.
package struct SessionDocument {
  /// How many parts of the time a chart shows.
  package static let columns = 700
  private let figures: PeriodFigures
  private let session: SessionFigures?
  private let charted: [Quantity]
  private let units: ShownUnits
  private let zone = ClockZone.local

  package init(_ figures: SessionFigures, units: ShownUnits) {
    (self.figures, session, charted, self.units) = (figures.period, figures, Self.usual, units)
  }

  /// - Parameter charted: the quantities that are drawn, if they were measured.
  package init(_ figures: PeriodFigures, charted: [Quantity]) {
    (self.figures, session, self.charted, units) = (figures, nil, charted, .metric)
  }

  private var record: SessionRecord? { session?.line.session }
  private var start: UnixTime { UnixTime(milliseconds: figures.start) }
  private var end: UnixTime { UnixTime(milliseconds: figures.end) }

  /// - Parameters:
  ///   - box: the name of the box.
  ///   - printed: when it is printed.
  package func report(title: String, box: String, profile: String, printed: UnixTime) -> PrintedSession {
    PrintedSession(
      title: title, box: box, profile: profile, sessionID: record.map { "\($0.id)" } ?? "", from: start,
      to: record.map { $0.endedAt.map { _ in end } } ?? end, printed: printed, zone: zone,
      details: session?.remarks.details ?? [], grade: session?.line.grade, charts: charts, figures: tables,
      phases: session?.phases.map(\.printed) ?? [], episodes: episodes, gaps: gaps, sensors: sensors, notes: notes)
  }

  private func name(_ sensor: SensorFigures) -> String { "\(sensor.model) \(sensor.address)" }

  /// What a person looks at first comes first.
  private static let usual: [Quantity] = [
    .heartRateBeatsPerMinute, .co2PartsPerMillion, .oxygenSaturationPercent, .pulseBeatsPerMinute,
  ]

  private var charts: [TimeChart] {
    charted.flatMap { quantity in
      figures.sensors.flatMap { sensor in
        sensor.quantities.filter { $0.quantity == quantity }.map { chart($0, of: sensor) }
      }
    }
  }

  private func shown(_ value: Double, _ quantity: Quantity) -> Double { units.shown(value, in: quantity.unit).value }

  private func chart(_ quantity: QuantityFigures, of sensor: SensorFigures) -> TimeChart {
    let limits = figures.limits[sensor.address][quantity.quantity]
    let length = figures.columnLength
    func value(_ value: Double) -> Double { shown(value, quantity.quantity) }
    let samples = quantity.figures.enumerated().compactMap { place, figure -> TimeSeries.Sample? in
      guard let mean = figure.mean else { return nil }
      let at = figures.start + Int64(place) * length + length / 2
      return TimeSeries.Sample(
        at: UnixTime(milliseconds: at), minimum: value(figure.minimum ?? mean), mean: value(mean),
        maximum: value(figure.maximum ?? mean), count: max(1, Int(clamping: figure.count)))
    }
    return TimeChart(
      title: "\(quantity.quantity.label), \(name(sensor))", unit: units.unit(quantity.quantity.unit), from: start,
      to: end,
      zone: zone, series: TimeSeries(samples, gap: length + length / 2),
      limits: [
        limits?.low.map { TimeChart.Limit(value($0), "low") }, limits?.high.map { TimeChart.Limit(value($0), "high") },
      ]
      .compactMap { $0 },
      alarms: figures.alarms.map(\.alarm).filter { $0.address == nil || $0.address == "\(sensor.address)" }.map {
        TimeChart.Alarm(at: UnixTime(milliseconds: $0.beganAt), Self.priority($0.priority))
      })
  }

  private static func priority(_ name: String) -> TimeChart.Alarm.Priority {
    TimeChart.Alarm.Priority.allCases.first { $0.name == name } ?? .low
  }

  private var tables: [PrintedSession.Figures] {
    figures.sensors.flatMap { sensor in
      sensor.quantities.map { quantity in
        let total = quantity.total
        let unit = units.unit(quantity.quantity.unit)
        func value(_ number: Double?) -> Double? { number.map { shown($0, quantity.quantity) } }
        let hasLimits = figures.limits[sensor.address][quantity.quantity] != nil
        return PrintedSession.Figures(
          // The address comes first: what is too long for its column is cut at its end.
          quantity: quantity.quantity.label, unit: unit, sensor: "\(sensor.address) \(sensor.model)",
          readings: Int(clamping: total.count), minimum: value(total.minimum), mean: value(total.mean),
          maximum: value(total.maximum), places: quantity.quantity == .co2PartsPerMillion ? 0 : unit == "inHg" ? 2 : 1,
          times: hasLimits
            ? PrintedSession.Times(
              below: total.below, within: total.within, above: total.above,
              noData: total.missing(in: figures.duration)) : nil)
      }
    }
  }

  private var episodes: [PrintedSession.Episode] {
    figures.alarms.map { figures in
      let alarm = figures.alarm
      var episode = PrintedSession.Episode(
        from: UnixTime(milliseconds: alarm.beganAt), to: alarm.endedAt.map { UnixTime(milliseconds: $0) },
        priority: Self.priority(alarm.priority), what: ThingWords.condition(named: alarm.condition, in: .english),
        subject: alarm.address ?? "", extreme: figures.worst.map { units.text($0, in: figures.unit) },
        answeredAfter: figures.answeredAfter)
      (episode.duration, episode.beyond) = (figures.duration, figures.beyond)
      return episode
    }
  }

  /// The times without a box, and those in which no sensor gave any value.
  private var gaps: [PrintedSession.Gap] {
    let restarts = session?.remarks.gaps ?? []
    let silent = figures.gaps.flatMap { gap in
      PrintedSession.Gap(
        from: UnixTime(milliseconds: gap.lowerBound), to: UnixTime(milliseconds: gap.upperBound),
        "no sensor gave a value"
      ).without(restarts, atLeast: HeldValuesList.shortestGap)
    }
    return (restarts + silent).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  private var sensors: [PrintedSession.Sensor] {
    figures.sensors.map { sensor in
      let covered = sensor.quantities.map { $0.total.covered }.max() ?? 0
      return PrintedSession.Sensor(
        name: "\(sensor.address)", model: sensor.model, address: "\(sensor.address)", readings: sensor.readings,
        coverage: figures.duration > 0 ? min(1, Double(covered) / Double(figures.duration)) : nil)
    }
  }

  private var notes: [String] {
    var notes = [
      "Each value holds until the next one, at most 5 s for heart rate and oxygen, 90 minutes for radon and 15 "
        + "minutes for other air; the rest is no data.",
      "The limits are those of each sensor and the person who wears it, by day, when this was printed.",
    ]
    if record?.wasInterrupted == true {
      notes.append("The box stopped in this session; its end is that of its last record.")
    }
    notes += session?.replacedPhases ?? []
    let damaged = figures.sensors.reduce(0) { $0 + $1.damagedParts }
    if damaged > 0 {
      notes.append("\(damaged) blocks or rows of the logbook are damaged; their values are missing here.")
    }
    if record?.isDamaged == true { notes.append("The row of this session is damaged; its times cannot be relied on.") }
    return notes
  }
}

import Alarms
import Documents
import Logbook
import Readings
import Sessions
import System
import Words

/// The figures of the report for a doctor, one report for each quantity of each sensor, since two sensors may be two people.
package struct HeartReportFigures {
  private let reader: LogbookReader
  /// The beginning of each local day, and the end of the last one.
  private let edges: [Int64]
  private let limits: SensorLimits
  private let names: TrendNames
  private let language: Language

  package init(
    edges: [Int64], in reader: LogbookReader, limits: SensorLimits, names: TrendNames, language: Language
  ) {
    (self.edges, self.reader, self.limits, self.names, self.language) = (edges, reader, limits, names, language)
  }

  private var start: Int64 { edges.first ?? 0 }
  private var end: Int64 { edges.last ?? 0 }

  /// - Parameters:
  ///   - box: the name of the box.
  ///   - sensor: only that one.
  ///   - about: what is said of the person for this report alone.
  package func reports(
    box: String, printed: UnixTime, only sensor: DeviceAddress? = nil, about: PersonNotes = PersonNotes()
  ) throws(LapwingError) -> [PrintedHeart] {
    let quantities = TrendSubject.heart.quantities
    let period = try PeriodFigures(from: start, to: end, only: quantities, in: reader, limits: limits, columns: 1)
    let sensors = period.sensors.filter { sensor == nil || $0.address == sensor }
    let alarms = try AlarmFigures.all(
      of: period.alarms.flatMap { episodes(of: $0.alarm) }, from: start, to: end, in: reader)
    let worn = Set(period.sensors.map(\.address))
    var reports: [PrintedHeart] = []
    for quantity in quantities {
      let trends = try DailyTrend.read([quantity], edges: edges, in: reader, limits: limits)
      for sensor in sensors {
        guard let list = sensor.quantities.first(where: { $0.quantity == quantity }),
          let trend = trends.first(where: { $0.trend.address == sensor.address && $0.trend.model == sensor.model }),
          var report = begun(list, of: sensor, trend, box: box, printed: printed)
        else { continue }
        add(alarms, of: sensor, to: &report, quantity)
        try addMinutes(of: list, sensor, to: &report)
        try addNotes(on: sensor, among: worn, to: &report)
        report.person.name = about.name ?? report.person.name ?? names[sensor.address]
        report.person.born = about.born ?? report.person.born
        report.person.question = about.question ?? report.person.question
        report.person.medication = about.medication ?? report.person.medication
        reports.append(report)
      }
    }
    return reports
  }

  private func begun(
    _ list: QuantityFigures, of sensor: SensorFigures, _ trend: DailyTrend, box: String, printed: UnixTime
  ) -> PrintedHeart? {
    let total = list.total
    guard let range = PrintedHeart.Range(total) else { return nil }
    let sensorName = [names[sensor.address], "\(sensor.model) \(sensor.address)"].compactMap(\.self)
    var report = PrintedHeart(
      quantity: ThingWords.quantity(list.quantity).text(language), unit: list.quantity.unit,
      sensor: sensorName.joined(separator: ", "), box: box, from: UnixTime(milliseconds: start),
      to: UnixTime(milliseconds: end - 1), printed: printed, figures: (range, PrintedHeart.Times(total)))
    let own = limits[sensor.address][list.quantity]
    (report.low, report.high) = (own?.low, own?.high)
    report.damagedParts = sensor.damagedParts
    for (day, figure) in trend.trend.figures.enumerated() {
      let date = UnixTime(milliseconds: edges[day])
      if let range = PrintedHeart.Range(figure) {
        report.days.append(
          PrintedHeart.Day(date: date, range: range, resting: trend.resting[day], times: PrintedHeart.Times(figure)))
      } else {
        report.emptyDays.append(date)
      }
    }
    report.worn = Self.worn(besides: list.gaps, from: start, to: end)
    report.gaps = list.gaps.filter { $0.upperBound - $0.lowerBound < Self.longestGapWorn }.map(PrintedHeart.Span.init)
    return report
  }

  /// From this length on, a gap says that the sensor was not worn: 30 minutes (choice). Milliseconds.
  private static let longestGapWorn: Int64 = 1_800_000

  private static func worn(besides gaps: [Range<Int64>], from start: Int64, to end: Int64) -> [PrintedHeart.Span] {
    var worn: [PrintedHeart.Span] = []
    var begin = start
    for gap in gaps.filter({ $0.upperBound - $0.lowerBound >= longestGapWorn }) + [end..<end] {
      if begin < gap.lowerBound { worn.append(PrintedHeart.Span(begin..<gap.lowerBound)) }
      begin = gap.upperBound
    }
    return worn
  }

  /// A latched alarm lasts until a person resets it, perhaps for days: a doctor reads each time that the heart was beyond the limit.
  private func episodes(of alarm: RecalledAlarm) -> [RecalledAlarm] {
    guard alarm.limit != nil else { return [alarm] }
    return alarm.episodes.filter { $0.beganAt < end && $0.endedAt ?? end > start }
  }

  private func add(
    _ alarms: [AlarmFigures], of sensor: SensorFigures, to report: inout PrintedHeart, _ quantity: Quantity
  ) {
    for figures in alarms where figures.alarm.address == "\(sensor.address)" {
      let alarm = figures.alarm
      let trigger = ConditionID(name: alarm.condition).map { ConditionTable.standard[$0].trigger }
      guard let measured = trigger?.quantity else {
        if ConditionID(name: alarm.condition).map({ ConditionTable.standard[$0].isTechnical }) ?? true {
          report.technicalAlarms += 1
        }
        continue
      }
      guard measured == quantity.judgedAs else { continue }
      report.episodes.append(
        PrintedHeart.Episode(
          from: UnixTime(milliseconds: alarm.beganAt), duration: figures.duration, goesOn: alarm.endedAt == nil,
          what: ThingWords.condition(named: alarm.condition, in: language), isLow: trigger == .below(measured),
          values: (figures.worst, alarm.limit), beyond: figures.beyond, answeredAfter: figures.answeredAfter))
    }
  }

  private func addNotes(
    on sensor: SensorFigures, among worn: Set<DeviceAddress>, to report: inout PrintedHeart
  ) throws(LapwingError) {
    let (person, sessions) = try reader.notes(onWearerOf: sensor.address, among: worn, before: end)
    report.person = PrintedHeart.Person(
      name: person.name, born: person.born, question: person.question, medication: person.medication)
    for session in sessions where session.startedAt >= start || (session.endedAt ?? end) > start {
      guard let note = session.details.notes.note else { continue }
      report.notes.append(PrintedHeart.Note(at: UnixTime(milliseconds: session.startedAt), text: note))
    }
  }

  // MARK: From the minutes

  /// How many days are read at once, so that years need no more memory than a month.
  private static let mostDays = 31
  private static let minute: Int64 = 60_000
  /// What one sample of a night stands for.
  private static let sample: Int64 = 300_000
  /// As many as the page has.
  private static let mostNights = 28

  /// The hours of the day and the nights, from figures by minute.
  private func addMinutes(
    of list: QuantityFigures, _ sensor: SensorFigures, to report: inout PrintedHeart
  ) throws(LapwingError) {
    var hours = Array(repeating: HourOfDay(), count: 24)
    for first in stride(from: 0, to: edges.count - 1, by: Self.mostDays) {
      let part = Array(edges[first...min(first + Self.mostDays, edges.count - 1)])
      let minutes = LocalDays.divided(part, by: Self.minute)
      for (start, figure) in zip(minutes, try figures(of: list.quantity, sensor, edges: minutes)) where !figure.isEmpty
      {
        let hour = UnixTime(milliseconds: start).parts(in: .local).hour
        if hours.indices.contains(hour) { hours[hour].add(figure) }
      }
    }
    report.hours = hours.map(\.printed)
    for span in Self.nights(of: report.worn).suffix(Self.mostNights) {
      let edges = Array(stride(from: span.lowerBound, to: span.upperBound, by: Int(Self.sample))) + [span.upperBound]
      let found = try figures(of: list.quantity, sensor, edges: edges)
      let total = found.reduce(into: HeldValues()) { $0.merge($1) }
      guard let range = PrintedHeart.Range(total) else { continue }
      let samples = zip(edges, found).compactMap { start, figure in
        PrintedHeart.Range(figure).map {
          TimeSeries.Sample(
            at: UnixTime(milliseconds: start + Self.sample / 2), minimum: $0.lowest, mean: $0.mean, maximum: $0.highest)
        }
      }
      report.nights.append(
        PrintedHeart.Night(
          from: UnixTime(milliseconds: span.lowerBound), to: UnixTime(milliseconds: span.upperBound), range: range,
          worn: total.covered, series: TimeSeries(samples, gap: Self.sample * 3 / 2)))
    }
  }

  private func figures(
    of quantity: Quantity, _ sensor: SensorFigures, edges: [Int64]
  ) throws(LapwingError) -> [HeldValues] {
    let trends = try reader.explained { () throws(LogbookError) in
      try reader.trend(of: quantity, edges: edges, limits: limits)
    }
    return trends.first { $0.address == sensor.address && $0.model == sensor.model }?.figures ?? []
  }

  /// Wearings from noon to noon: those that begin between the same two noons are one.
  private static func nights(of worn: [PrintedHeart.Span]) -> [Range<Int64>] {
    var found: [(noon: Int64, span: Range<Int64>)] = []
    for wearing in worn {
      // A strap that is worn for days on end has a part for each.
      for (begin, stop) in parts(of: wearing) {
        let start = noon(before: begin)
        if let last = found.last, last.noon == start {
          found[found.count - 1].span = last.span.lowerBound..<stop
        } else {
          found.append((start, begin..<stop))
        }
      }
    }
    return found.map(\.span)
  }

  private static func parts(of wearing: PrintedHeart.Span) -> [(Int64, Int64)] {
    var parts: [(Int64, Int64)] = []
    var begin = wearing.from.milliseconds
    while begin < wearing.to.milliseconds {
      let next = LocalDays.day(UnixTime(milliseconds: noon(before: begin)), later: 1).milliseconds + 43_200_000
      let stop = min(wearing.to.milliseconds, max(next, begin + 1))
      parts.append((begin, stop))
      begin = stop
    }
    return parts
  }

  /// The local noon at or before a time.
  private static func noon(before time: Int64) -> Int64 {
    let half: Int64 = 43_200_000
    return LocalDays.day(UnixTime(milliseconds: time - half), later: 0).milliseconds + half
  }
}

private struct HourOfDay {
  private var total = HeldValues()
  /// How long the mean of a minute was each of these values, in hundredths and rounded down: 59.497 that became 59.5 would be
  /// printed as 60.
  private var lengths: [Int: Int64] = [:]
  private static let bin = 100.0

  mutating func add(_ minute: HeldValues) {
    total.merge(minute)
    guard let mean = minute.mean, mean.magnitude < 1e6 else { return }
    lengths[Int((mean * Self.bin).rounded(.down)), default: 0] += max(1, minute.covered)
  }

  /// The value that a part of the time is at or below.
  private func part(_ share: Double) -> Double? {
    let sum = lengths.values.reduce(0, +)
    var left = Double(sum) * share
    for (value, length) in lengths.sorted(by: { $0.key < $1.key }) {
      left -= Double(length)
      if left <= 0 { return Double(value) / Self.bin }
    }
    return nil
  }

  var printed: PrintedHeart.Hour? {
    guard let range = PrintedHeart.Range(total), let from = part(0.05), let middle = part(0.5), let to = part(0.95)
    else {
      return nil
    }
    return PrintedHeart.Hour(lowest: range.lowest, from: from, middle: middle, to: to, highest: range.highest)
  }
}

extension PrintedHeart.Range {
  fileprivate init?(_ figures: HeldValues) {
    guard let lowest = figures.minimum, let mean = figures.mean, let highest = figures.maximum else { return nil }
    self.init(lowest: lowest, mean: mean, highest: highest)
  }
}

extension PrintedHeart.Times {
  fileprivate init(_ figures: HeldValues) {
    self.init(below: figures.below, within: figures.within, above: figures.above)
  }
}

extension PrintedHeart.Span {
  fileprivate init(_ range: Range<Int64>) {
    self.init(from: UnixTime(milliseconds: range.lowerBound), to: UnixTime(milliseconds: range.upperBound))
  }
}

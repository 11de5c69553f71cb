import Alarms
import ArgumentParser
import Documents
import Glibc
import Logbook
import Readings
import Reports
import Sessions
import Settings
import Status
import System

/// `lapwing heart`: the group of commands about heart rates of the past.
struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart",
    abstract: "Shows heart rates of the past by day, writes a report of them, and suggests limits.",
    subcommands: [HeartTrends.self, HeartReport.self, HeartSuggest.self],
    defaultSubcommand: HeartTrends.self)
}

/// `lapwing heart trends`
struct HeartTrends: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Shows each day's heart rate: range, mean, time within the limits, resting rate.",
    discussion: """
      The resting rate is the lowest mean of any half hour with data for four fifths of it. A value holds until the next \
      one, at most 5 s; what is longer is no data. The limits of past hours are those that were in force when the hour \
      was logged.
      """)

  @OptionGroup var options: TrendOptions

  func run() throws {
    try options.run(.heart, nothing: "No heart rate was logged on these days.")
  }
}

/// `lapwing heart report`
struct HeartReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes heart rates of some days for a doctor: a PDF, or a row for each day as CSV.",
    discussion: """
      The PDF has the charts, figures, days, hours of the day, alarms with the time until somebody answered, and how complete the data are. \
      Both keep sensors, and so persons, apart.
      """)

  @Option(help: "The PDF file to write.", completion: .file())
  var pdf: String?

  @Option(help: "The CSV file to write.", completion: .file())
  var csv: String?

  @Option(help: "The number of days up to today, 1 to 3660.")
  var days = 7

  @Option(help: "The first local day, such as 2026-11-01, in place of --days.")
  var from: String?

  @Option(help: "The last local day, such as 2026-11-30.")
  var to: String?

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard pdf != nil || csv != nil else { throw ValidationError("give --pdf or --csv with a file") }
    guard pdf != csv else { throw ValidationError("--pdf and --csv name the same file") }
    try usage { () throws(DayFault) in try TrendDays.check(days, from, to) }
  }

  func run() throws {
    let reader = try options.reader()
    let configuration = try options.configuration.read()
    let limits = try configuration.readFigureLimits()
    let edges = try usage { () throws(DayFault) in try TrendDays.edges(days, from, to) }
    guard let first = edges.first, let last = edges.last else { return }
    let now = UnixTime(milliseconds: Int64(time(nil)) * 1000)
    if let pdf {
      let figures = try PeriodFigures(
        from: first, to: last, only: TrendSubject.heart.quantities, in: reader, limits: limits,
        columns: SessionDocument.columns)
      let name = "Heart rate from \(DateText.local(first).prefix(10)) to \(DateText.local(last - 1).prefix(10))"
      var report = SessionDocument(figures, charted: TrendSubject.heart.quantities).report(
        title: name, box: HostName.text, profile: configuration.profile.rawValue, printed: now)
      let days = try HeartDays(TrendSubject.heart.quantities, edges: edges, in: reader, limits: limits)
      days.add(to: &report, alarms: figures.alarms)
      let bytes = try SessionPDF.bytes(report, fonts: DocumentFonts.find())
      if pdf == "-" { try Output.standard.write(bytes) } else { try TextFile.write(bytes, to: pdf) }
    }
    if let csv {
      let file = try GrowingFile(csv)
      try file.write(DailyTrend.table.header)
      for trend in try DailyTrend.read(TrendSubject.heart.quantities, edges: edges, in: reader, limits: limits) {
        for row in trend.rows { try file.write(DailyTrend.table.row(row)) }
      }
      try file.finish()
    }
  }
}

/// `lapwing heart suggest`
struct HeartSuggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest", abstract: "Suggests limits of a heart rate from a person's own record. It changes nothing.",
    discussion: """
      It takes the calm hours of the last 31 days, of which 14 must have data: the 1st percentile of the lowest rates of \
      their minutes, and the 99th of the highest. It suggests no limit below 40 and none above 200, and tells if the resting \
      rate has risen by 5 for three days. A person, best a doctor, decides.
      """)

  @Option(help: "The last local day, such as 2026-11-30, in place of today.")
  var to: String?

  @Flag(help: "Write one JSON object per sensor.")
  var json = false

  @OptionGroup var options: SessionOptions

  /// Three days, and the 28 before them.
  private static let days = 31
  private static let quantity = Quantity.heartRateBeatsPerMinute

  func validate() throws { try usage { () throws(DayFault) in try TrendDays.check(Self.days, nil, to) } }

  func run() throws {
    let reader = try options.reader(), configuration = try options.configuration.read()
    let edges = try usage { () throws(DayFault) in try TrendDays.edges(Self.days, nil, to) }
    let trends = try DailyTrend.read(
      [Self.quantity], edges: edges, in: reader, limits: try configuration.readFigureLimits())
    guard !trends.isEmpty else {
      if !json { try Output.standard.line("No heart rate was logged on these days.") }
      return
    }
    var texts: [String] = []
    for trend in trends {
      let suggestion = LimitSuggestion(days: try Self.hours(of: trend.trend, edges: edges, in: reader))
      let report = Report(
        trend: trend, person: configuration.person(of: trend.trend.address), suggestion: suggestion,
        rise: LimitSuggestion.Rise(rates: trend.resting), present: Self.limits(of: trend, in: configuration))
      if json { try Output.standard.line(report.json.text) } else { texts.append(report.text) }
    }
    if !json { try Output.standard.line(texts.joined(separator: "\n\n")) }
  }

  /// The limits in force for the wearer of a sensor, by day.
  private static func limits(of trend: DailyTrend, in configuration: Configuration) -> ValueLimits {
    let name = configuration.person(of: trend.trend.address)
    let rules = configuration.personRules.first { $0.name == name }
    return ValueLimits(low: rules?.limits[.heartRateLow], high: rules?.limits[.heartRateHigh])
  }

  /// The hours of each day of one sensor; a day at a time, so that a month needs no more memory than a day.
  private static func hours(
    of sensor: Trend, edges: [Int64], in reader: LogbookReader
  ) throws(LapwingError) -> [[LimitSuggestion.Hour]] {
    var days: [[LimitSuggestion.Hour]] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      let minutes = Array(stride(from: start, to: end, by: 60_000)) + [end]
      let trends = try reader.explained { () throws(LogbookError) in
        try reader.trend(of: quantity, edges: minutes, limits: [:])
      }
      guard let own = trends.first(where: { $0.address == sensor.address && $0.model == sensor.model }) else {
        continue
      }
      days.append(
        stride(from: 0, to: own.figures.count, by: 60).map { first in
          LimitSuggestion.Hour(own.figures[first..<min(first + 60, own.figures.count)])
        })
    }
    return days
  }

  /// What is said about one sensor.
  private struct Report {
    let trend: DailyTrend
    let person: String?
    let suggestion: LimitSuggestion?
    let rise: LimitSuggestion.Rise?
    let present: ValueLimits

    private var daysWithData: Int { trend.trend.figures.count { !$0.isEmpty } }

    var text: String {
      func number(_ value: Double?) -> String { value.map(EventText.number) ?? "off" }
      var lines = ["\(trend.trend.model) \(trend.trend.address)\(person.map { " of \($0)" } ?? "")"]
      if let suggestion {
        lines.append(
          "  suggested at rest: from \(number(suggestion.low)) to \(number(suggestion.high)) bpm; now from "
            + "\(number(present.low)) to \(number(present.high)) bpm")
        lines.append("  from \(suggestion.restingHours) calm hours of \(suggestion.days) days")
      } else {
        lines.append(
          "  nothing is suggested: \(daysWithData) of the last 31 days have data, and "
            + "\(LimitSuggestion.fewestDays) with a calm hour are needed")
      }
      if let rise {
        let latest = rise.latest.map(EventText.number).joined(separator: ", ")
        lines.append(
          "  the resting rate has risen: \(latest) bpm on the last three days, and \(number(rise.usual)) before; ask a doctor"
        )
      }
      if suggestion != nil {
        lines.append("  Nothing was changed. Who decides to, sets heart-rate-low and heart-rate-high of the person.")
      }
      return lines.joined(separator: "\n")
    }

    var json: JSONObject {
      [
        "address": trend.trend.address.description, "model": trend.trend.model, "person": person,
        "days": daysWithData, "low_limit": present.low, "high_limit": present.high, "suggested_low": suggestion?.low,
        "suggested_high": suggestion?.high, "resting_hours": suggestion?.restingHours,
        "usual_resting_bpm": JSONText.rounded(ifGiven: rise?.usual),
        "latest_resting_bpm": rise?.latest.map { JSONText.rounded($0) },
      ]
    }
  }
}

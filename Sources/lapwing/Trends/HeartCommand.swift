import Alarms
import ArgumentParser
import Documents
import Engine
import Glibc
import Logbook
import Monitor
import Readings
import Reports
import Sessions
import Settings
import Status
import System
import Words

struct HeartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heart",
    abstract: "Shows heart rates of the past by day, writes a report of them, and suggests limits.",
    subcommands: [HeartTrends.self, HeartReport.self, HeartSuggest.self],
    defaultSubcommand: HeartTrends.self)
}

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

struct HeartReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes heart rates of some days for a doctor: a PDF, or a row for each day as CSV.",
    discussion: """
      The PDF has one page for each quantity of each sensor, and so for each person: what was worn, resting rate, days, hours of the day, \
      episodes with an alarm, gaps; and a page with the nights. Name, birth date, question, medication and notes are those of \
      `lapwing sessions edit`, unless they are given here for this report alone. The CSV has the days.
      """)

  @Option(help: "The PDF file to write.", completion: .file())
  var pdf: String?

  @Option(help: "The CSV file to write.", completion: .file())
  var csv: String?

  @OptionGroup var span: DaysOptions

  @Option(help: ArgumentHelp("The language of the PDF: en or ko.", valueName: "language"))
  var language = "en"

  @Option(help: "Only this sensor, by its address.")
  var sensor: String?

  @OptionGroup(title: "For this report alone") var person: PersonOptions

  @OptionGroup var options: SessionOptions

  func validate() throws {
    do throws(LapwingError) { try person.notes.check() } catch { throw ValidationError(error.message) }
    guard pdf != nil || csv != nil else { throw ValidationError("give --pdf or --csv with a file") }
    guard pdf != csv else { throw ValidationError("--pdf and --csv name the same file") }
    guard Language(rawValue: language) != nil else { throw ValidationError("--language is en or ko") }
    guard sensor.map({ DeviceAddress($0) != nil }) ?? true else {
      throw ValidationError("--sensor is an address such as C0:FF:EE:00:00:02")
    }
  }

  func run() throws {
    let reader = try options.reader()
    let configuration = try options.configuration.read()
    let adopted = try AdoptionFile(path: configuration.adoptedPath).read().sensors
    let limits = configuration.figureLimits(adopted: adopted)
    let edges = try span.edges()
    let only = sensor.flatMap { DeviceAddress($0) }
    func checkFound(_ isFound: Bool) throws(LapwingError) {
      guard !isFound else { return }
      let whose = only.map { " of \($0)" } ?? ""
      throw LapwingError(
        .noInput, code: "no-heart", "the logbook has no heart rate and no oxygen\(whose) of these days")
    }
    if let pdf {
      let language = Language(rawValue: language) ?? .english
      let figures = HeartReportFigures(
        edges: edges, in: reader, limits: limits, names: TrendNames(configuration, adopted: adopted), language: language
      )
      let reports = try figures.reports(
        box: HostName.text, printed: UnixTime(milliseconds: Int64(time(nil)) * 1000),
        only: only, about: person.notes)
      try checkFound(!reports.isEmpty)
      let words = HeartPDF.Words(
        text: { $0.text(language) }, duration: { DurationWords.milliseconds($0).text(language) })
      let bytes = try HeartPDF.bytes(reports, words: words, fonts: DocumentFonts.find())
      if pdf == "-" { try Output.standard.write(bytes) } else { try TextFile.write(bytes, to: pdf) }
    }
    if let csv {
      let trends = try DailyTrend.read(TrendSubject.heart.quantities, edges: edges, in: reader, limits: limits)
        .filter { only == nil || $0.trend.address == only }
      try checkFound(only == nil || !trends.isEmpty)
      let file = try GrowingFile(csv)
      try file.write(DailyTrend.table.header)
      for trend in trends {
        for row in trend.rows { try file.write(DailyTrend.table.row(row)) }
      }
      try file.finish()
    }
  }
}

struct HeartSuggest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest", abstract: "Suggests limits of a heart rate from a person's own record. It changes nothing.",
    discussion: """
      It takes the calm hours of the last 31 days, of which 14 must have data: the 1st percentile of the lowest rates of \
      their minutes, and the 99th of the highest. It suggests no limit below 40 and none above 200, and says if the resting \
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

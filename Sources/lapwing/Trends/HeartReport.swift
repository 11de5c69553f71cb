import Alarms
import ArgumentParser
import Documents
import Glibc
import Logbook
import Monitor
import Readings
import Reports
import Sessions
import Settings
import System

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

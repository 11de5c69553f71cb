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
import System
import Words

/// `lapwing heart report`
struct HeartReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes heart rates of some days for a doctor: a PDF, or a row for each day as CSV.",
    discussion: """
      The PDF has one page for each quantity of each sensor, and so for each person: what was worn, resting rate, days, hours of the day, \
      episodes with an alarm, gaps; and a page with the nights. Name, birth date, question, medication and notes are those of \
      `lapwing sessions edit`. The CSV has the days.
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

  @Option(help: ArgumentHelp("The language of the PDF: en or ko.", valueName: "language"))
  var language = "en"

  @Option(help: "Only this sensor, by its address.")
  var sensor: String?

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard pdf != nil || csv != nil else { throw ValidationError("give --pdf or --csv with a file") }
    guard pdf != csv else { throw ValidationError("--pdf and --csv name the same file") }
    guard Language(rawValue: language) != nil else { throw ValidationError("--language is en or ko") }
    guard sensor.map({ DeviceAddress($0) != nil }) ?? true else {
      throw ValidationError("--sensor is an address such as C0:FF:EE:00:00:02")
    }
    try usage { () throws(DayFault) in try TrendDays.check(days, from, to) }
  }

  func run() throws {
    let reader = try options.reader()
    let configuration = try options.configuration.read()
    let adopted = try AdoptionFile(path: configuration.adoptedPath).read().sensors
    let limits = configuration.figureLimits(adopted: adopted)
    let edges = try usage { () throws(DayFault) in try TrendDays.edges(days, from, to) }
    if let pdf {
      let language = Language(rawValue: language) ?? .english
      let figures = HeartReportFigures(
        edges: edges, in: reader, limits: limits, names: TrendNames(configuration, adopted: adopted), language: language
      )
      let reports = try figures.reports(
        box: HostName.text, printed: UnixTime(milliseconds: Int64(time(nil)) * 1000),
        only: sensor.flatMap { DeviceAddress($0) })
      guard !reports.isEmpty else {
        throw LapwingError(.noInput, code: "no-heart", "the logbook has no heart rate and no oxygen of these days")
      }
      let words = HeartPDF.Words(
        text: { $0.text(language) }, duration: { DurationWords.milliseconds($0).text(language) })
      let bytes = try HeartPDF.bytes(reports, words: words, fonts: DocumentFonts.find())
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

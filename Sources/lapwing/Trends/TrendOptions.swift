import ArgumentParser
import Documents
import Engine
import Glibc
import Logbook
import Readings
import Reports
import Sessions
import Settings
import Status
import System

struct DaysOptions: ParsableArguments {
  @Option(help: "The number of days up to today, 1 to 3660.")
  var days = 7

  @Option(help: "The first local day, such as 2026-11-01, in place of --days.")
  var from: String?

  @Option(help: "The last local day, such as 2026-11-30.")
  var to: String?

  func validate() throws { try usage { () throws(DayFault) in try TrendDays.check(days, from, to) } }

  /// The milliseconds since 1970 at which the days begin, and the last one ends.
  func edges() throws -> [Int64] { try usage { () throws(DayFault) in try TrendDays.edges(days, from, to) } }
}

/// The options of the commands on days.
struct TrendOptions: ParsableArguments {
  @OptionGroup var span: DaysOptions

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Option(
    help: "The SVG file of the charts to write; - is standard output, and nothing else is written then.",
    completion: .file())
  var svg: String?

  @OptionGroup var units: UnitsOption

  @OptionGroup var options: SessionOptions
}

extension TrendOptions {
  func run(_ subject: TrendSubject, nothing: String) throws {
    let reader = try options.reader()
    let configuration = try options.configuration.read()
    let adopted = try AdoptionFile(path: configuration.adoptedPath).read().sensors
    let limits = configuration.figureLimits(adopted: adopted)
    let names = TrendNames(configuration, adopted: adopted)
    let edges = try span.edges()
    let trends = try DailyTrend.read(subject.quantities, edges: edges, in: reader, limits: limits)
    if let svg {
      let parts = TrendDays.chartEdges(edges)
      let drawn =
        parts == edges ? trends : try DailyTrend.read(subject.quantities, edges: parts, in: reader, limits: limits)
      let now = UnixTime(milliseconds: Int64(time(nil)) * 1000)
      let page = PrintedSession(
        title: "Trends", box: HostName.text, profile: "", from: now, to: now, printed: now, zone: .local,
        charts: drawn.map {
          $0.chart(of: names[$0.trend.address], limits[$0.trend.address][$0.quantity], in: units.units)
        })
      guard svg != "-" else { return try Output.standard.write(page.chartsSVG()) }
      try TextFile.write(page.chartsSVG(), to: svg)
    }
    guard !json else {
      for line in trends.flatMap(\.json) { try Output.standard.line(line.text) }
      return
    }
    guard !trends.isEmpty else { return try Output.standard.line(nothing) }
    let tables = trends.map { trend in
      trend.text(
        of: names[trend.trend.address], hasLimits: limits[trend.trend.address][trend.quantity] != nil
      ).joined(separator: "\n")
    }
    try Output.standard.line(tables.joined(separator: "\n\n"))
  }
}

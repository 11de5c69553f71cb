import Logbook
import Readings
import Reports
import Sessions
import Settings
import Status
import System
import Web
import Words

/// What a page of days shows of one quantity.
struct TrendsView {
  let request: PanelRequest
  let subject: TrendSubject
  let span: TrendSpan
  let quantity: Quantity
  let limits: SensorLimits

  private func text(_ words: TrendsWords) -> String { words.text(request.language) }
  private func name(_ quantity: Quantity) -> String { ThingWords.quantity(quantity).text(request.language) }
  private var path: String { "/\(subject.rawValue)" }
  /// What a link to another span begins with.
  private var link: String { "\(path)?quantity=\(quantity.key)&" }
  private func number(_ value: Double) -> String { ShownFigure.text(value, quantity, request.units) ?? "–" }

  func page(_ found: [TrendFigures]) -> HTML {
    let title = text(subject.words)
    let parts: HTML = found.isEmpty ? "<p class=\"card\">\(text(.nothing))</p>" : found.html(section)
    return Layout(
      request: request, title: "\(title): \(span.from) – \(span.to)", tab: HistoryPage.tab, back: link + span.query
    ).page(
      """
      <h1>\(title)</h1>\(quantities)\(periods)\
      <h2>\(name(quantity)) (\(request.units.unit(quantity.unit)))</h2>\
      <p>\(span.from == span.to ? span.from : "\(span.from) – \(span.to)")</p>\(parts)\(found.isEmpty ? .nothing : report)\(neighbours)
      """)
  }

  private var report: HTML {
    subject == .heart
      ? "<ul class=\"files\"><li><a href=\"\(TrendsPage.reportPath)?\(span.query)\">\(text(.report))</a></li></ul>"
      : .nothing
  }

  private var quantities: HTML {
    let items = subject.quantities.html { other in
      let current: HTML = other == quantity ? " aria-current=\"page\"" : .nothing
      return "<li><a href=\"\(path)?quantity=\(other.key)&\(span.query)\"\(current)>\(name(other))</a></li>"
    }
    return "<nav aria-label=\"\(text(.value))\"><ul>\(items)</ul></nav>"
  }

  private var periods: HTML {
    let items = TrendSpan.offered.html { days, words in
      let isCurrent = TrendSpan(days: days, upTo: request.now) == span
      return
        "<li><a href=\"\(link)days=\(days)\"\(isCurrent ? " aria-current=\"page\"" : "" as HTML)>\(text(words))</a></li>"
    }
    return "<nav aria-label=\"\(text(.period))\"><ul>\(items)</ul></nav>"
  }

  private var neighbours: HTML {
    let later = span.neighbour(1)
    let after: HTML =
      later.first.milliseconds > request.now
      ? .nothing : "<li><a href=\"\(link)\(later.query)\">\(text(.later))</a></li>"
    return """
      <ul class="files"><li><a href="\(link)\(span.neighbour(-1).query)">\(text(.earlier))</a></li>\(after)</ul>
      """
  }

  /// Chart and table of one sensor.
  private func section(_ figures: TrendFigures) -> HTML {
    let lines = figures.lines, sensor = figures.trend.sensor
    let hasResting = lines.contains { $0.resting != nil }
    let first: TrendsWords = span.level == .hours ? .hour : span.level == .days ? .day : .month
    let titles: [TrendsWords] =
      [first, .least, .mean, .most] + (hasResting ? [.resting] : []) + [.below, .above, .noData]
    let head = titles.html { "<th scope=\"col\">\(text($0))</th>" }
    let rows = lines.html { line in
      let values =
        [line.figure.minimum, line.figure.mean, line.figure.maximum] + (hasResting ? [line.resting] : [])
      let cells = values.html { "<td>\($0.map(number) ?? "–")</td>" }
      let times = [line.figure.below, line.figure.above, line.missing].html {
        "<td>\(DurationWords.milliseconds($0).text(request.language))</td>"
      }
      let part: HTML =
        line.part.zoom.map { "<a href=\"\(link)\($0.query)\">\(line.part.name)</a>" } ?? "\(line.part.name)"
      return "<tr><th scope=\"row\">\(part)</th>\(cells)\(times)</tr>"
    }
    let chart = TrendChart(
      figures: figures, limits: limits[sensor.address][quantity] ?? ValueLimits(), link: link, text: number)
    let name = SensorNames(request).name(of: "\(sensor.address)", sensor.model)
    return """
      <h3>\(name) <span class="small">\("\(sensor.address)")</span></h3>\(chart.html)\
      <p class="small">\(text(.key))</p>\
      <div class="scroll" tabindex="0" role="region" aria-label="\(text(.table)): \(name) \("\(sensor.address)")"><table>\
      <thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}

/// The chart of a ``TrendFigures``: a band from the lowest to the highest value of each part, the mean as a line, the limits,
/// and for each line of the table an area that leads to its own chart.
///
/// It repeats the table, which says it to those who see no chart. Parts are drawn as steps, so that a single one is seen.
struct TrendChart {
  private let figures: TrendFigures
  private let whole: HeldValues
  private let limits: [Double]
  private let link: String
  private let text: (Double) -> String
  private let low: Double
  private let high: Double

  /// Of the drawing, in its own units. The browser stretches it.
  private static let width = 1000.0, height = 300.0
  /// The room above and below the values, as a share of their range.
  private static let room = 0.05

  /// - Parameters:
  ///   - link: the path and first fields of a link to another span.
  ///   - text: a value in words.
  init(figures: TrendFigures, limits: ValueLimits, link: String, text: @escaping (Double) -> String) {
    (self.figures, self.link, self.text) = (figures, link, text)
    whole = figures.whole
    let least = whole.minimum ?? 0, most = whole.maximum ?? least
    // A value that does not change lies in the middle.
    let room = most > least ? (most - least) * Self.room : max(1, least.magnitude * Self.room)
    (low, high) = (least - room, most + room)
    let (low, high) = (low, high)
    self.limits = [limits.low, limits.high].compactMap(\.self).filter { low < $0 && $0 < high }
  }

  private func x(_ time: Int64) -> Int {
    let span = figures.span, length = Double(max(1, span.end.milliseconds - span.first.milliseconds))
    return Int((min(max(Double(time - span.first.milliseconds) / length, 0), 1) * Self.width).rounded())
  }

  private func y(_ value: Double) -> Int {
    let place = (value - low) / (high - low)
    return Int(((1 - (place.isFinite ? min(max(place, 0), 1) : 0)) * Self.height).rounded())
  }

  /// The parts with values that touch each other.
  private var runs: [[(start: Int64, end: Int64, figure: HeldValues)]] {
    figures.parts.reduce(into: []) { runs, part in
      if let last = runs.indices.last, runs[last].last?.end == part.start {
        runs[last].append(part)
      } else {
        runs.append([part])
      }
    }
  }

  private func steps(
    _ run: [(start: Int64, end: Int64, figure: HeldValues)], _ value: (HeldValues) -> Double?
  ) -> [(from: Int, to: Int, y: Int)] {
    run.map { (x($0.start), x($0.end), y(value($0.figure) ?? $0.figure.mean ?? 0)) }
  }

  /// What stands below the chart.
  private var ends: (from: String, to: String) {
    figures.span.level == .hours ? ("00:00", "24:00") : (figures.span.from, figures.span.to)
  }

  var html: HTML {
    let bands = runs.map { run in
      let top = steps(run, \.maximum), bottom = steps(run, \.minimum)
      let there = top.map { "V\($0.y)H\($0.to)" }.joined()
      let back = bottom.reversed().map { "V\($0.y)H\($0.from)" }.joined()
      return "M\(top.first?.from ?? 0) \(top.first?.y ?? 0)\(there)\(back)Z"
    }.joined()
    let means = runs.map { run in
      let line = steps(run, \.mean)
      return "M\(line.first?.from ?? 0) \(line.first?.y ?? 0)" + line.map { "V\($0.y)H\($0.to)" }.joined()
    }.joined()
    let (width, height) = (Int(Self.width), Int(Self.height))
    let bounds = limits.html { "<path class=\"limit\" d=\"M0 \(y($0))H\(width)\"/>" }
    let areas = figures.span.parts.html { part in
      guard let zoom = part.zoom else { return .nothing }
      let from = x(part.start)
      return """
        <a href="\(link)\(zoom.query)" tabindex="-1"><rect x="\(from)" width="\(max(0, x(part.end) - from))" height="\(height)"/></a>
        """
    }
    return """
      <figure class="days"><div class="scale"><span>\(text(whole.maximum ?? 0))</span><span>\(text(whole.minimum ?? 0))</span></div>\
      <svg viewBox="0 0 \(width) \(height)" preserveAspectRatio="none" aria-hidden="true"><path class="band" d="\(bands)"/>\
      <path class="mean" d="\(means)"/>\(bounds)\(areas)</svg>\
      <div class="times"><span>\(ends.from)</span><span>\(ends.to)</span></div></figure>
      """
  }
}

/// The heart and the air of the past, from an hour to a year: a value of the logbook as a chart and as a table. Each line of
/// the table and each part of the chart leads to its own, without a script too.
enum TrendsPage: PanelPage {
  static let routes =
    views + [
      Route.get(reportPath) { request in
        let span = span(request)
        return try await request.panel.file(
          [
            "heart", "report", "--pdf", "-", "--from", span.from, "--to", span.to, "--language",
            request.language.rawValue,
          ], type: "application/pdf", name: "lapwing-heart-\(span.from)-\(span.to).pdf")
      }
    ]

  /// The report for a doctor of the same days.
  static let reportPath = "/files/heart-report.pdf"

  private static let views = TrendSubject.allCases.map { subject in
    Route.get("/\(subject.rawValue)") { request in
      let span = span(request), wanted = subject.quantities.first { $0.key == request.query["quantity"] }
      let limits = try request.panel.configuration.readFigureLimits(), now = request.now
      let (quantity, found) = try await request.panel.logbook { reader in
        func read(_ quantity: Quantity) throws -> (Quantity, [TrendFigures]) {
          (quantity, try TrendFigures.read(quantity, span, in: reader, limits: limits, at: now))
        }
        if let wanted { return try read(wanted) }
        for quantity in subject.quantities {
          let found = try read(quantity)
          if !found.1.isEmpty { return found }
        }
        return (subject.main, [])
      }
      let view = TrendsView(
        request: request, subject: subject, span: span, quantity: quantity, limits: limits)
      return .page(view.page(found))
    }
  }

  /// What cannot be read is the past week.
  private static func span(_ request: PanelRequest) -> TrendSpan {
    if let from = request.query["from"], let to = request.query["to"], let span = TrendSpan(from: from, to: to) {
      return span
    }
    let days = request.query["days"].flatMap { Int($0) }
    return TrendSpan(
      days: days.flatMap { wanted in TrendSpan.offered.first { $0.days == wanted }?.days } ?? 7, upTo: request.now)
  }
}

import Documents
import Logbook
import Readings
import Reports
import Sessions
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

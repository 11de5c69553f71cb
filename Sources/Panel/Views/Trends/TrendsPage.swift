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
  let limits: SensorLimits
  let found: FoundTrends

  private var quantity: Quantity { found.quantity }
  private func text(_ words: TrendsWords) -> String { words.text(request.language) }
  private func name(_ quantity: Quantity) -> String { ThingWords.quantity(quantity).text(request.language) }
  private var path: String { "/\(subject.rawValue)" }
  private var with: String? {
    switch found.comparison {
    case .before: "before"
    case .quantity(let quantity, _): quantity.key
    case nil: nil
    }
  }
  /// What a link to another span begins with.
  private var link: String { "\(path)?quantity=\(quantity.key)&\(with.map { "with=\($0)&" } ?? "")" }
  private func number(_ value: Double) -> String { ShownFigure.text(value, quantity, request.units) ?? "–" }

  func page() -> HTML {
    let title = text(subject.words), figures = found.figures
    var layout = Layout(
      request: request, title: "\(title): \(span.from) – \(span.to)", tab: HistoryPage.tab, back: link + span.query)
    layout.assets = [.chartStyle, .chartScript]
    let charts =
      figures.isEmpty ? Empty.html(subject == .heart ? .heart : .cloud, text(.nothing)) : figures.html(chart)
    return layout.page(
      """
      <h1>\(title)</h1>\(periods)\(quantities)\
      <h2>\(name(quantity)) (\(request.units.unit(quantity.unit)))</h2>\
      <p>\(span.from == span.to ? span.from : "\(span.from) – \(span.to)")</p>\(charts)\(neighbours)\(comparing)\
      \(figures.html(table))\(figures.isEmpty ? .nothing : report)
      """)
  }

  private var report: HTML {
    guard subject == .heart else { return .nothing }
    let form: HTML = request.mayChange ? orderForm : .nothing
    return """
      <ul class="files"><li><a href="\(TrendsPage.reportPath)?\(span.query)">\(text(.report))</a></li></ul>\(form)
      """
  }

  /// Orders the report with what the owner says of the person, which is not stored.
  private var orderForm: HTML {
    let names: [(String, TrendsWords)] = [
      ("person", .person), ("born", .born), ("question", .question), ("medication", .medication),
    ]
    let fields = names.html { name, words in
      """
      <p><label for="\(name)">\(text(words))</label> \
      <input id="\(name)" name="\(name)" maxlength="\(PersonNotes.mostCharacters)" autocomplete="off"></p>
      """
    }
    return """
      <details class="card"><summary>\(text(.reportAbout))</summary>\
      <form method="post" action="/heart/report"><p class="small">\(text(.reportNotStored))</p>\
      <input type="hidden" name="from" value="\(span.from)"><input type="hidden" name="to" value="\(span.to)">\
      \(fields)<button id="report">\(text(.report))</button></form></details>
      """
  }

  /// The quantities that the logbook has values of, and the one that is shown.
  private func offered(_ subject: TrendSubject) -> [Quantity] {
    subject.quantities.filter { $0 == quantity || found.measured.contains($0) }
  }

  private var quantities: HTML {
    let offered = offered(subject)
    guard offered.count > 1 else { return .nothing }
    let items = offered.html { other in
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

  /// The choice of what the chart is compared with: the time before, or another quantity of the box.
  private var comparing: HTML {
    guard !found.figures.isEmpty else { return .nothing }
    func words(_ words: ChartWords) -> String { words.text(request.language) }
    let others = TrendSubject.allCases.flatMap(offered).filter { $0 != quantity }
    let choices = [("", words(.nothing)), ("before", words(.before))] + others.map { ($0.key, name($0)) }
    let options = choices.html { value, words in
      let selected: HTML = value == with ?? "" ? " selected" : .nothing
      return "<option value=\"\(value)\"\(selected)>\(words)</option>"
    }
    return """
      <form method="get" action="\(path)" class="card"><input type="hidden" name="quantity" value="\(quantity.key)">\
      <input type="hidden" name="from" value="\(span.from)"><input type="hidden" name="to" value="\(span.to)">\
      <label for="with">\(words(.compare))</label><select id="with" name="with">\(options)</select> <button>\(words(.show))</button></form>
      """
  }

  private func heading(_ sensor: Trend.Sensor) -> String {
    SensorNames(request).name(of: "\(sensor.address)", sensor.model, showsEnd: false)
  }

  private func chart(_ figures: TrendFigures) -> HTML {
    let sensor = figures.trend.sensor
    let chart = TrendChart(
      figures: figures, quantity: quantity, limits: limits[sensor.address][quantity] ?? ValueLimits(), link: link,
      request: request
    ).chart(found)
    let view = ChartView(chart, in: request.language, more: link)
    return """
      <h3>\(heading(sensor)) <span class="small">\("\(sensor.address)")</span></h3>\(view.html(id: "chart-\(sensor.address)"))
      """
  }

  private func table(_ figures: TrendFigures) -> HTML {
    let lines = figures.lines, name = heading(figures.trend.sensor)
    let hasResting = lines.contains { $0.resting != nil }
    let first: TrendsWords = span.level == .hours ? .hour : span.level == .days ? .day : .month
    let titles: [TrendsWords] =
      [first, .least, .mean, .most] + (hasResting ? [.resting] : []) + [.below, .above, .noData]
    let rows = lines.map { line in
      let values = [line.figure.minimum, line.figure.mean, line.figure.maximum] + (hasResting ? [line.resting] : [])
      let cells = values.map { value -> HTML in "\(value.map(number) ?? "–")" }
      let times = [line.figure.below, line.figure.above, line.missing].map { time -> HTML in
        "\(DurationWords.milliseconds(time).text(request.language))"
      }
      let part: HTML =
        line.part.zoom.map { "<a href=\"\(link)\($0.query)\">\(line.part.name)</a>" } ?? "\(line.part.name)"
      return Table.Row(heading: part, cells: cells + times)
    }
    let table = Table(
      label: "\(text(.table)): \(name) \(figures.trend.address)", columns: titles.map(text), rows: rows)
    return found.figures.count > 1 ? "<h3>\(name)</h3>\(table.html)" : table.html
  }
}

/// The heart and the air of the past, from an hour to a year: a value of the logbook as a chart and as a table. Each line of
/// the table and each part of the chart leads to its own, without a script too.
enum TrendsPage: PanelPage {
  static let routes =
    views + [
      Route.get(reportPath) { request in try await report(request, span(request), []) },
      Route.post("/heart/report", fields: Set(["from", "to"] + personFields)) { request in
        guard let from = request.form.filled("from"), let to = request.form.filled("to"),
          let span = TrendSpan(from: from, to: to)
        else { return FaultPage.badForm(request) }
        // An option with its value in one word, which may begin with a hyphen.
        let about = personFields.compactMap { name in request.form.filled(name).map { "--\(name)=\($0)" } }
        return try await report(request, span, about)
      },
    ]

  /// Of the form, and of `lapwing heart report`.
  private static let personFields = ["person", "born", "question", "medication"]

  private static func report(_ request: PanelRequest, _ span: TrendSpan, _ about: [String]) async throws -> Reply {
    let arguments = ["heart", "report", "--pdf", "-", "--from", span.from, "--to", span.to, "--language"]
    return try await request.panel.file(
      arguments + [request.language.rawValue] + about, type: "application/pdf",
      name: "lapwing-heart-\(span.from)-\(span.to).pdf")
  }

  /// The report for a doctor of the same days.
  static let reportPath = "/files/heart-report.pdf"

  private static let views = TrendSubject.allCases.map { subject in
    Route.get("/\(subject.rawValue)") { request in
      let span = span(request), wanted = subject.quantities.first { $0.key == request.query["quantity"] }
      let limits = try request.panel.configuration.readFigureLimits(), now = request.now, with = request.query["with"]
      let found = try await request.panel.logbook { reader -> FoundTrends in
        func read(_ quantity: Quantity, _ span: TrendSpan = span) throws -> [TrendFigures] {
          try TrendFigures.read(quantity, span, in: reader, limits: limits, at: now)
        }
        var found = FoundTrends(quantity: wanted ?? subject.main)
        // Without a request the first quantity that has values.
        for quantity in wanted.map({ [$0] }) ?? subject.quantities where found.figures.isEmpty {
          let figures = try read(quantity)
          if !figures.isEmpty { (found.quantity, found.figures) = (quantity, figures) }
        }
        found.measured = try reader.measuredQuantities()
        guard !found.figures.isEmpty else { return found }
        found.alarms = try reader.alarms(from: span.first.milliseconds, until: min(span.end.milliseconds, now))
        let compared = TrendSubject.allCases.flatMap(\.quantities).first { $0.key == with }
        if with == "before" {
          found.comparison = .before(span.neighbour(-1), try read(found.quantity, span.neighbour(-1)))
        } else if let compared, compared != found.quantity {
          found.comparison = .quantity(compared, try read(compared))
        }
        return found
      }
      return .page(TrendsView(request: request, subject: subject, span: span, limits: limits, found: found).page())
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

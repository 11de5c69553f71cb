import Flight
import Logbook
import Readings
import Reports
import Sessions
import Settings
import Status
import Web
import Words

/// One session: chart, figures, phases and alarms, and its files.
enum SessionPage: PanelPage {
  static let routes =
    [
      Route.get("/sessions/:id") { request in
        guard let id = number(request) else { return .page(FaultPage.notFound(request), .notFound) }
        let configuration = request.panel.configuration, limits = try configuration.readFigureLimits()
        let other = request.query["with"].flatMap { Int64($0) }
        let found = try await request.panel.logbook { reader -> SessionCharts? in
          func figures(_ id: Int64) throws -> SessionFigures? {
            try reader.session(id).map {
              try SessionFigures(
                $0, in: reader, limits: limits, columns: SessionCharts.columns,
                goalPerHour: configuration[Keys.hydrationGoal])
            }
          }
          guard let session = try figures(id) else { return nil }
          let others = try reader.sessions().lazy.filter { $0.id != id }.prefix(SessionCharts.mostOthers)
          return SessionCharts(
            figures: session, other: try other.flatMap(figures), others: Array(others), request: request)
        }
        guard let charts = found else { return .page(FaultPage.notFound(request), .notFound) }
        return .page(page(request, charts))
      }
    ]
    + files.map { file in
      Route.get("/files/:id/session.\(file.suffix)") { request in
        guard let id = number(request) else { return .page(FaultPage.notFound(request), .notFound) }
        return try await request.panel.file(
          ["sessions", "export", "\(id)", "--\(file.suffix)", "-", "--units", request.units.rawValue], type: file.type,
          name: file.isShown ? nil : "lapwing-session-\(id).\(file.suffix)")
      }
    }

  /// The files of a session, by the options of `lapwing sessions export`.
  private static let files: [(suffix: String, type: String, isShown: Bool)] = [
    ("svg", "image/svg+xml", true), ("pdf", "application/pdf", false), ("csv", "text/csv; charset=utf-8", false),
    ("json", "application/json", false), ("fhir", "application/fhir+json", false),
  ]

  /// The number of the session, which becomes an argument of a command.
  private static func number(_ request: PanelRequest) -> Int64? {
    request.parameters["id"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func page(_ request: PanelRequest, _ charts: SessionCharts) -> HTML {
    let figures = charts.figures
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let line = figures.line, session = line.session
    let title = text(.session("\(session.id)"))
    let links = files.html { file in
      "<li><a href=\"/files/\(session.id)/session.\(file.suffix)\">\(file.suffix.uppercased())</a></li>"
    }
    let heading =
      "\(DateText.local(session.startedAt)) · \(DurationWords.milliseconds(line.end - line.start).text(request.language)) · \(text(.profile(session.profile)))"
    // The figures of a session that goes on are those of its latest reading.
    let latest = SharedWords.asOf(line.time(line.end)).text(request.language)
    let asOf = session.endedAt == nil ? " · \(text(.goesOn)) · \(latest)" : ""
    let grade = line.grade.map { " · \(text(.grade)) \($0)" } ?? ""
    var layout = Layout(request: request, title: title, tab: HistoryPage.tab)
    layout.assets = [.chartStyle, .chartScript]
    return layout.page(
      """
      <h1>\(title)</h1><p>\(heading)\(asOf)\(grade)</p>\(SessionDamage.html(figures, request))\(SessionNoted.html(figures, request))
      <h2>\(text(.chart))</h2>\(charts.html)
      <h2>\(text(.figures))</h2>\(table(request, figures.period))
      \(SessionPhaseTable.html(figures, request))
      <h2>\(NowWords.alarms.text(request.language))</h2>\(AlarmTable.html(figures.period.alarms, request))
      <h2>\(text(.files))</h2><ul class="files">\(links)</ul>
      """)
  }

  private static func table(_ request: PanelRequest, _ period: PeriodFigures) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let shown = Quantity.allCases.filter { !Quantity.co2Correction.contains($0) }
    let names = SensorNames(request)
    let rows = period.sensors.flatMap { sensor in
      let limits = period.limits[sensor.address], name = names.name(of: sensor.address.description, sensor.model)
      return shown.compactMap { quantity -> Table.Row? in
        guard let figure = sensor.quantities.first(where: { $0.quantity == quantity })?.total else { return nil }
        func value(_ number: Double?) -> String {
          number.flatMap { ShownFigure.text($0, quantity, request.units) } ?? "–"
        }
        func length(_ milliseconds: Int64?) -> String {
          milliseconds.map { DurationWords.milliseconds($0).text(request.language) } ?? "–"
        }
        let above = limits[quantity]?.high.map { _ in figure.above }
        let below = limits[quantity]?.low.map { _ in figure.below }
        let unit = request.units.unit(quantity.unit)
        let values = [figure.minimum, figure.mean, figure.maximum].map {
          "\(value($0)) \($0 == nil ? "" : unit)" as HTML
        }
        let lengths = [above, below, figure.missing(in: period.duration)].map { "\(length($0))" as HTML }
        return Table.Row(
          heading: "\(ThingWords.quantity(quantity).text(request.language)), \(name)", cells: values + lengths)
      }
    }
    let columns: [HistoryWords] = [.quantity, .least, .mean, .most, .above, .below, .noData]
    return Table(label: text(.figures), columns: columns.map(text), rows: rows).html
  }
}

/// What people have said and recorded about a session: which flight it was, what they drank, and when they took
/// caffeine.
enum SessionNoted {
  static func html(_ session: SessionFigures, _ request: PanelRequest) -> HTML {
    let which = FlightFacts.about(session.line.session.details, in: request.language)
    return HTML(
      [which, drunk(session, request), caffeine(session, request)].filter { !$0.isEmpty }.map { "<p>\($0)</p>" })
  }

  private static func drunk(_ session: SessionFigures, _ request: PanelRequest) -> String {
    let remarks = session.remarks, drinks = remarks.parts.drinks
    guard !drinks.isEmpty else { return "" }
    let drunk = "\(remarks.millilitres)"
    let words: NowWords = remarks.goal > 0 ? .drinksGoal(drunk, "\(remarks.goal)") : .drinks(drunk)
    let list = drinks.map { "\(session.line.time($0.at)): \($0.millilitres) ml" }.joined(separator: ", ")
    return "\(words.text(request.language)) (\(list))"
  }

  private static func caffeine(_ session: SessionFigures, _ request: PanelRequest) -> String {
    guard let at = session.line.session.caffeineAt else { return "" }
    return "\(RunningSessionWords.caffeine.text(request.language)): \(session.line.time(at))"
  }
}

/// What of a session the disk has changed.
enum SessionDamage {
  static func html(_ session: SessionFigures, _ request: PanelRequest) -> HTML {
    var words: [HistoryWords] = []
    if session.line.session.isDamaged { words.append(.damagedSession) }
    let parts = session.sensors.reduce(0) { $0 + $1.damagedParts }
    if parts > 0 { words.append(.damagedParts("\(parts)")) }
    return words.html { "<p>\($0.text(request.language))</p>" }
  }
}

/// The phases of flight of a session, one after the other, with the figures of each, and those by hand that gave way to them.
enum SessionPhaseTable {
  /// Nothing for a session without a phase that was set or found.
  static func html(_ session: SessionFigures, _ request: PanelRequest) -> HTML {
    guard !session.phases.isEmpty else { return .nothing }
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    func ppm(_ value: Double?) -> String {
      value.flatMap { ShownFigure.text($0, .co2PartsPerMillion, request.units) } ?? "–"
    }
    func length(_ milliseconds: Int64) -> String { DurationWords.milliseconds(milliseconds).text(request.language) }
    let rows = session.phases.html { phase in
      let known = Phase(rawValue: phase.name)
      let name = known.map { ThingWords.phase($0).text(request.language) } ?? phase.name
      let found: HTML =
        phase.source == PhaseSource.detected.rawValue
        ? " <span class=\"small\">\(text(.detected))</span>" : .nothing
      return """
        <tr><th scope="row">\(name)\(found)</th><td>\(session.line.time(phase.from))</td><td>\(length(phase.to - phase.from))</td>\
        <td>\(phase.readings)</td><td>\(ppm(phase.co2?.mean))</td><td>\(ppm(phase.co2?.maximum))</td>\
        <td>\(phase.aboveExpected.map(length) ?? "–")</td><td>\(phase.alarms)</td></tr>
        """
    }
    let replaced = session.remarks.parts.replacedPhases.html { begin in
      let name = Phase(rawValue: begin.phase).map { ThingWords.phase($0).text(request.language) } ?? begin.phase
      return "<p>\(text(.setByHand(name, at: session.line.time(begin.since))))</p>"
    }
    let columns: [HistoryWords] = [
      .phase, .began, .duration, .readings, .meanCO2, .peakCO2, .aboveExpected, .alarms,
    ]
    let head = columns.html { "<th scope=\"col\">\(text($0))</th>" }
    return """
      <h2>\(text(.phases))</h2><div class="scroll" tabindex="0" role="region" aria-label="\(text(.phases))"><table>\
      <thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>\(replaced)
      """
  }
}

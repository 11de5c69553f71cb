import Documents
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
        let found = try await request.panel.logbook { reader in
          try reader.session(id).map {
            try SessionFigures(
              $0, in: reader, limits: limits, columns: 1, goalPerHour: configuration[Keys.hydrationGoal])
          }
        }
        guard let session = found else { return .page(FaultPage.notFound(request), .notFound) }
        return .page(page(request, session))
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

  private static func page(_ request: PanelRequest, _ figures: SessionFigures) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let line = figures.line, session = line.session
    let title = text(.session("\(session.id)"))
    let links = files.filter { !$0.isShown }.html { file in
      "<li><a href=\"/files/\(session.id)/session.\(file.suffix)\">\(file.suffix.uppercased())</a></li>"
    }
    let heading =
      "\(DateText.local(session.startedAt)) · \(DurationWords.milliseconds(line.end - line.start).text(request.language)) · \(text(.profile(session.profile)))"
    let grade = line.grade.map { " · \(text(.grade)) \($0)" } ?? ""
    return Layout(request: request, title: title, tab: HistoryPage.tab).page(
      """
      <h1>\(title)</h1><p>\(heading)\(grade)</p>\(SessionNoted.html(figures, request))
      <h2>\(text(.chart))</h2>
      <figure><a href="/files/\(session.id)/session.svg"><img src="/files/\(session.id)/session.svg" \
      alt="\(text(.chart)): \(title). \(text(.figures)) ↓"></a></figure>
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
    let rows = period.sensors.html { sensor in
      let limits = period.limits[sensor.address]
      return shown.html { quantity in
        guard let figure = sensor.quantities.first(where: { $0.quantity == quantity })?.total else { return .nothing }
        func value(_ number: Double?) -> String {
          number.flatMap { ShownFigure.text($0, quantity, request.units) } ?? "–"
        }
        func length(_ milliseconds: Int64?) -> String {
          milliseconds.map { DurationWords.milliseconds($0).text(request.language) } ?? "–"
        }
        let above = limits[quantity]?.high.map { _ in figure.above }
        let below = limits[quantity]?.low.map { _ in figure.below }
        return """
          <tr><th scope="row">\(ThingWords.quantity(quantity).text(request.language)), \(names.name(of: sensor.address.description, sensor.model))</th>\
          <td>\(value(figure.minimum))</td><td>\(value(figure.mean))</td><td>\(value(figure.maximum))</td><td>\(request.units.unit(quantity.unit))</td>\
          <td>\(length(above))</td><td>\(length(below))</td><td>\(length(figure.missing(in: period.duration)))</td></tr>
          """
      }
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(text(.figures))"><table><thead><tr>\
      <th scope="col">\(text(.quantity))</th><th scope="col">\(text(.least))</th><th scope="col">\(text(.mean))</th>\
      <th scope="col">\(text(.most))</th><td></td><th scope="col">\(text(.above))</th><th scope="col">\(text(.below))</th>\
      <th scope="col">\(text(.noData))</th>\
      </tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}

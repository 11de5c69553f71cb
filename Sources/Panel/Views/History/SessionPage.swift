import Alarms
import Documents
import FoundationEssentials
import Readings
import Sessions
import Status
import Web
import Words

/// One session: chart, figures, phases and alarms, and its files.
enum SessionPage: PanelPage {
  static let routes =
    [
      Route.get("/sessions/:id") { request in
        guard let id = number(request) else { return .page(FaultPage.notFound(request), .notFound) }
        let json = try await request.panel.command {
          try $0.output(["sessions", "show", id, "--json"], most: 4 << 20)
        }
        // What it is about has the keys of the whole.
        guard let session = try? JSONDecoder().decode(SessionFacts.self, from: Data(json)),
          let about = try? JSONDecoder().decode(SessionDetails.self, from: Data(json))
        else { return .page(FaultPage.notFound(request), .notFound) }
        return .page(page(request, session, about))
      }
    ]
    + files.map { file in
      Route.get("/files/:id/session.\(file.suffix)") { request in
        guard let id = number(request) else { return .page(FaultPage.notFound(request), .notFound) }
        return try await request.panel.file(
          ["sessions", "export", id, "--\(file.suffix)", "-", "--units", request.units.rawValue], type: file.type,
          name: file.isShown ? nil : "lapwing-session-\(id).\(file.suffix)")
      }
    }

  /// The files of a session, by the options of `lapwing sessions export`.
  private static let files: [(suffix: String, type: String, isShown: Bool)] = [
    ("svg", "image/svg+xml", true), ("pdf", "application/pdf", false), ("csv", "text/csv; charset=utf-8", false),
    ("json", "application/json", false), ("fhir", "application/fhir+json", false),
  ]

  /// The number of the session, which becomes an argument of a command.
  private static func number(_ request: PanelRequest) -> String? {
    request.parameters["id"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? "\($0)" : nil }
  }

  private static func page(_ request: PanelRequest, _ session: SessionFacts, _ about: SessionDetails) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let title = text(.session("\(session.id)"))
    let links = files.filter { !$0.isShown }.html { file in
      "<li><a href=\"/files/\(session.id)/session.\(file.suffix)\">\(file.suffix.uppercased())</a></li>"
    }
    let heading =
      "\(SessionFacts.local(session.started)) · \(SessionFacts.length(session.duration, in: request.language)) · \(text(.profile(session.profile)))"
    let grade = session.grade.map { " · \(text(.grade)) \($0)" } ?? ""
    return Layout(request: request, title: title, tab: HistoryPage.tab).page(
      """
      <h1>\(title)</h1><p>\(heading)\(grade)</p>\(SessionNoted.html(session, about, request))
      <h2>\(text(.chart))</h2>
      <figure><a href="/files/\(session.id)/session.svg"><img src="/files/\(session.id)/session.svg" \
      alt="\(text(.chart)): \(title). \(text(.figures)) ↓"></a></figure>
      <h2>\(text(.figures))</h2>\(figures(request, session))
      \(SessionPhaseTable.html(session, request))
      <h2>\(NowWords.alarms.text(request.language))</h2>\(alarms(request, session))
      <h2>\(text(.files))</h2><ul class="files">\(links)</ul>
      """)
  }

  private static func figures(_ request: PanelRequest, _ session: SessionFacts) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let shown = Quantity.allCases.filter { !Quantity.co2Correction.contains($0) }
    let names = SensorNames(request)
    let rows = session.sensors.html { sensor in
      shown.html { quantity in
        guard let figure = sensor.figures[quantity.key] else { return .nothing }
        func value(_ number: Double?) -> String {
          number.flatMap { ShownFigure.text($0, quantity, request.units) } ?? "–"
        }
        func length(_ seconds: Double?) -> String {
          seconds.map { SessionFacts.length($0, in: request.language) } ?? "–"
        }
        return """
          <tr><th scope="row">\(ThingWords.quantity(quantity).text(request.language)), \(names.name(of: sensor.address, sensor.model))</th>\
          <td>\(value(figure.min))</td><td>\(value(figure.mean))</td><td>\(value(figure.max))</td><td>\(request.units.unit(quantity.unit))</td>\
          <td>\(length(figure.above))</td><td>\(length(figure.below))</td><td>\(length(figure.noData))</td></tr>
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

  private static func alarms(_ request: PanelRequest, _ session: SessionFacts) -> HTML {
    AlarmTable.html(
      session.alarms.map { alarm in
        AlarmTable.Row(
          began: SessionFacts.local(alarm.began), condition: alarm.condition, priority: alarm.priority,
          address: alarm.address, value: alarm.value, limit: alarm.limit,
          milliseconds: AlarmTable.length(from: alarm.began, to: alarm.ended), wasAcknowledged: alarm.acknowledged)
      }, request)
  }
}

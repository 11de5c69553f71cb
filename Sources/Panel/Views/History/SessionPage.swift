import Alarms
import Documents
import FoundationEssentials
import Readings
import Status

/// One session: chart, figures, phases and alarms, and its files.
enum SessionPage: PanelPage {
  static let routes =
    [
      Route.get("/sessions/:id") { request in
        guard let id = number(request) else { return .page(FaultPage.notFound(request), .notFound) }
        let json = try await request.panel.command {
          try $0.output(["sessions", "show", id, "--json"], most: 4 << 20)
        }
        guard let session = try? JSONDecoder().decode(SessionFacts.self, from: Data(json)) else {
          return .page(FaultPage.notFound(request), .notFound)
        }
        return .page(page(request, session))
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

  private static func page(_ request: PanelRequest, _ session: SessionFacts) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let title = text(.session("\(session.id)"))
    let links = files.filter { !$0.isShown }.html { file in
      "<li><a href=\"/files/\(session.id)/session.\(file.suffix)\">\(file.suffix.uppercased())</a></li>"
    }
    let heading =
      "\(local(session.started) ?? session.started) · \(duration(session.duration, request)) · \(text(.profile(session.profile)))"
    let grade = session.grade.map { " · \(text(.grade)) \($0)" } ?? ""
    return Layout(request: request, title: title, tab: HistoryPage.tab).page(
      """
      <h1>\(title)</h1><p>\(heading)\(grade)</p>
      <h2>\(text(.chart))</h2>
      <figure><a href="/files/\(session.id)/session.svg"><img src="/files/\(session.id)/session.svg" \
      alt="\(text(.chart)): \(title). \(text(.figures)) ↓"></a></figure>
      <h2>\(text(.figures))</h2>\(figures(request, session))
      <h2>\(SessionWords.alarms(request))</h2>\(alarms(request, session))
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
        func length(_ seconds: Double?) -> String { seconds.map { duration($0, request) } ?? "–" }
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
          began: local(alarm.began) ?? alarm.began, condition: alarm.condition, priority: alarm.priority,
          address: alarm.address, value: alarm.value, limit: alarm.limit,
          milliseconds: AlarmTable.length(from: alarm.began, to: alarm.ended), wasAcknowledged: alarm.acknowledged)
      }, request)
  }

  private static func duration(_ seconds: Double, _ request: PanelRequest) -> String {
    DurationWords.milliseconds(Int64(min(max(seconds, 0), 1e12) * 1000)).text(request.language)
  }

  private static func local(_ text: String) -> String? { DocumentTime(iso: text)?.minuteText(in: .local) }
}

private enum SessionWords {
  static func alarms(_ request: PanelRequest) -> String { NowWords.alarms.text(request.language) }
}

/// What `lapwing sessions show --json` says, as far as it is shown.
private struct SessionFacts: Decodable, Sendable {
  struct Figure: Decodable, Sendable {
    var min: Double?
    var mean: Double?
    var max: Double?
    var above: Double?
    var below: Double?
    var noData: Double?

    private enum CodingKeys: String, CodingKey {
      case min, mean, max
      case above = "above_s"
      case below = "below_s"
      case noData = "no_data_s"
    }
  }

  struct Sensor: Decodable, Sendable {
    let address: String
    let model: String
    let figures: [String: Figure]

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      address = try fields.decode(String.self, forKey: Key("address"))
      model = try fields.decode(String.self, forKey: Key("model"))
      var figures: [String: Figure] = [:]
      for key in fields.allKeys { figures[key.stringValue] = try? fields.decode(Figure.self, forKey: key) }
      self.figures = figures
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  struct Alarm: Decodable, Sendable {
    let began: String
    var ended: String?
    let condition: String
    let priority: String
    var address: String?
    var value: Double?
    var limit: Double?
    let acknowledged: Bool
  }

  let id: Int64
  let started: String
  let duration: Double
  let profile: String
  var grade: String?
  let sensors: [Sensor]
  let alarms: [Alarm]

  private enum CodingKeys: String, CodingKey {
    case id, started, profile, grade, sensors, alarms
    case duration = "duration_s"
  }
}

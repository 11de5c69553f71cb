import Documents
import Logbook
import Readings
import Reports
import Sessions
import Status
import System
import Web
import Words

/// The sessions, newest first, with a search.
enum HistoryPage: PanelPage {
  static let tab: Tab? = Tab(path: "/history", name: .history, symbol: .history)

  static let routes = [
    Route.get("/history") { request in
      let search = SessionSearch(request.query)
      let (found, count) = try await request.panel.logbook { reader in
        let sessions = try reader.sessions()
        return (try lines(of: sessions, search, in: reader), sessions.count)
      }
      return .page(page(request, search, found, of: count))
    }
  ]

  /// As many as a person looks through.
  private static let most = 100

  /// What fits, as far as it is shown, and one more if there is more. The figures are those of `lapwing sessions`.
  private static func lines(
    of sessions: [SessionRecord], _ search: SessionSearch, in reader: LogbookReader
  ) throws -> [SessionLine] {
    var found: [SessionLine] = []
    for session in sessions where search.fits(session) && found.count <= most {
      let line = try SessionLine(session, in: reader)
      if search.fits(line) { found.append(line) }
    }
    return found
  }

  private static func page(
    _ request: PanelRequest, _ search: SessionSearch, _ found: [SessionLine], of all: Int
  ) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let shown = found.prefix(most)
    let columns: [HistoryWords] = [.started, .about, .duration, .peakCO2, .heart, .grade]
    let table: HTML =
      shown.isEmpty
      ? Empty.html(.history, text(all == 0 ? .none : .noneFits))
      : Table(label: text(.sessions), columns: columns.map(text), rows: shown.map { row($0, request) }).html
    let more: HTML =
      found.count > most
      ? "<p><a class=\"button\" href=\"\(older(than: shown.last, request))\">\(text(.more))</a></p>" : .nothing
    return Layout(request: request, title: SharedWords.history.text(request.language), tab: tab).page(
      """
      <h1>\(SharedWords.history.text(request.language))</h1>
      <ul class="files">\(links(request))</ul>
      <h2>\(text(.sessions))</h2>\(form(request, search))\(table)\(more)
      """)
  }

  /// The same search from the last one that is shown on.
  private static func older(than line: SessionLine?, _ request: PanelRequest) -> String {
    let asked = ["search", "from", "to", "peak"].compactMap { name in
      request.query.filled(name).map { "\(name)=\(FormFields.encoded($0))&" }
    }
    return "/history?\(asked.joined())before=\(line?.session.startedAt ?? 0)"
  }

  /// What else the logbook has.
  private static func links(_ request: PanelRequest) -> HTML {
    let trends = TrendSubject.allCases.html { subject in
      "<li><a href=\"/\(subject.rawValue)\">\(subject.words.text(request.language))</a></li>"
    }
    return "<li><a href=\"/alarms\">\(HistoryWords.alarmLog.text(request.language))</a></li>\(trends)"
  }

  private static func row(_ line: SessionLine, _ request: PanelRequest) -> Table.Row {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    let session = line.session
    let start = UnixTime(milliseconds: session.startedAt).minuteText(in: .local)
    let duration =
      session.endedAt.map {
        DurationWords.milliseconds($0 - session.startedAt).text(request.language)
      } ?? text(.goesOn)
    let state = session.wasInterrupted ? ", \(text(.interrupted))" : ""
    func whole(_ value: Double) -> String { EventText.number(value.rounded()) }
    let co2 = line.co2.map { "\(whole($0.maximum)) ppm" } ?? "–"
    let heart = line.heartRate.map { "\(whole($0.minimum))–\(whole($0.maximum))" } ?? "–"
    let about = FlightFacts.about(session.details, in: request.language)
    let what = about.isEmpty ? HistoryWords.profile(session.profile).text(request.language) : about
    return Table.Row(
      heading: "<a href=\"/sessions/\(session.id)\">\(start)</a>",
      cells: ["\(what)", "\(duration)\(state)", "\(co2)", "\(heart)", "\(line.grade ?? "–")"])
  }

  private static func form(_ request: PanelRequest, _ search: SessionSearch) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    func field(_ name: String, _ words: HistoryWords, _ fault: HistoryWords?, _ more: HTML) -> HTML {
      let complaint: HTML =
        fault.map { "<span class=\"fault\" id=\"fault-\(name)\" role=\"alert\">\(text($0))</span>" } ?? .nothing
      let described: HTML = fault == nil ? .nothing : " aria-describedby=\"fault-\(name)\" aria-invalid=\"true\""
      return """
        <div><label for="\(name)">\(text(words))</label>\(complaint)\
        <input id="\(name)" name="\(name)" value="\(request.query[name] ?? "")"\(described)\(more)></div>
        """
    }
    // What cannot be a day stays as it was typed.
    func day(_ fault: HistoryWords?) -> HTML { fault == nil ? " type=\"date\"" : .nothing }
    let isUsed = ["search", "from", "to", "peak"].contains { request.query.filled($0) != nil }
    return """
      <details class="card"\(isUsed ? " open" : .nothing as HTML)><summary>\(text(.find)) …</summary>\
      <form method="get" action="/history" role="search"><div class="fields">\
      \(field("search", .search, nil, " placeholder=\"\(text(.searchHelp))\""))\
      \(field("from", .from, search.fromFault, day(search.fromFault)))\
      \(field("to", .to, search.toFault, day(search.toFault)))\
      \(field("peak", .peak, search.peakFault, " inputmode=\"numeric\""))</div>\
      <button>\(text(.find))</button></form></details>
      """
  }
}

/// What someone looks for among the sessions. A field that cannot be read filters nothing, and says so.
private struct SessionSearch: Sendable {
  private let text: String
  private var from: Int64?
  private var until: Int64?
  private var peak: Double?
  /// Only those that began before, milliseconds since 1970.
  private var before: Int64?
  private(set) var fromFault: HistoryWords?
  private(set) var toFault: HistoryWords?
  private(set) var peakFault: HistoryWords?

  init(_ query: FormFields) {
    text = Self.plain(query["search"] ?? "")
    if let day = query.filled("from") {
      from = Self.start(ofDay: day)
      if from == nil { fromFault = .badDate }
    }
    if let day = query.filled("to") {
      until = Self.start(ofDay: day, later: 1)
      if until == nil { toFault = .badDate }
    }
    before = query.filled("before").flatMap { Int64($0) }
    if let number = query.filled("peak") {
      peak = Double(number).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
      if peak == nil { peakFault = .badPeak }
    }
  }

  /// A person types a hyphen where a route has a dash.
  private static func plain(_ text: String) -> String { text.lowercased().replacing("–", with: "-") }

  private static func start(ofDay day: String, later days: Int = 0) -> Int64? {
    LocalDays.named(day).map { LocalDays.day($0, later: days).milliseconds }
  }

  func fits(_ session: SessionRecord) -> Bool {
    if let from, session.startedAt < from { return false }
    if let until, session.startedAt >= until { return false }
    if let before, session.startedAt >= before { return false }
    guard !text.isEmpty else { return true }
    let day = UnixTime(milliseconds: session.startedAt).minuteText(in: .local)
    let words = [day, session.profile, session.grade ?? ""] + session.details.parts
    return Self.plain(words.joined(separator: " ")).contains(text)
  }

  /// The same for its figures.
  func fits(_ line: SessionLine) -> Bool { peak.map { (line.co2?.maximum ?? -1) >= $0 } ?? true }
}

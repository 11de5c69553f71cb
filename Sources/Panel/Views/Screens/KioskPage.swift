import Alarms
import Control
import Settings
import Status
import Web
import Words

/// The state of the box for a screen beside it (`/kiosk`, 800 x 480), read from two metres, and for a small one (`/tile`).
/// The same parts as on the page Now, kept current and said to be lost by the same script; the only control is to
/// acknowledge.
enum KioskPage: PanelPage {
  static let routes = [
    Route.get("/kiosk") { request in .page(page(request, .kiosk)) },
    Route.get("/tile") { request in .page(page(request, .tile)) },
    Route.post("/kiosk/acknowledge", fields: AlarmAnswer.fields) { request in
      _ = try await request.panel.order(AlarmAnswer.acknowledgement(request.form))
      return .seeOther("/kiosk")
    },
    Route.get("/live/kiosk") { request in EventStream.reply(request) { parts($0, $1, .kiosk, ages: .byScript) } },
    Route.get("/live/tile") { request in EventStream.reply(request) { parts($0, $1, .tile, ages: .byScript) } },
  ]

  enum Size: String, Sendable {
    case kiosk, tile
  }

  private static func page(_ request: PanelRequest, _ size: Size) -> HTML {
    var layout = Layout(
      request: request, title: SharedWords.now.text(request.language), live: "/live/\(size.rawValue)")
    layout.assets = [.screenStyle]
    layout.showsAlarms = true
    layout.look = "screen \(size.rawValue)"
    let shown = request.panel.feed.state.picture.map { parts(request, $0, size, ages: .inWords) } ?? []
    let html = Dictionary(shown.map { ($0.id, $0.html) }) { first, _ in first }
    return layout.page(
      """
      <h1 class="unseen">\(SharedWords.now.text(request.language))</h1>
      \(NowView.announcements(html))
      <div id="main-value">\(html["main-value"] ?? .nothing)</div>
      <div id="circle">\(html["circle"] ?? .nothing)</div>
      <div id="alarms">\(html["alarms"] ?? .nothing)</div>
      """)
  }

  private static func parts(
    _ request: PanelRequest, _ picture: BoxPicture, _ size: Size, ages: Ages
  ) -> [LivePart] {
    let view = NowView(request: request, picture: picture, limits: request.panel.configuration.conditions, ages: ages)
    return view.announcements + [
      LivePart(id: "alarms", html: size == .kiosk ? view.shortAlarms : view.countedAlarms),
      LivePart(id: "circle", html: view.circleLine(isTile: size == .tile)),
      LivePart(id: "main-value", html: view.mainValue.isEmpty ? view.noValue : view.mainValue),
    ]
  }
}

extension NowView {
  /// The alarms by kind, since the box answers all of a kind at once, in a line each with whose they are: the worst first, as many
  /// as a screen has room for, and how many more there are.
  var shortAlarms: HTML {
    guard !status.alarms.isEmpty else { return calm }
    var kinds: [[AlarmReport]] = []
    for alarm in [worstAlarm].compactMap(\.self) + sortedAlarms
    where !kinds.joined().contains(where: { $0.condition == alarm.condition && $0.presence == alarm.presence }) {
      kinds.append(answered(with: alarm))
    }
    let lines = kinds.prefix(2), more = kinds.dropFirst(2).joined().count
    return "\(lines.html(line))\(more > 0 ? "<p class=\"line\">+ \(more)</p>" : .nothing)"
  }

  private func line(_ kind: [AlarmReport]) -> HTML {
    guard let first = kind.first else { return .nothing }
    let priority = priority(of: first), sounds = kind.contains(where: isSounding)
    let persons = kind.compactMap(whose).joined(separator: ", ")
    let title: HTML = persons.isEmpty ? "<b>\(name(of: first))</b>" : "<b>\(name(of: first))</b> · \(persons)"
    let button: HTML =
      sounds && request.mayChange
      ? """
      <form method="post" action="/kiosk/acknowledge">\(seen(kind))<input type="hidden" name="condition" value="\(first.condition)">\
      <button id="answer-\(id(of: first))" class="primary">\(text(NowWords.acknowledge))<span class="unseen"> \(name(of: first))</span></button></form>
      """ : "<span>\(state(first).map { text($0) } ?? "")\(left(first))</span>"
    return """
      <div class="line alarm \(priority.name)" data-sounds="\(sounds ? "yes" : "no")"><span class="badge">\
      \(text(ThingWords.priority(priority)))</span><span class="what">\(title)</span>\(button)</div>
      """
  }

  /// How many alarms there are besides the worst, for a tile, and its name if it is not what is large.
  var countedAlarms: HTML {
    guard let worst = worstAlarm else { return calm }
    let more = status.alarms.count > 1 ? "+ \(status.alarms.count - 1)" : ""
    guard !isLarge(worst) else { return more.isEmpty ? .nothing : "<p class=\"line\">\(more)</p>" }
    return """
      <p class="line alarm \(worst.priority)"><span class="badge">\(text(ThingWords.priority(priority(of: worst))))</span> \
      <b>\(name(of: worst))</b>\(more)</p>
      """
  }

  /// What stands in the place of the value while there is none: before the first sensor, how a phone gets to the page.
  var noValue: HTML {
    let isAdopted = status.sensors.contains { $0.identity.isAdopted }
    let way: HTML = isAdopted ? .nothing : PageCode.html(request)
    return "<section class=\"card main\"><p>\(text(isAdopted ? NowWords.noReading : .noSensors))</p>\(way)</section>"
  }
}

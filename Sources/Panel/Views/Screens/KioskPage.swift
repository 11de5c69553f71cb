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
    Route.post("/kiosk/acknowledge", fields: ["condition"]) { request in
      _ = try await request.panel.order(.acknowledge(condition: request.form.filled("condition")))
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
      <p id="announce" class="unseen" aria-live="assertive">\(html["announce"] ?? .nothing)</p>
      <div id="alarms">\(html["alarms"] ?? .nothing)</div>
      <div id="circle">\(html["circle"] ?? .nothing)</div>
      <div id="main-value">\(html["main-value"] ?? .nothing)</div>
      """)
  }

  private static func parts(
    _ request: PanelRequest, _ picture: BoxPicture, _ size: Size, ages: Ages
  ) -> [LivePart] {
    let view = NowView(request: request, picture: picture, limits: request.panel.configuration.conditions, ages: ages)
    return [
      LivePart(id: "announce", html: view.announcement),
      LivePart(id: "alarms", html: size == .kiosk ? view.shortAlarms : view.countedAlarms),
      LivePart(id: "circle", html: view.circleLine(isTile: size == .tile)),
      LivePart(id: "main-value", html: view.mainValue.isEmpty ? view.noValue : view.mainValue),
    ]
  }
}

extension NowView {
  /// The alarms in a line each, for a screen that is read from far: the worst first, as many as it has room for, and
  /// how many more there are.
  var shortAlarms: HTML {
    guard !status.alarms.isEmpty else { return "<p class=\"line calm\">\(text(NowWords.noAlarms))</p>" }
    let shown = sortedAlarms.prefix(2), more = status.alarms.count - shown.count
    let lines = shown.html { alarm in
      let priority = Priority.allCases.first { $0.name == alarm.priority } ?? .high
      let isSounding = alarm.presence == Presence.on.name && alarm.activation == Activation.on.name
      let answered: HTML = state(alarm).map { "<span>\(text($0))</span>" } ?? .nothing
      let button: HTML =
        isSounding && request.mayChange
        ? """
        <form method="post" action="/kiosk/acknowledge">\(others(alarm))<input type="hidden" name="condition" value="\(alarm.condition)">\
        <button id="answer-\(alarm.condition)-\(alarm.address ?? "")">\(text(NowWords.acknowledge))\
        <span class="unseen"> \(name(of: alarm))</span></button></form>
        """ : answered
      return """
        <div class="line alarm \(priority.name)" data-sounds="\(isSounding ? "yes" : "no")"><span class="badge">\
        \(text(ThingWords.priority(priority)))</span> <b>\(name(of: alarm))</b>\(button)</div>
        """
    }
    return more > 0 ? "\(lines)<p class=\"line\">+ \(more)</p>" : lines
  }

  /// The worst alarm and how many there are, for a tile.
  var countedAlarms: HTML {
    guard let worst = sortedAlarms.first else { return "<p class=\"line calm\">\(text(NowWords.noAlarms))</p>" }
    let priority = Priority.allCases.first { $0.name == worst.priority } ?? .high
    let more = status.alarms.count > 1 ? " + \(status.alarms.count - 1)" : ""
    return """
      <p class="line alarm \(priority.name)"><span class="badge">\(text(ThingWords.priority(priority)))</span> \
      <b>\(name(of: worst))</b>\(more)</p>
      """
  }

  /// What stands in the place of the value while there is none.
  var noValue: HTML {
    let isAdopted = status.sensors.contains { $0.identity.isAdopted }
    return "<section class=\"card main\"><p>\(text(isAdopted ? NowWords.noReading : .noSensors))</p></section>"
  }
}

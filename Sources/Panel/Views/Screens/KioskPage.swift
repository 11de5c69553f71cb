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
      _ = try await request.panel.order(ControlRequest(.ack, name: request.form.filled("condition")))
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

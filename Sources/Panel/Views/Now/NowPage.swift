import Alarms
import Control
import Settings
import Status
import Web
import Words

/// What the box measures and signals now. It is read, and alarms are acknowledged, without JavaScript too.
enum NowPage: PanelPage {
  static let tab: Tab? = Tab(path: "/", name: .now)

  static let routes = [
    Route.get("/") { request in .page(page(request)) },
    Route.get("/live/now") { request in EventStream.reply(request) { parts($0, $1, ages: .byScript) } },
    Route.post("/acknowledge", fields: ["condition"]) { request in
      guard let condition = request.form.filled("condition") else { return FaultPage.badForm(request) }
      if condition == everything {
        _ = try await request.panel.silenceAll()
      } else {
        _ = try await request.panel.order(.acknowledge(condition: condition))
      }
      return .seeOther("/")
    },
    Route.post("/reset", fields: ["condition"]) { request in
      guard let condition = request.form.filled("condition") else { return FaultPage.badForm(request) }
      _ = try await request.panel.order(.reset(condition: condition))
      return .seeOther("/")
    },
    circleRoute,
  ]

  /// What stands in the place of a condition for all that sounds: a field that is missing never means that.
  static let everything = "all"

  private static func page(_ request: PanelRequest) -> HTML {
    func text(_ words: NowWords) -> String { words.text(request.language) }
    var layout = Layout(request: request, title: SharedWords.now.text(request.language), tab: tab, live: "/live/now")
    layout.showsAlarms = true
    var shown: [LivePart] = []
    var asOf = ""
    if let picture = request.panel.feed.state.picture {
      shown = parts(request, picture, ages: .inWords)
      asOf = SharedWords.asOf(request.clock(picture.heardAt)).text(request.language)
    }
    // The elements stand there in any case, so that the news find them.
    let html = Dictionary(shown.map { ($0.id, $0.html) }) { first, _ in first }
    func part(_ id: String) -> HTML { "<div id=\"\(id)\">\(html[id] ?? .nothing)</div>" }
    return layout.page(
      """
      <h1>\(SharedWords.now.text(request.language))</h1><p class="asof" id="asof">\(asOf)</p>
      <p id="announce" class="unseen" aria-live="assertive">\(html["announce"] ?? .nothing)</p>
      <section aria-labelledby="h-alarms"><h2 id="h-alarms">\(text(.alarms))</h2>\(part("alarms"))</section>
      \(part("circle"))\(part("circle-buttons"))
      \(part("main-value"))
      \(part("flight"))
      <section aria-labelledby="h-sensors"><h2 id="h-sensors">\(text(.sensors))</h2>\(part("sensors"))</section>
      \(part("notes"))
      <p><label id="sound" class="off"><input type="checkbox"> \(text(.sound)) <span>\(text(.soundOn))</span></label></p>
      """)
  }

  private static func parts(_ request: PanelRequest, _ picture: BoxPicture, ages: Ages) -> [LivePart] {
    let view = NowView(request: request, picture: picture, limits: request.panel.configuration.conditions, ages: ages)
    return [
      LivePart(id: "announce", html: view.announcement), LivePart(id: "alarms", html: view.alarms),
      LivePart(id: "circle", html: view.circle), LivePart(id: "circle-buttons", html: view.circleButtons),
      LivePart(id: "main-value", html: view.mainValue), LivePart(id: "flight", html: view.flight),
      LivePart(id: "sensors", html: view.sensors), LivePart(id: "notes", html: view.notes),
    ]
  }
}

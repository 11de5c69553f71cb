import Alarms
import Control
import Readings
import Reports
import Sessions
import Settings
import Status
import Web
import Words

/// What the box measures and signals now. It is read, and alarms are acknowledged, without JavaScript too.
enum NowPage: PanelPage {
  static let tab: Tab? = Tab(path: "/", name: .now, symbol: .now)

  static let routes = [
    Route.get("/") { request in .page(page(request)) },
    Route.get("/live/now") { request in EventStream.reply(request) { parts($0, $1, ages: .byScript) } },
    Route.post("/acknowledge", fields: AlarmAnswer.fields) { request in
      guard let condition = request.form.filled("condition") else { return FaultPage.badForm(request) }
      if condition == AlarmAnswer.everything {
        try await request.panel.silenceAll(AlarmAnswer.acknowledgement(request.form))
      } else {
        _ = try await request.panel.order(AlarmAnswer.acknowledgement(request.form))
      }
      return .seeOther("/")
    },
    Route.post("/reset", fields: AlarmAnswer.fields) { request in
      guard request.form.filled("condition") != nil else { return FaultPage.badForm(request) }
      _ = try await request.panel.order(
        .reset(AlarmAnswer.condition(request.form), seen: AlarmAnswer.seen(request.form)))
      return .seeOther("/")
    },
    circleRoute,
  ]

  private static func page(_ request: PanelRequest) -> HTML {
    func text(_ words: NowWords) -> String { words.text(request.language) }
    var layout = Layout(request: request, title: SharedWords.now.text(request.language), tab: tab, live: "/live/now")
    layout.showsAlarms = true
    layout.saysAsOf = true
    let shown = request.panel.feed.state.picture.map { parts(request, $0, ages: .inWords) } ?? []
    // The elements stand there in any case, so that the news find them.
    let html = Dictionary(shown.map { ($0.id, $0.html) }) { first, _ in first }
    // What wakes a person who does not look here.
    let people: HTML =
      request.mayChange
      ? "<a class=\"button\" href=\"/people\">\(PeopleWords.title.text(request.language))</a>" : .nothing
    func part(_ id: String) -> HTML { "<div id=\"\(id)\">\(html[id] ?? .nothing)</div>" }
    return layout.page(
      """
      <h1 class="unseen">\(SharedWords.now.text(request.language))</h1>
      \(NowView.announcements(html))
      <div class="sides"><div>
      \(part("well"))\(part("main-value"))
      <section aria-labelledby="h-alarms"><h2 id="h-alarms" class="unseen">\(text(.alarms))</h2>\(part("alarms"))</section>
      \(part("circle"))\(part("circle-buttons"))\(part("outside"))\(past(request))
      </div><div>
      \(part("flight"))
      <section aria-labelledby="h-sensors"><h2 id="h-sensors">\(text(.sensors))</h2>\(part("sensors"))</section>
      \(part("notes"))
      <p><label id="sound" class="off"><input type="checkbox"> \(text(.sound)) <span>\(text(.soundOn))</span></label></p>
      <p><label id="notify" class="off"><input type="checkbox"> \(text(.notify)) <span>\(text(.notifyHelp))</span></label>\(people)</p>
      </div></div>
      """)
  }

  /// The last 24 hours of the first large value: a link, and with a script its chart in this place.
  private static func past(_ request: PanelRequest) -> HTML {
    guard let picture = request.panel.feed.state.picture else { return .nothing }
    let view = NowView(
      request: request, picture: picture, limits: request.panel.configuration.conditions, ages: .inWords)
    guard let quantity = view.largeValues.first?.quantity,
      let subject = TrendSubject.allCases.first(where: { $0.quantities.contains(quantity) })
    else { return .nothing }
    let path = "/\(subject.rawValue)?quantity=\(quantity.key)&\(TrendSpan(days: 2, upTo: request.now).query)"
    return """
      <details id="past" class="card" data-page="\(path)"><summary>\(view.text(NowWords.lastDay))</summary>\
      <p class="files"><a href="\(path)">\(subject.words.text(request.language))</a></p></details>
      """
  }

  private static func parts(_ request: PanelRequest, _ picture: BoxPicture, ages: Ages) -> [LivePart] {
    let view = NowView(request: request, picture: picture, limits: request.panel.configuration.conditions, ages: ages)
    return view.announcements + [
      LivePart(id: "well", html: picture.status.alarms.isEmpty ? view.calm : .nothing),
      LivePart(id: "alarms", html: view.alarms),
      LivePart(id: "circle", html: view.circle), LivePart(id: "circle-buttons", html: view.circleButtons),
      LivePart(id: "main-value", html: view.mainValue), LivePart(id: "flight", html: view.flight),
      LivePart(id: "sensors", html: view.sensors), LivePart(id: "notes", html: view.notes),
      LivePart(id: "outside", html: AirBadge.card(request)),
    ]
  }
}

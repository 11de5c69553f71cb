import Alarms
import Control
import Engine
import Flight
import Sessions
import Status
import Web
import Words

/// The session that is running: what it has recorded so far, and the orders about it. Each order is a form of its own that
/// works without a script.
enum RunningSessionPage: PanelPage {
  private static let path = RunningSessionAddress.path

  static let routes = [
    Route.get(path) { request in .page(page(request)) },
    Route.get("/live/session") { request in
      EventStream.reply(request) { request, picture in
        let view = RunningSessionView(request: request, picture: picture, ages: .byScript)
        return [BoxLine.part(request, picture), LivePart(id: "state", html: view.state)]
      }
    },
    Route.post("/session/start", fields: ["airline", "flight", "from", "to", "seat", "placed", "anyway"]) { request in
      await answer(request, .started) { try await start(request) }
    },
    Route.post("/session/end", fields: []) { request in
      await answer(request, .ended) { _ = try await request.panel.order(.endSession) }
    },
    Route.post("/session/phase", fields: ["phase"]) { request in
      guard let phase = request.form["phase"].flatMap(Phase.init(rawValue:)) else { return FaultPage.badForm(request) }
      return await answer(request, .phaseSet) {
        _ = try await request.panel.order(.phase(phase.rawValue))
      }
    },
    Route.post("/session/drink", fields: ["way", "amount"]) { request in
      guard let way = RefreshmentWay(request) else { return FaultPage.badForm(request) }
      return await answer(request, way == .note ? .drunk : .drinkBack) {
        let order: ControlRequest =
          way == .note ? .drink(Int(try Refreshments.amount(request.form["amount"] ?? ""))) : .undoDrink
        _ = try await request.panel.order(order)
      }
    },
    Route.post("/session/caffeine", fields: ["way"]) { request in
      guard let way = RefreshmentWay(request) else { return FaultPage.badForm(request) }
      return await answer(request, way == .note ? .caffeine : .caffeineBack) {
        _ = try await request.panel.order(way == .note ? .caffeine : .undoCaffeine)
      }
    },
  ]

  /// Whether something is recorded or taken back. A form that does not say it is not guessed at.
  private enum RefreshmentWay: String {
    case note, undo

    init?(_ request: PanelRequest) {
      guard let way = request.form["way"].flatMap(Self.init(rawValue:)) else { return nil }
      self = way
    }

    var undo: Bool? { self == .undo ? true : nil }
  }

  /// Begins a session if the box is ready. If it is not, it says what is missing, and the person may begin all the same.
  private static func start(_ request: PanelRequest) async throws {
    let form = request.form
    let details = SessionDetails(
      airline: form.filled("airline"), flight: form.filled("flight"), seat: form.filled("seat"),
      origin: form.filled("from"), destination: form.filled("to"))
    try details.check()
    if form.filled("placed") != nil { _ = try await request.panel.order(.check(isPlaced: true)) }
    let way: UncheckedStart = form.filled("anyway") == nil ? .refused : .silent
    _ = try await request.panel.order(.startSession(details, unready: way))
  }

  /// Shows the page again, with what was refused beside the form that asked. What was carried out is said by another address:
  /// to load that again sends no form.
  private static func answer(
    _ request: PanelRequest, _ said: RunningSessionWords.Order, order: () async throws -> Void
  ) async -> Reply {
    do {
      try await order()
      return .seeOther(RunningSessionAddress.after(said))
    } catch {
      return .page(page(request, refusedWith: error), .unusable)
    }
  }

  private static func page(_ request: PanelRequest, refusedWith error: (any Error)? = nil) -> HTML {
    let title = RunningSessionWords.title.text(request.language)
    var layout = Layout(
      request: request, title: title, tab: NowPage.tab, live: "/live/session", reloadsItself: false, back: path)
    var forms = RunningSessionForms(
      request: request, refused: error.map { RefusedOrder($0, request) },
      isUnready: error.map { Refusal($0).code == "not-ready" } ?? false)
    guard let picture = request.panel.feed.state.picture else {
      // What was typed stays with the refusal until the person has read it.
      guard error != nil else {
        layout.emptyAt = path
        return layout.page("<h1>\(title)</h1>")
      }
      return layout.page("<h1>\(title)</h1><div id=\"state\"></div>\(forms.html)")
    }
    forms.status = picture.status
    let view = RunningSessionView(request: request, picture: picture, ages: .inWords)
    let asOf = SharedWords.asOf(request.clock(picture.heardAt)).text(request.language)
    return layout.page(
      """
      <h1>\(title)</h1><p class="asof" id="asof">\(asOf)</p>\(view.said)<div id="state">\(view.state)</div>\(forms.html)
      """)
  }
}

/// Where the page of the running session is, and what its address says of the order before.
enum RunningSessionAddress {
  static let path = "/session"

  static func after(_ said: RunningSessionWords.Order) -> String { "\(path)?said=\(said.rawValue)" }
}

/// The running session, for one state of the box.
struct RunningSessionView {
  let request: PanelRequest
  let picture: BoxPicture
  let ages: Ages

  private var status: BoxStatus { picture.status }
  private var facts: FlightFacts { FlightFacts(status: status, language: request.language) }
  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  private func age(since seconds: Double) -> HTML {
    ages.html(of: picture.seconds - seconds, at: picture.seconds, in: request.language)
  }

  /// What came of the order before.
  var said: HTML {
    guard let said = request.query["said"].flatMap(RunningSessionWords.Order.init(rawValue:)) else { return .nothing }
    let link: HTML =
      said == .ended ? " <a href=\"/history\">\(text(RunningSessionWords.toHistory))</a>" : .nothing
    return "<p class=\"done\" role=\"status\">\(text(RunningSessionWords.said(said)))\(link)</p>"
  }

  /// Since when, which flight, in which phase, and what was drunk and taken.
  var state: HTML {
    let begun: HTML =
      status.sessionStartedAt.map { " · \(text(RunningSessionWords.begun)) \(age(since: $0))" } ?? .nothing
    let about = status.about.map { FlightFacts.about($0, in: request.language) } ?? ""
    let which: HTML = about.isEmpty ? .nothing : "<p class=\"facts\">\(about)</p>"
    return """
      <section class="card"><p><b class="facts">\(facts.session)</b>\(begun)</p>\(which)\(phase)\(facts.drinks)\(caffeine)</section>
      """
  }

  private var phase: HTML {
    // A phase by hand withholds them also while the air shows another one.
    var lines = status.withheldMinutes.map { [RunningSessionWords.withheld(minutes: "\($0)")] } ?? []
    // What is expected was measured in airliners.
    if facts.isFlight, status.profile == BoxProfile.cabin.rawValue, let co2 = facts.phase?.expectation?.co2 {
      lines.append(.expected(EventText.number(co2.lowerBound), EventText.number(co2.upperBound)))
    }
    guard facts.phase != nil || !lines.isEmpty else { return .nothing }
    return "<div class=\"facts\">\(facts.pill)</div>\(lines.html { "<p class=\"small\">\(text($0))</p>" })"
  }

  private var caffeine: HTML {
    guard let at = status.caffeineAt else { return .nothing }
    return "<p><span class=\"facts\">\(text(RunningSessionWords.caffeine))</span> \(age(since: at))</p>"
  }
}

import Control
import Engine
import Flight
import Readings
import Sessions
import Status
import Web
import Words

/// The session that is running: what it has noted so far, and the orders about it. Each order is a form of its own that
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
      await answer(request, .ended) { _ = try await request.panel.order(ControlRequest(.session, name: "end")) }
    },
    Route.post("/session/phase", fields: ["phase"]) { request in
      guard let phase = request.form["phase"].flatMap(Phase.init(rawValue:)) else { return FaultPage.badForm(request) }
      return await answer(request, .phaseSet) {
        _ = try await request.panel.order(ControlRequest(.phase, name: phase.rawValue))
      }
    },
    Route.post("/session/drink", fields: ["way", "amount"]) { request in
      guard let way = RefreshmentWay(request) else { return FaultPage.badForm(request) }
      return await answer(request, way == .note ? .drunk : .drinkBack) {
        let amount = way == .note ? Int(try Refreshments.amount(request.form["amount"] ?? "")) : nil
        _ = try await request.panel.order(ControlRequest(.drink, amount: amount, undo: way.undo))
      }
    },
    Route.post("/session/caffeine", fields: ["way"]) { request in
      guard let way = RefreshmentWay(request) else { return FaultPage.badForm(request) }
      return await answer(request, way == .note ? .caffeine : .caffeineBack) {
        _ = try await request.panel.order(ControlRequest(.caffeine, undo: way.undo))
      }
    },
  ]

  /// Whether something is noted or taken back. A form that does not say it is not guessed at.
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
    if form.filled("placed") != nil { _ = try await request.panel.order(ControlRequest(.check, placed: true)) }
    let way: UncheckedStart = form.filled("anyway") == nil ? .refused : .silent
    _ = try await request.panel.order(
      ControlRequest(.session, name: "start", details: details.isEmpty ? nil : details, unready: way))
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

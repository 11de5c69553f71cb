import Characters
import Control
import Engine
import Readings
import Settings
import Status
import Web
import Words

/// The sensors that are yours, and those that are received: adopting, naming, forgetting, standby.
enum SensorsPage: PanelPage {
  static let tab: Tab? = Tab(path: "/sensors", name: .sensors, symbol: .sensors)

  static let routes = [
    Route.get("/sensors") { request in .page(page(request)) },
    Route.get("/live/sensors") { request in
      EventStream.reply(request) {
        [BoxLine.part($0, $1)] + SensorsView(request: $0, picture: $1, ages: .byScript).news
      }
    },
    Route.post("/sensors/adopt", fields: ["address", "name", "replaces", "kind", "number"]) { request in
      let form = request.form
      return await order(
        .adopt(
          form["address"] ?? "", label: form.filled("name"), replaces: form.filled("replaces"),
          wearer: WearerField.words(form)), request)
    },
    Route.post("/sensors/forget", fields: ["address"]) { request in
      await order(.forget(request.form["address"] ?? ""), request)
    },
    Route.post("/standby", fields: ["person", "hours", "way"]) { request in
      let form = request.form
      guard let way = form["way"], ["begin", "end"].contains(way) else { return FaultPage.badForm(request) }
      guard way == "begin" else {
        return await order(.endStandby(form.filled("person")), request)
      }
      // The box refuses 0 with a sentence; "nan" and "inf" are numbers for Swift, and none that can be sent.
      let hours = form.filled("hours").map { text in
        Double(DecimalComma.pointed(text)).flatMap { $0.isFinite ? $0 : nil } ?? 0
      }
      return await order(.standby(form.filled("person"), hours: hours), request)
    },
  ]

  /// Gives the order, and shows the page with what the box says. What was typed stays if the box refuses.
  static func order(_ order: ControlRequest, _ request: PanelRequest) async -> Reply {
    do {
      guard let notices = try await request.panel.order(order).notices else {
        return .seeOther("/sensors")
      }
      return .page(page(request, notices: notices.map(NoticeWords.init)))
    } catch {
      return .page(page(request, refused: RefusedOrder(error, request)), .unusable)
    }
  }

  private static func page(
    _ request: PanelRequest, notices: [NoticeWords] = [], refused: RefusedOrder? = nil
  ) -> HTML {
    let title = SharedWords.sensors.text(request.language)
    var layout = Layout(request: request, title: title, tab: tab, live: "/live/sensors", reloadsItself: false)
    func said(isAtItsForm: Bool) -> HTML {
      if !notices.isEmpty {
        let kind: HTML = notices.contains(where: \.isFault) ? "fault" : "done"
        return
          "<p class=\"\(kind)\" role=\"alert\">\(NoticeWords.html(notices, in: request.language))</p>"
      }
      guard let refused, !isAtItsForm else { return .nothing }
      return "<p class=\"fault\" role=\"alert\">\(refused.html)</p>"
    }
    guard let picture = request.panel.feed.state.picture else {
      // What was said of an order stays until the person has read it.
      if notices.isEmpty, refused == nil { layout.emptyAt = "/sensors" }
      return layout.page("<h1>\(title)</h1>\(said(isAtItsForm: false))")
    }
    let view = SensorsView(request: request, picture: picture, ages: .inWords, refused: refused)
    let asOf = SharedWords.asOf(request.clock(picture.heardAt)).text(request.language)
    return layout.page(
      "<h1>\(title)</h1><p class=\"asof\" id=\"asof\">\(asOf)</p>\(said(isAtItsForm: view.showsRefusal))\(view.look)\(view.own)\(view.heard)\(view.standby)"
    )
  }
}

/// The parts of the page, for one state of the box.
private struct SensorsView {
  let request: PanelRequest
  let picture: BoxPicture
  let ages: Ages
  var refused: RefusedOrder?

  /// Whether the form that was refused is on the page, and says so.
  var showsRefusal: Bool {
    guard let refused else { return false }
    if refused.isOf("/standby") { return hasStandby }
    return picture.status.sensors.contains { sensor in
      let address = sensor.identity.address
      return (["/sensors/adopt"] + SensorVisitView.forms).contains { refused.isOf($0, address) }
        || sensor.identity.isAdopted && refused.isOf("/sensors/forget", address)
    }
  }

  /// What changes while the page is open. The forms stay, so that no one loses what they type.
  var news: [LivePart] {
    [LivePart(id: "visit", html: visits.visit), LivePart(id: "received", html: visits.received)]
      + picture.status.sensors.map { LivePart(id: "facts-\($0.identity.address)", html: facts($0)) }
  }

  private func text(_ words: SensorsWords) -> String { words.text(request.language) }
  private var visits: SensorVisitView {
    SensorVisitView(request: request, picture: picture, ages: ages, refused: refused)
  }

  /// What is received now, and how a pairing or a reading goes.
  var look: HTML {
    """
    <div id="visit">\(visits.visit)</div><div id="received">\(visits.received)</div>
    <p><a class="button" href="/sensors">\(VisitWords.look.text(request.language))</a></p>
    """
  }

  private var adopted: [SensorReport] { picture.status.sensors.filter(\.identity.isAdopted) }

  var own: HTML {
    let cards = adopted.html { sensor in
      let identity = sensor.identity
      return """
        <article class="card"><h3>\(sensor.shownName(in: request.language))</h3>\(liveFacts(sensor))\(visits.actions(sensor))\(forms(identity))</article>
        """
    }
    let none: HTML = adopted.isEmpty ? Empty.html(.sensors, NowWords.noSensors.text(request.language)) : .nothing
    return "<h2>\(text(.yours))</h2>\(none)\(cards)"
  }

  /// The nearest first; without a strength of the signal, last.
  var heard: HTML {
    let strangers = picture.status.sensors.filter { !$0.identity.isAdopted }
      .sorted { ($0.identity.signal ?? .min) > ($1.identity.signal ?? .min) }
    let cards = strangers.html { sensor in
      """
      <article class="card"><h3>\(sensor.shownName(in: request.language))</h3>\(liveFacts(sensor))\
      \(visits.actions(sensor))\(adoption(sensor.identity))</article>
      """
    }
    let none: HTML = strangers.isEmpty ? "<p>\(text(.nothingHeard))</p>" : .nothing
    return "<h2>\(text(.heard))</h2><p>\(text(.explainHeard))</p>\(none)\(cards)"
  }

  private func liveFacts(_ sensor: SensorReport) -> HTML {
    "<div id=\"facts-\(sensor.identity.address)\">\(facts(sensor))</div>"
  }

  private func facts(_ sensor: SensorReport) -> HTML {
    let identity = sensor.identity
    var facts = [identity.address]
    if let model = sensor.reading?.source.model { facts.append(model) }
    if let person = identity.person { facts.append(person) }
    if let signal = identity.signal {
      let near = Nearness(sensor).map { "\($0.words.text(request.language)), " } ?? ""
      facts.append("\(near)\(text(.signal("\(signal)")))")
    }
    if let link = link(of: identity) { facts.append(text(link)) }
    let values = sensor.reading.map { ShownValues.html($0.measurements, request) }
    let age = ages.html(of: picture.age(of: sensor), at: picture.seconds, in: request.language)
    let shown: HTML = values.map { "<p><span class=\"value\">\($0)</span>, \(age)</p>" } ?? .nothing
    let advice = sensor.reading?.advice.map { SensorAdviceWords($0).text(request.language) }
    let help: HTML = advice.map { "<p>\($0)</p>" } ?? .nothing
    let fault: HTML = identity.linkFault.map { "<p class=\"small\" lang=\"en\">\($0)</p>" } ?? .nothing
    let check = SpotCheckView.html(identity, request)
    let trouble: HTML = SensorTroubleWords(identity).map { "<p>\($0.text(request.language))</p>" } ?? .nothing
    return
      "<p>\(facts.joined(separator: " · "))</p>\(fault)\(trouble)\(check)\(shown)\(sensor.reading?.measurements.isEmpty == true ? help : .nothing)"
  }

  /// How far the connection is; `nil` for a sensor that only advertises.
  private func link(of identity: SensorReport.Identity) -> SensorsWords? {
    switch identity.link {
    case SensorLink.State.connecting.name: .connecting
    case SensorLink.State.connected.name: .connected
    case nil: nil
    default: identity.isAdopted ? .triesAgain : .disconnected
    }
  }

  /// The name that was typed into the form of this sensor, if it was refused.
  private func typed(_ address: String, _ field: String) -> String? {
    request.form["address"] == address ? request.form[field] : nil
  }

  /// What distinguishes the forms of two sensors, for those who do not see where they stand.
  private func whose(_ identity: SensorReport.Identity) -> String { identity.name ?? identity.address }

  private func nameField(_ identity: SensorReport.Identity) -> HTML {
    """
    \(refused.complaint("/sensors/adopt", identity.address))\
    <input type="hidden" name="address" value="\(identity.address)">\
    <label for="name-\(identity.address)">\(text(.name))<span class="unseen"> \(whose(identity))</span></label>\
    <input id="name-\(identity.address)" name="name" value="\(typed(identity.address, "name") ?? identity.name ?? "")" \
    maxlength="60" placeholder="\(text(.nameHelp))"\(refused.mark("/sensors/adopt", identity.address))>
    """
  }

  private func forms(_ identity: SensorReport.Identity) -> HTML {
    guard request.mayChange else { return .nothing }
    return """
      <form method="post" action="/sensors/adopt">\(nameField(identity)) \
      <button>\(text(.rename))<span class="unseen"> \(whose(identity))</span></button></form>
      <details\(refused.unfolded(["/sensors/forget"], identity.address))><summary>\(text(.forget))</summary>\
      <form method="post" action="/sensors/forget">\(refused.complaint("/sensors/forget", identity.address))\
      <input type="hidden" name="address" value="\(identity.address)">\
      <button class="danger">\(text(.forgetSure))</button></form></details>
      """
  }

  private func adoption(_ identity: SensorReport.Identity) -> HTML {
    guard request.mayChange else { return .nothing }
    let options = adopted.html { sensor in
      let address = sensor.identity.address
      let selected: HTML = typed(identity.address, "replaces") == address ? " selected" : .nothing
      return "<option value=\"\(address)\"\(selected)>\(sensor.shownName(in: request.language))</option>"
    }
    let replaced: HTML =
      adopted.isEmpty
      ? .nothing
      : """
      <label for="replaces-\(identity.address)">\(text(.replaces))</label>\
      <select id="replaces-\(identity.address)" name="replaces"><option value="">\(text(.replacesNone))</option>\(options)\
      </select>
      """
    let wearer = WearerField.html(identity.address, of: identity.kind, in: request) { typed(identity.address, $0) }
    return """
      <form method="post" action="/sensors/adopt">\(nameField(identity))\(replaced)\(wearer)
      <button class="primary">\(text(.adopt))<span class="unseen"> \(identity.address)</span></button></form>
      """
  }

  private var hasStandby: Bool { request.mayChange && adopted.contains { $0.identity.kind == "heart" } }

  var standby: HTML {
    guard hasStandby else { return .nothing }
    let persons = request.panel.configuration.personNames.html { name in
      let selected: HTML = request.form["person"] == name ? " selected" : .nothing
      return "<option value=\"\(name)\"\(selected)>\(name)</option>"
    }
    return """
      <h2>\(text(.standby))</h2><form method="post" action="/standby" class="card"><p>\(text(.standbyHelp))</p>
      \(refused.complaint("/standby"))<label for="person">\(text(.person))</label><select id="person" name="person">\
      <option value="">\(text(.everybody))</option>\(persons)</select>
      <label for="hours">\(text(.hours))</label>\
      <input id="hours" name="hours" inputmode="decimal" value="\(request.form["hours"] ?? "8")"\(refused.mark("/standby"))>
      <p><button name="way" value="begin">\(text(.begin))</button> <button name="way" value="end">\(text(.end))</button></p>
      </form>
      """
  }
}

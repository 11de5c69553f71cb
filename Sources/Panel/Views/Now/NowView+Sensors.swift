import Engine
import Readings
import Status
import Web
import Words

extension NowView {
  /// The adopted sensors with all their values, and how many others are received.
  var sensors: HTML {
    let own = status.sensors.filter(\.identity.isAdopted), others = status.sensors.count - own.count
    var html = own.isEmpty ? noSensors : HTML(own.map(card))
    if others > 0 {
      html = "\(html)<p><a id=\"strangers\" href=\"/sensors\">\(text(NowWords.strangers("\(others)")))</a></p>"
    }
    return html
  }

  private var noSensors: HTML {
    Empty.html(
      .sensors, text(NowWords.noSensors),
      "<a class=\"button\" id=\"to-start\" href=\"/start\">\(text(StartWords.begin))</a>")
  }

  private func card(_ sensor: SensorReport) -> HTML {
    let identity = sensor.identity
    let name = sensor.shownName(in: request.language)
    guard let reading = sensor.reading, !reading.measurements.isEmpty else {
      let advice = sensor.reading?.advice.map { "\(text(SensorAdviceWords($0)))" as HTML }
      let what = advice ?? "\(text(NowWords.noReading))"
      return "<article class=\"card\"><h3>\(name)</h3><p>\(what)</p>\(trouble(identity))</article>"
    }
    let shown = Quantity.allCases.filter { !Quantity.co2Correction.contains($0) }
    let values = shown.html { quantity in
      guard let value = reading.measurements[quantity] else { return .nothing }
      return """
        <div><dt>\(Symbol(quantity)?.html) \(text(ThingWords.quantity(quantity)))</dt>\
        <dd><b class="value">\(ShownValues.number(value, quantity, request.units))</b> \
        \(request.units.unit(quantity.unit))\(trend(of: quantity, from: identity.address))</dd></div>
        """
    }
    let person = identity.person.map { " · \($0)" } ?? ""
    return """
      <article class="card"><h3>\(Face.html(identity.person))\(name)\(person)</h3><p>\(age(of: sensor))</p>\(trouble(identity))<dl class="values">\(values)</dl></article>
      """
  }

  /// Where a value goes: against the oldest of the last half hour.
  private func trend(of quantity: Quantity, from address: String) -> HTML {
    guard let change = picture.recent.change(of: quantity, from: address) else { return .nothing }
    let unit = request.units, shown = unit.difference(change, in: quantity.unit)
    let symbol: Symbol = shown == 0 ? .steady : shown > 0 ? .rising : .falling
    let words: NowWords = shown == 0 ? .steady : shown > 0 ? .rising : .falling
    let figure = shown == 0 ? "" : "\(shown > 0 ? "+" : "−")\(EventText.number(abs(shown)))"
    return " <span class=\"trend\">\(symbol.html)<span class=\"unseen\">\(text(words))</span>\(figure)</span>"
  }

  private func trouble(_ identity: SensorReport.Identity) -> HTML {
    let words: HTML = SensorTroubleWords(identity).map { "<p>\(text($0))</p>" } ?? .nothing
    return "\(words)\(SpotCheckView.html(identity, request))"
  }

  /// Phase of flight, session, what was drunk in it, and a network that is not as configured.
  var flight: HTML {
    var lines: [HTML] = []
    let facts = FlightFacts(status: status, language: request.language)
    lines.append(facts.pill)
    lines.append("<p>\(facts.session)</p>\(facts.drinks)<p>\(toSession)</p>")
    switch status.network.flatMap(NetworkMode.init(rawValue:)) {
    case .flight: lines.append("<p>\(text(NowWords.flightMode))</p>")
    case .hotSpot: lines.append("<p>\(text(NowWords.hotSpot))</p>")
    case .normal, nil: break
    }
    switch (status.parts?.doLampsWork, status.parts?.doesSounderWork) {
    case (false, false): lines.append("<p>\(text(NowWords.noSignals))</p>")
    case (false, _): lines.append("<p>\(text(NowWords.noLamps))</p>")
    case (_, false): lines.append("<p>\(text(NowWords.noSounder))</p>")
    default: break
    }
    return "<section class=\"card\">\(lines)</section>"
  }

  /// To the page of the session. To start one is the one action that floats: only while a sensor measures and no alarm stands.
  private var toSession: HTML {
    let isStart = !status.hasSession && request.mayChange && status.alarms.isEmpty && !largeValues.isEmpty
    let words = isStart ? RunningSessionWords.startTitle : .toSession
    return """
      <a class="button\(isStart ? " start" : .nothing as HTML)" id="to-session" href="\(RunningSessionAddress.path)">\(text(words))</a>
      """
  }

  /// What a person should act on: what is not watched, and a logbook that cannot be written. In another language the sentence of the box follows.
  var notes: HTML {
    let untold = status.network.flatMap(NetworkMode.init(rawValue:)).map(
      ApplianceStatus.untold(by:))
    func gap(_ sentence: String) -> HTML {
      let words = sentence == untold ? NowWords.untold(sentence) : .gap(sentence)
      return .sentence(sentence, korean: words.text(.korean), in: request.language)
    }
    let logbook = [(status.logbookFault, NowWords.logbookFault), (status.logbookNotice, .logbookNotice)].compactMap {
      sentence, words in
      sentence.map { HTML.sentence($0, korean: words.text(.korean), in: request.language) }
    }
    guard !status.notWatched.isEmpty || !logbook.isEmpty else { return .nothing }
    let gaps = status.notWatched.html { "<li>\(gap($0))</li>" }
    let faults = logbook.html { "<li>\($0)</li>" }
    let watched: HTML =
      status.notWatched.isEmpty ? .nothing : "<h2>\(text(NowWords.notWatched))</h2><ul>\(gaps)</ul>"
    let written: HTML = logbook.isEmpty ? .nothing : "<h2>\(text(NowWords.logbook))</h2><ul>\(faults)</ul>"
    return "<section class=\"card note\">\(watched)\(written)</section>"
  }
}

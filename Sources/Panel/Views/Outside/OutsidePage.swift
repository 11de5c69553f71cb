import AirQuality
import Readings
import Settings
import Status
import Web
import Words

/// The air outdoors: the estimate, what it comes from, the stations around, and the sources with their terms.
enum OutsidePage: PanelPage {
  static let routes = [
    Route.get("/outside") { request in
      .page(
        OutsideView(request: request, shown: request.panel.air.picture(request.panel.configuration, at: request.now))
          .page())
    }
  ]
}

/// The air outdoors, in the language of the visitor.
struct OutsideView {
  let request: PanelRequest
  let shown: (picture: AirPicture, settings: AirSettings)?

  private func text(_ words: AirWords) -> String { words.text(request.language) }

  func page() -> HTML {
    let layout = Layout(request: request, title: text(.title), tab: NowPage.tab)
    return layout.page("<h1>\(text(.title))</h1>\(main)")
  }

  private var main: HTML {
    guard let shown else {
      let isOff = request.panel.configuration.air == nil
      return "<p class=\"card\">\(text(isOff ? .off : .noAnswer))</p>\(isOff ? .nothing : sources(nil))"
    }
    return """
      \(card(shown.picture, shown.settings.index))\(advice(shown.picture))\(breakdown(shown.picture))\
      \(stations(shown.picture))\(sources(shown.picture.record))\(history(shown.picture, shown.settings.index))
      """
  }

  private func card(_ picture: AirPicture, _ index: AirIndex) -> HTML {
    guard case .success(let estimate) = picture.estimate else { return "<p class=\"card\">\(text(.unknown))</p>" }
    let class_ = index.value(of: estimate.value)
    let facts = [
      text(.band(low: AirWords.whole(estimate.lower), high: AirWords.whole(estimate.upper))),
      text(.index(index.name, class_.index)), picture.trend.map { text(AirWords($0)) },
      text(.probability(AirWords.whole(100 * estimate.probabilityOfClass(in: index)))),
      "\(text(.old)): \(text(.age(hours: estimate.age)))",
    ].compactMap(\.self)
    let isOld: HTML = estimate.isOld ? "<p><b>\(text(.lastData))</b></p>" : .nothing
    return """
      <section class="card">\(AirBadge.html(estimate, index, request.language))\
      <p class="number"><b class="value">\(AirWords.whole(estimate.value))</b> µg/m³ <span class="when">PM2.5</span></p>\
      <p class="facts">\(facts.joined(separator: " · "))</p>\(isOld)\(guide(estimate))</section>
      """
  }

  private func guide(_ estimate: AirEstimate) -> HTML {
    let name = AirIndex.us.value(of: estimate.value).airClass
    return """
      <p>\(text(.guide(name)))</p><p class="small"><a href="\(AirWords.guideLink)">\(text(.guideSource))</a></p>
      """
  }

  /// From the worst CO2 inside that is not old.
  private func advice(_ picture: AirPicture) -> HTML {
    guard case .success(let estimate) = picture.estimate else { return .nothing }
    let box = request.panel.feed.state.picture
    let co2 = box?.status.sensors.filter { $0.identity.isAdopted && box?.isOld(.co2PartsPerMillion, of: $0) == false }
      .compactMap { $0.reading?.measurements[.co2PartsPerMillion] }.max()
    guard let advice = WindowAdvice(co2: co2, outside: estimate) else { return .nothing }
    return "<p class=\"card\"><b>\(text(AirWords(advice, co2: co2, outside: estimate)))</b></p>"
  }

  private func breakdown(_ picture: AirPicture) -> HTML {
    guard case .success(let estimate) = picture.estimate else { return .nothing }
    let rows = estimate.fusion.shares.map { share -> Table.Row in
      let tier = share.tier, name = text(.tier(tier.tier))
      let anchor = tier.tier == .satellite ? Self.anchor(.openMeteo) : "#stations"
      return Table.Row(
        heading: "<a href=\"\(anchor)\">\(name)</a>",
        cells: [
          "\(AirWords.whole(LogScale.concentration(tier.z)))", "\(share.fits ? percent(share.weight) : text(.misfit))",
          "\(text(.age(hours: tier.age)))",
        ])
    }
    let table = Table(
      label: text(.from), columns: [text(.from), text(.value), text(.weight), text(.old)], rows: rows)
    return "<h2>\(text(.from))</h2>\(table.html)"
  }

  private func percent(_ share: Double) -> String { "\(AirWords.whole(100 * share)) %" }

  private func stations(_ picture: AirPicture) -> HTML {
    let near = picture.near
    guard !near.isEmpty else { return .nothing }
    let rows = near.map { near -> Table.Row in
      let station = near.station, source = station.airSource
      return Table.Row(
        heading: "\(station.name)",
        cells: [
          "\(near.distance < 10 ? "\((near.distance * 10).rounded() / 10)" : "\(AirWords.whole(near.distance))") km",
          "\(near.weight > 0 ? percent(near.weight) : text(near.fault.map(AirWords.fault) ?? .notUsed))",
          "\(AirWords.whole(station.pm25))",
          "\(text(.age(hours: near.age)))",
          "<a href=\"\(Self.anchor(station.source))\">\(HTML.english(source.name))</a> \(HTML.english(source.licence, isSmall: true))",
        ])
    }
    let table = Table(
      label: text(.stations),
      columns: [text(.station), text(.distance), text(.weight), text(.value), text(.old), text(.source)], rows: rows)
    return "<h2 id=\"stations\">\(text(.stations))</h2>\(table.html)"
  }

  static func anchor(_ source: AirSourceID) -> String { "#source-\(source.rawValue)" }

  private func sources(_ record: AirRecord?) -> HTML {
    let chosen = request.panel.configuration[Keys.airSources]
    let cards = chosen.html { setting in
      let source = setting.source, terms = source.terms, state = record?.state(of: source)
      let page: HTML = terms.page.map { " · <a href=\"\($0)\">\(text(.terms))</a>" } ?? .nothing
      let answered = state?.answered.map { request.date($0 * 1000) } ?? text(.never)
      let leftOut: HTML = state.flatMap { $0.leftOut > 0 ? "<br>\(text(.leftOut($0.leftOut)))" : nil } ?? .nothing
      let fault: HTML = state?.fault.map { "<p class=\"fault\">\(HTML.english($0))</p>" } ?? .nothing
      let isOff: HTML = setting.hasConsent ? .nothing : "<p class=\"fault\">\(text(.noConsent))</p>"
      return """
        <section class="card" id="source-\(source.rawValue)"><h3>\(HTML.english(terms.name))</h3>\
        <p>\(text(.licence)): \(HTML.english(terms.licence))\(page)<br>\(text(.gets)): \(text(.sent(terms.sends)))<br>\
        \(text(.answered)): \(answered)\(leftOut)</p>\(isOff)\(fault)</section>
        """
    }
    return "<h2>\(text(.sources))</h2>\(cards)"
  }

  /// An hour a line, the latest first.
  private func history(_ picture: AirPicture, _ index: AirIndex) -> HTML {
    var rows: [Table.Row] = [], hours: Set<Int64> = []
    for past in picture.record.results.reversed()
    where picture.now - past.at <= 24 * 3600 && hours.insert(past.at / 3600).inserted {
      let value = index.value(of: past.pm25)
      rows.append(
        Table.Row(
          heading: "\(request.date(past.at * 1000))",
          cells: [
            "\(AirWords.whole(past.pm25))", "\(AirWords.whole(past.lower)) – \(AirWords.whole(past.upper))",
            "\(text(.airClass(index: index.name, name: value.airClass)))",
          ]))
    }
    guard !rows.isEmpty else { return .nothing }
    let table = Table(
      label: text(.history),
      columns: [text(.time), text(.value), "95 %", text(.index(index.name, 0)).replacing(" 0", with: "")],
      rows: rows)
    return "<details class=\"card\"><summary>\(text(.history))</summary>\(table.html)</details>"
  }
}

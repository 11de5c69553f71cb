import Control
import Documents
import Readings
import Settings
import System
import Web
import Words

/// The people of the care circle: add one by a code that their phone scans, see who has agreed and answered, remove one.
enum PeoplePage: PanelPage {
  static let routes = [
    Route.get("/people", .role(.change)) { request in
      guard isOn(request) else { return .page(page(request, nil)) }
      return await order(request, .people)
    },
    Route.post("/people", fields: ["name"]) { request in
      await order(request, .invite, request.form.filled("name") ?? "")
    },
    Route.post("/people/remove", fields: ["name"]) { request in
      await order(request, .remove, request.form.filled("name") ?? "")
    },
    Route.post("/people/drill", fields: []) { request in await order(request, .drill) },
    Route.post("/people/pause", fields: ["name", "hours"]) { request in
      let hours = request.form.filled("hours").flatMap { Int($0) }
      return await order(request, .pause, request.form.filled("name") ?? "", hours: hours)
    },
    Route.post("/people/resume", fields: ["name"]) { request in
      await order(request, .resume, request.form.filled("name") ?? "")
    },
    Route.post("/people/earlier", fields: ["name"]) { request in
      await order(request, .earlier, request.form.filled("name") ?? "")
    },
    Route.post("/people/on", fields: ["who"]) { request in
      guard let who = request.form.filled("who") else { return .page(page(request, nil, fault: noName), .unusable) }
      return await agree(request, who)
    },
    Route.post("/people/off", fields: []) { request in
      // Without a process that sends, no one gets a message anyway.
      _ = try? await request.panel.order(.call(.end))
      return await agree(request, nil)
    },
  ]

  private static let noName = Refusal(LapwingError(.usage, code: "bad-name", "type the name of who agrees"))
  /// How long a pause may last, in hours; the circle has the bounds.
  private static let pauses = [2, 12, 24, 168]

  /// Writes who has agreed, and when; `nil` for the end of it.
  private static func agree(_ request: PanelRequest, _ who: String?) async -> Reply {
    let settings = request.panel.configuration
    // What the file itself names has an agreement of its own.
    let keepsDate = who == nil && !settings[Keys.circlePeople].isEmpty
    var values = [
      SettingsChange.Value(Keys.circleInvite.path, "\(who != nil)", was: "\(settings[Keys.circleInvite])"),
      SettingsChange.Value(Keys.circleConsentBy.path, who ?? "none", was: settings[Keys.circleConsentBy] ?? "none"),
    ]
    if !keepsDate {
      let date = who == nil ? "none" : UTCTime.today
      values.append(SettingsChange.Value(Keys.circleConsent.path, date, was: settings[Keys.circleConsent] ?? "none"))
    }
    do {
      _ = try await request.panel.change(SettingsChange(values: values))
      return .page(page(request, nil, said: who == nil ? .ended : .on))
    } catch {
      return .page(page(request, nil, fault: Refusal(error)), .unusable)
    }
  }

  private static func isOn(_ request: PanelRequest) -> Bool { request.panel.configuration.hasCircle }

  /// Gives an order about the people, and shows what they are then.
  private static func order(
    _ request: PanelRequest, _ kind: CircleCall.Kind, _ person: String? = nil, hours: Int? = nil
  ) async -> Reply {
    do {
      let seconds = hours.flatMap { pauses.contains($0) ? $0 * 3600 : nil }
      let answer = try await request.panel.order(.call(kind, person: person, seconds: seconds)).call
      return .page(page(request, answer?.people, answer?.log ?? [], said: kind == .drill ? .drilled : nil))
    } catch {
      let people = (try? await request.panel.order(.call(.people)))?.call?.people
      let typed = kind == .invite ? person : nil
      return .page(page(request, people, typed: typed, fault: Refusal(error)), kind == .people ? .ok : .unusable)
    }
  }

  /// `people`: `nil` if it is unknown who they are, which is not the same as an empty circle. `typed`: a name that was refused.
  private static func page(
    _ request: PanelRequest, _ people: [CirclePersonReport]?, _ past: [CirclePastReport] = [], said: PeopleWords? = nil,
    typed: String? = nil, fault: Refusal? = nil
  ) -> HTML {
    func text(_ words: some LocalizedText) -> String { words.text(request.language) }
    let title = text(PeopleWords.title)
    let note: HTML = said.map { "<p class=\"done\" role=\"status\">\(text($0))</p>" } ?? .nothing
    let refused: HTML = fault.map { "<p class=\"fault\" role=\"alert\">\($0.html(request.language))</p>" } ?? .nothing
    let cards: HTML = people.map { people in people.indices.html { card($0, of: people, request) } } ?? .nothing
    let nobody: HTML = people?.isEmpty == true ? Empty.html(.people, text(PeopleWords.nobody)) : .nothing
    let content: HTML =
      isOn(request)
      ? """
      <p>\(text(PeopleWords.explain))</p>\(nobody)\(cards)
      <form method="post" action="/people" class="card"><p>\(text(PeopleWords.addExplain))</p>\
      <label for="name">\(text(PeopleWords.name))</label> \
      <input id="name" name="name" required maxlength="24" autocomplete="off" value="\(typed ?? "")"> \
      <button class="primary" id="add">\(text(PeopleWords.add))</button></form>
      <form method="post" action="/people/drill"><button id="drill">\(text(PeopleWords.drill))</button></form>\
      \(log(past, request))\(agreement(request))
      """
      : """
      <form method="post" action="/people/on" class="card"><p>\(text(PeopleWords.off))</p>\
      <p>\(text(PeopleWords.agreement))</p>\
      <label for="who">\(text(PeopleWords.who))</label> \
      <input id="who" name="who" required maxlength="\(ShownName.longest)" autocomplete="off"> \
      <button class="primary" id="agree">\(text(PeopleWords.switchOn))</button></form>
      """
    return Layout(request: request, title: title, tab: SettingsPage.tab).page(
      """
      <h1>\(title)</h1>\(note)\(refused)\(content)
      <p class="small">\(text(CircleWords.emergency))</p>
      """)
  }

  /// Who has agreed, and how to end it.
  private static func agreement(_ request: PanelRequest) -> HTML {
    guard request.panel.configuration[Keys.circleInvite] else { return .nothing }
    func text(_ words: PeopleWords) -> String { words.text(request.language) }
    let who = request.panel.configuration[Keys.circleConsentBy]
    let said: HTML =
      who.map {
        "<p>\(text(.agreed($0, request.panel.configuration[Keys.circleConsent] ?? "?")))</p>"
      } ?? .nothing
    return """
      <section class="card"><h2>\(text(.agreementTitle))</h2>\(said)<p>\(text(.off))</p><p>\(text(.endExplain))</p>\
      <form method="post" action="/people/off"><button id="end">\(text(.end))</button></form></section>
      """
  }

  /// Who got which message when, and what they have said.
  private static func log(_ past: [CirclePastReport], _ request: PanelRequest) -> HTML {
    guard !past.isEmpty else { return .nothing }
    func text(_ words: PeopleWords) -> String { words.text(request.language) }
    let lines: HTML = past.reversed().html { line -> HTML in
      let channel = line.channel.map { " (\($0))" } ?? "", at = String(line.at.prefix(16)).replacing("T", with: " ")
      return """
        <li>\(at) UTC · \(line.person): \(text(.past(line.kind)))\(channel)</li>
        """
    }
    return "<details><summary>\(text(.log))</summary><ul>\(lines)</ul></details>"
  }

  private static func button(_ path: String, _ name: String, _ words: PeopleWords, _ request: PanelRequest) -> HTML {
    """
    <form method="post" action="\(path)"><input type="hidden" name="name" value="\(name)">\
    <button>\(words.text(request.language))</button></form>
    """
  }

  private static func pause(_ person: CirclePersonReport, _ request: PanelRequest) -> HTML {
    func text(_ words: PeopleWords) -> String { words.text(request.language) }
    if person.pausedForSeconds != nil { return button("/people/resume", person.name, .resume, request) }
    let options = pauses.html { "<option value=\"\($0)\">\(text(.hours($0)))</option>" }
    return """
      <form method="post" action="/people/pause"><input type="hidden" name="name" value="\(person.name)">\
      <label>\(text(.pauseFor)) <select name="hours">\(options)</select></label> \
      <button>\(text(.pause))</button></form>
      """
  }

  private static func card(_ place: Int, of people: [CirclePersonReport], _ request: PanelRequest) -> HTML {
    let person = people[place]
    func text(_ words: PeopleWords) -> String { words.text(request.language) }
    let date = String((person.since ?? "").prefix(10))
    var states: [PeopleWords] =
      switch person.word {
      case "consented": [.consented(date)]
      case "stopped": [.stopped(date)]
      default: [person.link == nil ? .noWord : person.isOld == true ? .old : .asked]
      }
    if person.isInvited == true, person.word == "consented" {
      states.append(person.hasAnswered == true ? .answered : .unanswered)
    }
    if person.isInvited != true { states.append(.ofFile) }
    if let seconds = person.pausedForSeconds { states.append(.paused(Int(seconds + 59) / 60)) }
    let code: HTML = person.isOld == true ? .nothing : person.link.map { link($0, person.name, request) } ?? .nothing
    var orders: HTML = person.word == "consented" ? pause(person, request) : .nothing
    if person.isInvited == true {
      if place > 0, people[place - 1].isInvited == true {
        orders = "\(orders)\(button("/people/earlier", person.name, .earlier, request))"
      }
      orders = "\(orders)\(button("/people/remove", person.name, .remove, request))"
    }
    return """
      <section class="card"><h2>\(place + 1). \(Face.html(person.name))\(person.name)</h2>\(states.html { "<p>\(text($0))</p>" })\(code)\(orders)</section>
      """
  }

  private static func link(_ link: String, _ name: String, _ request: PanelRequest) -> HTML {
    func text(_ words: PeopleWords) -> String { words.text(request.language) }
    let drawing = QRCode(link).map { HTML(markup: $0.svg(title: text(.code(name)))) } ?? .nothing
    // docs.ntfy.sh/subscribe/phone, "ntfy:// links".
    let app = link.split(separator: "://").last.map { "ntfy://\($0)" } ?? link
    return """
      <p>\(text(.scan))</p>\(drawing)\
      <p><a href="\(link)">\(text(.open))</a> · <a href="\(app)">\(text(.app))</a></p>
      """
  }
}

import Control
import Documents
import Readings
import Settings
import Web
import Words

/// The people of the care circle: add one by a code that their phone scans, see who has agreed and answered, remove one.
enum PeoplePage: PanelPage {
  static let routes = [
    Route.get("/people", .role(.change)) { request in
      guard isOn(request) else { return .page(page(request, [])) }
      return await order(request, .people)
    },
    Route.post("/people", fields: ["name"]) { request in
      await order(request, .invite, request.form.filled("name") ?? "")
    },
    Route.post("/people/remove", fields: ["name"]) { request in
      await order(request, .remove, request.form.filled("name") ?? "")
    },
    Route.post("/people/drill", fields: []) { request in await order(request, .drill) },
    Route.post("/people/on", fields: []) { request in
      do {
        let now = "\(request.panel.configuration[Keys.circleInvite])"
        _ = try await request.panel.change(
          SettingsChange(values: [SettingsChange.Value(Keys.circleInvite.path, "true", was: now)]))
        return .page(page(request, [], said: .on))
      } catch {
        return .page(page(request, [], fault: Refusal(error)), .unusable)
      }
    },
  ]

  private static func isOn(_ request: PanelRequest) -> Bool { request.panel.configuration.hasCircle }

  /// Gives an order about the people, and shows what they are then.
  private static func order(_ request: PanelRequest, _ kind: CircleCall.Kind, _ person: String? = nil) async -> Reply {
    do {
      var order = ControlRequest(.call, name: kind.rawValue)
      order.wearer = person
      let answer = try await request.panel.order(order).call
      if answer?.outcome == .failed {
        throw LapwingError(.usage, code: "no-circle", answer?.text ?? "the care circle has failed")
      }
      return .page(page(request, answer?.people ?? [], said: kind == .drill ? .drilled : nil))
    } catch {
      let people = (try? await request.panel.order(ControlRequest(.call, name: CircleCall.Kind.people.rawValue)))?.call?
        .people
      return .page(page(request, people ?? [], fault: Refusal(error)), kind == .people ? .ok : .unusable)
    }
  }

  private static func page(
    _ request: PanelRequest, _ people: [CirclePersonReport], said: PeopleWords? = nil, fault: Refusal? = nil
  ) -> HTML {
    func text(_ words: some LocalizedText) -> String { words.text(request.language) }
    let title = text(PeopleWords.title)
    let note: HTML = said.map { "<p class=\"done\" role=\"status\">\(text($0))</p>" } ?? .nothing
    let refused: HTML = fault.map { "<p class=\"fault\" role=\"alert\">\($0.html(request.language))</p>" } ?? .nothing
    let nobody: HTML = people.isEmpty ? "<p class=\"card\">\(text(PeopleWords.nobody))</p>" : .nothing
    let content: HTML =
      isOn(request)
      ? """
      <p>\(text(PeopleWords.explain))</p>\(nobody)\(people.html { card($0, request) })
      <form method="post" action="/people" class="card"><p>\(text(PeopleWords.addExplain))</p>\
      <label for="name">\(text(PeopleWords.name))</label> \
      <input id="name" name="name" required maxlength="24" autocomplete="off"> \
      <button class="primary" id="add">\(text(PeopleWords.add))</button></form>
      <form method="post" action="/people/drill"><button id="drill">\(text(PeopleWords.drill))</button></form>
      """
      : """
      <form method="post" action="/people/on" class="card"><p>\(text(PeopleWords.off))</p>\
      <p>\(text(PeopleWords.agreement))</p>\
      <button class="primary" id="agree">\(text(PeopleWords.switchOn))</button></form>
      """
    return Layout(request: request, title: title, tab: SettingsPage.tab).page(
      """
      <h1>\(title)</h1>\(note)\(refused)\(content)
      <p class="small">\(text(CircleWords.emergency))</p>
      """)
  }

  private static func card(_ person: CirclePersonReport, _ request: PanelRequest) -> HTML {
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
    let remove: HTML =
      person.isInvited == true
      ? """
      <form method="post" action="/people/remove"><input type="hidden" name="name" value="\(person.name)">\
      <button>\(text(.remove))</button></form>
      """ : .nothing
    return """
      <section class="card"><h2>\(person.name)</h2>\(states.html { "<p>\(text($0))</p>" })\(code)\(remove)</section>
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

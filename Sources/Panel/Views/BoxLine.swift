import Alarms
import Settings
import Status

/// The worst alarm that is signalled and that nobody has answered, above every page that does not show alarms itself, with the way to them. The
/// stream of its news also tells the page that the box is there.
enum BoxLine: PanelPage {
  static let path = "/live/box"
  static let id = "worst-alarm"

  static let routes = [
    Route.get(path) { request in EventStream.reply(request) { [part($0, $1)] } }
  ]

  static func part(_ request: PanelRequest, _ picture: BoxPicture) -> LivePart {
    LivePart(id: id, html: html(request, picture))
  }

  static func html(_ request: PanelRequest, _ picture: BoxPicture) -> HTML {
    let view = NowView(
      request: request, picture: picture, limits: request.panel.configuration.conditions, ages: .inWords)
    let open = view.sortedAlarms.filter { $0.presence != Presence.ack.name && $0.activation != Activation.off.name }
    // A test of a high alarm must not stand before a real one.
    guard let worst = open.first(where: { $0.isTest != true }) ?? open.first else { return .nothing }
    let priority = Priority.allCases.first { $0.name == worst.priority } ?? .high
    // Only a high alarm interrupts what a screen reader says.
    let role = priority == .high && worst.isTest != true ? "alert" : "status"
    let more = open.count > 1 ? " + \(open.count - 1)" : ""
    let facts = view.standing(worst).map { " · \($0)" }.joined()
    return """
      <p role="\(role)" class="card alarm \(priority.name)"><span class="badge">\(view.text(ThingWords.priority(priority)))</span> \
      <a id="to-alarms" href="/">\(view.name(of: worst))</a>\(facts)\(more)</p>
      """
  }
}

import Alarms
import Settings
import Status
import Web
import Words

/// A line above every page that does not show alarms itself: the worst alarm, with the way to all of them, or that there is
/// none. Its room is always there, so that nothing moves under a finger. The stream of its news also shows the page that the
/// box is there.
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
    let alarms = view.sortedAlarms
    func isOpen(_ alarm: AlarmReport) -> Bool {
      alarm.presence != Presence.ack.name && alarm.activation != Activation.off.name
    }
    // Neither a test nor what someone has answered stands before a real alarm that waits.
    let waiting = alarms.filter(isOpen)
    guard let worst = waiting.first(where: { $0.isTest != true }) ?? waiting.first ?? alarms.first else {
      return "<p class=\"small\">\(view.text(NowWords.noAlarms))</p>"
    }
    let priority = Priority.allCases.first { $0.name == worst.priority } ?? .high
    // Only a high alarm interrupts what a screen reader says.
    let role = priority == .high && worst.isTest != true && isOpen(worst) ? "alert" : "status"
    let more = alarms.count > 1 ? " + \(alarms.count - 1)" : ""
    let facts = view.standing(worst).map { " · \($0)" }.joined()
    return """
      <p role="\(role)" class="alarm \(priority.name)"><span class="badge">\(view.text(ThingWords.priority(priority)))</span> \
      <a id="to-alarms" href="/">\(view.name(of: worst))</a>\(facts)\(more)</p>
      """
  }
}

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
    guard let worst = view.worstAlarm else { return "<p class=\"small\">\(view.text(NowWords.noAlarms))</p>" }
    let priority = view.priority(of: worst)
    // Only a high alarm interrupts what a screen reader says.
    let role = priority == .high && worst.isTest != true && view.isWaiting(worst) ? "alert" : "status"
    let others = picture.status.alarms.count - 1, more = others > 0 ? " + \(others)" : ""
    let facts = view.standing(worst).map { " · \($0)" }.joined()
    return """
      <p role="\(role)" class="alarm \(priority.name)"><span class="badge">\(view.text(ThingWords.priority(priority)))</span> \
      <a id="to-alarms" href="/">\(view.name(of: worst))</a>\(facts)\(more)</p>
      """
  }
}

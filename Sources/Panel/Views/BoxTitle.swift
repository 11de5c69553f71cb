import Alarms
import Settings
import Status
import Web
import Words

/// What a tab that is not in front shows of the box: the worst alarm in its title and its icon. A test is no alarm there.
enum BoxTitle {
  /// It is no element of a page: the script writes it into the title.
  static let id = "title"

  /// Priority and words of the worst alarm; `nil` while there is none.
  static func alarm(_ request: PanelRequest, _ picture: BoxPicture) -> (priority: Priority, words: String)? {
    let view = NowView(
      request: request, picture: picture, limits: request.panel.configuration.conditions, ages: .inWords)
    guard let worst = view.worstAlarm, worst.isTest != true else { return nil }
    let words = [view.name(of: worst), view.whose(worst)].compactMap(\.self).joined(separator: ", ")
    return (view.priority(of: worst), words)
  }

  static func part(_ request: PanelRequest, _ picture: BoxPicture) -> LivePart {
    LivePart(id: id, html: alarm(request, picture).map { "\($0.priority.name) \($0.words)" } ?? .nothing)
  }

  static func html(_ own: String, _ request: PanelRequest, showsAlarm: Bool) -> HTML {
    let worst = showsAlarm ? request.panel.feed.state.picture.flatMap { alarm(request, $0) } : nil
    let icons = Priority.allCases.html { " data-\($0.name)=\"\(Assets.icon(of: $0).path)\"" }
    let prefix = worst.map { "▲ \($0.words) · " as String } ?? ""
    return """
      <title data-own="\(own)">\(prefix)\(own)</title>
      <link rel="icon" href="\((worst.map { Assets.icon(of: $0.priority) } ?? .icon).path)" data-calm="\(Assets.icon.path)"\(icons)>
      <link rel="manifest" href="\(Assets.manifest.path)">
      """
  }
}

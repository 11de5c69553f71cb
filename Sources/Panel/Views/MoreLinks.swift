import Alarms
import Settings
import Web
import Words

/// The pages that have no tab, at the foot of every page.
enum MoreLinks {
  static func html(_ request: PanelRequest) -> HTML {
    let isBedside = request.panel.configuration.profile == .bedside
    let trends: (String, TrendsWords) = isBedside ? ("/heart", .heart) : ("/air", .air)
    let links: [(path: String, name: String)] = [
      (trends.0, trends.1.text(request.language)), ("/doctor", DoctorWords.title.text(request.language)),
      ("/kiosk", DoctorWords.screen.text(request.language)), ("/start", StartWords.title.text(request.language)),
    ]
    return "<ul class=\"files\">\(links.html { "<li><a href=\"\($0.path)\">\($0.name)</a></li>" })</ul>"
  }
}

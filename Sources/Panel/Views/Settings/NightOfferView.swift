import Alarms
import Documents
import Logbook
import Readings
import Sessions
import Settings
import Status
import Web
import Words

/// The limits that are offered in the morning after a night in which a heart was beyond one for more than ten minutes.
enum NightOfferView {
  /// - Returns: nothing unless the box stands beside a bed, it is morning, and the logbook can be read.
  static func html(_ request: PanelRequest) async -> HTML {
    let configuration = request.panel.configuration
    guard configuration.profile == .bedside, let night = LastNight.range(at: request.now),
      let limits = try? configuration.readFigureLimits(),
      let found = try? await request.panel.logbook({ try $0.nightOffers(night, limits: limits) })
    else { return .nothing }
    let lines = found.html { line in
      let whose = configuration.person(of: line.sensor) ?? "\(line.sensor)"
      let words = PersonsWords.offer(line.offer, whose).text(request.language)
      return "<p class=\"card\" role=\"note\">\(words) \(PersonsWords.offerDoctor.text(request.language))</p>"
    }
    return lines
  }
}

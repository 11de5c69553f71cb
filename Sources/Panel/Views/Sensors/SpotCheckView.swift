import Status
import Web
import Words

/// The latest finished measurement of an oximeter, which is no live value.
enum SpotCheckView {
  static func html(_ identity: SensorReport.Identity, _ request: PanelRequest) -> HTML {
    guard let check = identity.spotCheck else { return .nothing }
    let words: SensorsWords = check.details.measuredAt.map { .spotCheck($0) } ?? .spotCheckOfNoTime
    return "<p>\(ShownValues.html(check.measurements, request))<br>\(words.text(request.language))</p>"
  }
}

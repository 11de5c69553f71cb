import AirQuality
import Settings
import Web
import Words

/// The class of the air in word, number and colour. The colours are those of a scale from blue to red that people with each kind of
/// colour blindness tell apart (ColorBrewer RdBu); the colours of the indexes are not.
enum AirBadge {
  private static let steps = 6

  static func html(_ estimate: AirEstimate, _ index: AirIndex, _ language: Language) -> HTML {
    let name = index.value(of: estimate.value).airClass, classes = index.classes
    let place = classes.firstIndex(of: name) ?? 0
    // Four classes go over the whole scale too.
    let step = classes.count < 2 ? 1 : 1 + place * (steps - 1) / (classes.count - 1)
    return """
      <p class="head"><span class="badge air-\(step)">\(AirWords.airClass(index: index.name, name: name).text(language))</span> \
      <span class="small">\(AirWords.level(place + 1, of: classes.count).text(language))</span></p>
      """
  }

  /// A small card for the page of now; nothing if the air outdoors is not configured.
  static func card(_ request: PanelRequest) -> HTML {
    let configuration = request.panel.configuration
    guard let (picture, settings) = request.panel.air.picture(configuration, at: request.now) else { return .nothing }
    let badge: HTML =
      if case .success(let estimate) = picture.estimate { html(estimate, settings.index, request.language) } else {
        .nothing
      }
    return """
      <section class="card" aria-labelledby="h-outside"><h2 id="h-outside"><a href="/outside">\
      \(AirWords.title.text(request.language))</a></h2>\(badge)<p>\(picture.line(settings.index, in: request.language))</p></section>
      """
  }
}

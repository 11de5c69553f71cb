import AircraftFiles
import Documents
import Readings
import Web
import WeightBalance
import Words

/// Where each number of an aircraft is from, and how sure it is.
struct BalanceSources {
  let request: PanelRequest

  private func text(_ words: BalanceWords) -> String { words.text(request.language) }

  static func words(_ badge: Badge) -> BalanceWords {
    switch badge {
    case .checked: .checked
    case .unchecked: .unchecked
    case .unknown: .unknown
    }
  }

  func page() throws(LapwingError) -> HTML {
    let id = request.query["aircraft"] ?? ""
    guard let aircraft = try request.panel.shelf.library().aircraft.first(where: { $0.id == id }) else {
      throw LapwingError(.noInput, code: .noAircraft, "there is no such aircraft; choose one of the list")
    }
    let title = text(.sourcesOf(aircraft.name))
    let rows = aircraft.attributions.html(row)
    let notes = aircraft.notes.html { "<li lang=\"en\">\($0)</li>" }
    var layout = Layout(request: request, title: title, tab: .balance)
    layout.assets = [.balanceStyle]
    return layout.page(
      """
      <h1>\(title)</h1><p>\(text(.badgeLegend))</p><ul>\(notes)</ul>
      <div class="scroll" tabindex="0" role="region" aria-label="\(text(.sources))"><table><thead><tr>\
      <th scope="col">\(text(.number))</th><th scope="col">\(text(.value))</th>\
      <th scope="col">\(text(.document))</th></tr></thead><tbody>\(rows)</tbody>\
      </table></div>
      """)
  }

  private func row(_ attribution: Attribution) -> HTML {
    let source = attribution.source
    let style: String =
      switch attribution.badge {
      case .checked: "good"
      case .unchecked: "low"
      case .unknown: "high"
      }
    let others = attribution.alternatives.html { other in
      "<p class=\"small\">\(text(.but)) \(HTML.english("\(other.value): \(SourceWords.text(other.source))"))</p>"
    }
    let notes: HTML = source.notes.isEmpty ? .nothing : "<p class=\"small\" lang=\"en\">\(source.notes)</p>"
    return """
      <tr class="\(style)"><th scope="row" lang="en">\(attribution.key)</th><td lang="en">\(attribution.value)</td><td>\
      <p><span class="badge">\(text(Self.words(attribution.badge)))</span> \
      \(text(.claim)): \(text(.confidence(source.confidence)))</p>\(document(source))\(notes)\(others)</td></tr>
      """
  }

  /// The document, as a link only if its address is one of the web.
  private func document(_ source: Source) -> HTML {
    let words = SourceWords.text(source)
    guard let url = source.url, url.hasPrefix("https://") || url.hasPrefix("http://") else {
      return "<p lang=\"en\">\(words)</p>"
    }
    return "<p lang=\"en\"><a href=\"\(url)\" rel=\"noreferrer\">\(source.document)</a>: \(words)</p>"
  }
}

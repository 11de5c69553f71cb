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
      throw LapwingError(.noInput, code: "no-aircraft", "there is no such aircraft; choose one of the list")
    }
    let title = text(.sourcesOf(aircraft.name))
    let table = Table(
      label: text(.sources), columns: [text(.number), text(.value), text(.document)],
      rows: aircraft.attributions.map(row))
    let notes = aircraft.notes.html { "<li lang=\"en\">\($0)</li>" }
    var layout = Layout(request: request, title: title, tab: .balance)
    layout.assets = [.balanceStyle]
    return layout.page(
      """
      <h1>\(title)</h1><p>\(text(.badgeLegend))</p><ul>\(notes)</ul>
      \(table.html)
      """)
  }

  private func row(_ attribution: Attribution) -> Table.Row {
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
    return Table.Row(
      heading: "<span lang=\"en\">\(attribution.key)</span>",
      cells: [
        "<p lang=\"en\">\(attribution.value)</p>",
        """
        <p><span class="badge">\(text(Self.words(attribution.badge)))</span> \
        \(text(.claim)): \(text(.confidence(source.confidence)))</p>\(document(source))\(notes)\(others)
        """,
      ], style: style)
  }

  /// The document, as a link only if its address is one of the web.
  private func document(_ source: Source) -> HTML {
    let words = SourceWords.text(source)
    guard let url = source.url, url.hasPrefix("https://") || url.hasPrefix("http://") else {
      return "<p lang=\"en\">\(words)</p>"
    }
    return "<p lang=\"en\"><a href=\"\(url)\" rel=\"noreferrer\">\(source.document)</a> \(words)</p>"
  }
}

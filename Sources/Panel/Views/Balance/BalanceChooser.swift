import AircraftFiles
import Readings
import Web
import WeightBalance
import Words

/// The first page of weight and balance: the scenarios of the box, your aeroplanes, and the types.
struct BalanceChooser {
  let request: PanelRequest

  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  func page() throws(LapwingError) -> HTML {
    let title = text(BalanceWords.title), shelf = request.panel.shelf
    let library = try shelf.library(), offered = try shelf.offered()
    let scenarios = offered.scenarios.html { entry in
      guard case .success(let loading) = entry.loading else { return .nothing }
      let aeroplane = loading.tail.map { "\($0), \(loading.aircraft)" } ?? loading.aircraft
      return card(
        "scenario=\(FormFields.encoded(entry.name))", loading.name,
        "\(entry.name) · \(aeroplane) · \(text(BalanceWords.saved)) \(entry.updatedAt.prefix(10))")
    }
    let faults = offered.faults.html { "<p class=\"fault\">\(fault($0))</p>" }
    let none: HTML = offered.scenarios.isEmpty ? "<p>\(text(BalanceWords.noScenarios))</p>" : .nothing
    var layout = Layout(request: request, title: title, tab: .balance)
    layout.assets = [.balanceStyle]
    return layout.page(
      """
      <h1>\(title)</h1>
      <h2>\(text(BalanceWords.choose))</h2><ul class="cards">\(try tails(library))\(types(library))</ul>
      <h2>\(text(BalanceWords.scenarios))</h2>\(none)<ul class="cards">\(scenarios)</ul>\(faults)
      """)
  }

  private func fault(_ sentence: String) -> HTML {
    .sentence(sentence, korean: RefusalWords.badDataFile.korean, in: request.language)
  }

  private func card(_ query: String, _ name: String, _ facts: String) -> HTML {
    "<li><a href=\"/balance/sheet?\(query)\"><b>\(name)</b><span class=\"small\">\(facts)</span></a></li>"
  }

  private func types(_ library: AircraftLibrary) -> HTML {
    library.entries.html { entry in
      let aircraft = entry.aircraft, all = aircraft.attributions
      let load = aircraft.usefulLoad.text(in: .pounds, places: 1)
      let checked = all.count { $0.badge == .checked }
      let numbers = text(BalanceWords.numbers(checked: "\(checked)", of: "\(all.count)"))
      let own = entry.origin == AircraftLibrary.builtIn ? "" : " · \(entry.origin)"
      return card(
        "aircraft=\(FormFields.encoded(aircraft.id))", aircraft.name,
        "\(text(BalanceWords.useful("\(load) lb", isTypical: aircraft.weighedOn == nil))) · \(numbers)\(own)")
    }
  }

  /// The aeroplanes with a file of their own. One that is wrong says what is wrong with it.
  private func tails(_ library: AircraftLibrary) throws(LapwingError) -> HTML {
    let entries = try library.tails.entries(types: library.aircraft)
    return entries.html { entry in
      switch entry.tail {
      case .success(let tail):
        card(
          "tail=\(FormFields.encoded(tail.registration))", tail.registration,
          "\(tail.aircraft) · \(tail.newestWeighing?.date ?? "–")")
      case .failure(let error): "<li class=\"fault\">\(fault(error.message))</li>"
      }
    }
  }
}

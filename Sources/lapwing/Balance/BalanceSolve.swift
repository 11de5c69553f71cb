import ArgumentParser
import Documents
import Status
import System
import WeightBalance

struct BalanceSolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve", abstract: "Shows how to bring a loading inside its limits, or how much more fits.",
    discussion:
      "Exit status: 0 if the loading is already inside all limits, 1 if not, 65 bad data, 66 missing file.")

  @OptionGroup var loading: LoadingOptions

  @Flag(help: "Write one JSON object per remedy.")
  var json = false

  @Flag(help: "Write all remedies, not only the best ten.")
  var all = false

  func run() throws {
    let sheet = try loading.sheet()
    let remedies = Solver(sheet).remedies()
    if json {
      for remedy in remedies { try Output.standard.line(Self.json(remedy, sheet.units).text) }
    } else {
      try write(remedies, sheet)
    }
    if !sheet.isLegal { throw ExitCode(1) }
  }

  private func write(_ remedies: [Remedy], _ sheet: LoadSheet) throws {
    var lines = ShownText.wrapped(sheet.wrongNumber?.message ?? sheet.limitingFactor)
    if sheet.isLegal ? !sheet.isCertain : !sheet.category.envelope.isKnown {
      let verdict = ShownText.wrapped(SheetWords.verdict(sheet))
      // The advice to correct a number refers to the first line.
      lines = sheet.wrongNumber == nil ? verdict + lines : lines + verdict
    }
    let shown = all ? remedies[...] : remedies.prefix(10)
    for remedy in shown { lines += ShownText.wrapped("\(remedy.kind.rawValue): \(remedy.sentence)", hanging: "  ") }
    if shown.count < remedies.count {
      lines.append("There are \(remedies.count - shown.count) more: use --all.")
    }
    if remedies.isEmpty {
      if let advice = SheetWords.withoutRemedy(sheet) {
        lines.append(advice)
      } else if !sheet.isLegal {
        lines.append("No one or two steps bring it inside; change more than two loads.")
      }
    }
    lines += [""] + ShownText.wrapped(LoadSheet.disclaimer)
    for line in lines { try Output.standard.line(line) }
  }

  private static func json(_ remedy: Remedy, _ units: SheetUnits) -> JSONObject {
    let steps = remedy.steps.isEmpty ? [remedy] : remedy.steps
    return step(remedy, units).adding(
      ["steps": steps.map { step($0, units) }, "guesses": remedy.guesses] as JSONObject)
  }

  private static func step(_ remedy: Remedy, _ units: SheetUnits) -> JSONObject {
    func volume(_ volume: Volume?) -> JSONDecimal? {
      volume.map { JSONDecimal($0.text(in: units.volume, places: 6)) }
    }
    return [
      "kind": remedy.kind.rawValue, "sentence": remedy.sentence, "place": remedy.place,
      "destination": remedy.destination,
      "weight": remedy.weight.map { JSONDecimal($0.text(in: units.weight, places: 6)) },
      "volume": volume(remedy.volume), "total": volume(remedy.total),
    ]
  }
}

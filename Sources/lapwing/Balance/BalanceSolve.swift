import ArgumentParser
import Status
import System
import WeightBalance

/// `lapwing balance solve`: shows the remedies for a loading.
struct BalanceSolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve", abstract: "Shows how to bring a loading inside its limits, or how much more fits.",
    discussion:
      "Exit status: 0 if the loading is already inside all limits, 1 if not, 65 bad data, 66 missing file.")

  @OptionGroup var loading: LoadingOptions

  @Flag(help: "Write one JSON object per remedy.")
  var json = false

  func run() throws {
    let sheet = try loading.sheet()
    let remedies = Solver(sheet).remedies()
    if !json { try Output.standard.line(sheet.limitingFactor) }
    for remedy in remedies {
      guard json else {
        try Output.standard.line("\(remedy.kind.rawValue): \(remedy.sentence)")
        continue
      }
      var line = JSONLine()
      line.add("kind", remedy.kind.rawValue)
      line.add("sentence", remedy.sentence)
      line.add("place", remedy.place)
      if let destination = remedy.destination { line.add("destination", destination) }
      if let weight = remedy.weight { line.add("weight", decimal: weight.text(in: sheet.units.weight, places: 6)) }
      if let volume = remedy.volume { line.add("volume", decimal: volume.text(in: sheet.units.volume, places: 6)) }
      try Output.standard.line(line.text)
    }
    if remedies.isEmpty, !json {
      try Output.standard.line("No single change brings the loading inside its limits; change more than one load.")
    }
    if !json { try Output.standard.write("\n\(LoadSheet.disclaimer)\n") }
    if !sheet.isLegal { throw ExitCode(1) }
  }
}

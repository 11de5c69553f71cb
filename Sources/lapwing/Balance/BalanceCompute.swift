import AircraftFiles
import ArgumentParser
import Documents
import Glibc
import Readings
import Status
import System
import WeightBalance

struct BalanceCompute: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compute", abstract: "Computes the load sheet of a scenario.",
    discussion: "Exit status: 0 inside all limits, 1 with a warning or danger, 65 bad data, 66 missing file.")

  @OptionGroup var loading: LoadingOptions

  @Flag(help: "Write one JSON object.")
  var json = false

  @Flag(help: "Write the sheet as text; this is the default without --json, --brief, --svg and --pdf.")
  var text = false

  @Flag(help: "Write the sheet on one screen of 80 columns and 24 lines: verdict, phases, worst point, what to do.")
  var brief = false

  @Option(help: "Write the chart as SVG to this file; - is standard output.", completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup var pdf: SheetPDFOptions

  @Option(
    parsing: .unconditional,
    help: "Estimate the probability of exceeding any limit from this many random loadings (1 to 10000000).")
  var samples: Int?

  @Option(help: "The seed of the random loadings; the same seed gives the same estimate. (default: 1)")
  var seed: UInt64?

  @OptionGroup var deviations: DeviationOptions

  func validate() throws {
    if let samples, !(1...10_000_000).contains(samples) {
      throw ValidationError("--samples is \(samples); write a whole number from 1 to 10000000")
    }
    if brief, json { throw ValidationError("--brief and --json are two forms of the sheet; leave one of them out") }
    if samples == nil {
      for (option, isGiven) in [("--seed", seed != nil)] + deviations.given where isGiven {
        throw ValidationError("\(option) only matters with --samples; add it, or leave \(option) out")
      }
    } else if !writesText, !json {
      let other = brief ? "--brief" : svg != nil ? "--svg" : "--pdf"
      throw ValidationError("\(other) does not show the probability; add --text, or leave --samples out")
    }
  }

  private var writesText: Bool { text || !(json || brief || svg != nil || pdf.path != nil) }

  func run() throws {
    if let svg, svg != "-" { try refuseInput("--svg", svg) }
    if let path = pdf.path, path != "-" { try refuseInput("--pdf", path) }
    let sheet = try loading.sheet()
    let deviations = try deviations.deviations(in: sheet.units.weight)
    let risk = samples.map {
      MonteCarlo(sheet, deviations: deviations).run(samples: $0, seed: seed ?? 1)
    }
    if let svg {
      let chart = EnvelopeSVG(sheet).text
      if svg == "-" { try Output.standard.write(chart) } else { try TextFile.write(chart, to: svg) }
    }
    try pdf.write(sheet)
    if json { try Output.standard.line(SheetJSON.line(sheet, risk, deviations).text) }
    if brief { try Output.standard.write(SheetText.brief(sheet)) }
    if writesText {
      try Output.standard.write(SheetText.text(sheet, risk, deviations))
    }
    if !sheet.isLegal { throw ExitCode(1) }
  }

  /// Refuses to write a picture over a file that the sheet is computed from.
  private func refuseInput(_ option: String, _ output: String) throws(LapwingError) {
    var inputs: [(what: String, path: String)] = []
    if let scenario = loading.scenario, scenario != AircraftLibrary.standardInput {
      inputs.append(("the scenario file", scenario))
    }
    if let aircraft = loading.aircraft, aircraft.contains("/") || aircraft.hasSuffix(".json") {
      inputs.append(("the aircraft file", aircraft))
    }
    for (what, path) in inputs where Self.isSame(output, path) {
      throw LapwingError(
        .usage, code: "same-file", "\(option) \(output) is \(what), which it would replace; name another file")
    }
  }

  /// Whether two paths name the same file, also by a link.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return a == b }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

/// The standard deviations that `--samples` uses.
struct DeviationOptions: ParsableArguments {
  @Option(
    help:
      "The standard deviation of one person's weight, in pounds, or kilograms with --metric. (default: 47 lb)"
  )
  var personDeviation: String?

  @Option(
    help: "The average weight of a person, to estimate how many sit in a station. (default: 190 lb)"
  )
  var meanPerson: String?

  @Option(help: "The standard deviation of weighed items, in percent of their weight. (default: 0.1)")
  var scaleDeviation: String?

  var given: [(String, Bool)] {
    [
      ("--person-deviation", personDeviation != nil), ("--mean-person", meanPerson != nil),
      ("--scale-deviation", scaleDeviation != nil),
    ]
  }

  func validate() throws {
    _ = try deviations(in: .pounds)
  }

  func deviations(in unit: WeightUnit) throws -> Deviations {
    let usual = Deviations()
    return Deviations(
      person: try weight(personDeviation, "--person-deviation", from: 0, unit) ?? usual.person,
      meanPerson: try weight(meanPerson, "--mean-person", from: 1, unit) ?? usual.meanPerson,
      scalePercent: try number(scaleDeviation, "--scale-deviation", 0...100) ?? usual.scalePercent)
  }

  private func number(_ text: String?, _ option: String, _ allowed: ClosedRange<Double>) throws
    -> Double?
  {
    guard let text else { return nil }
    guard let number = Double(text), allowed.contains(number) else {
      let ends = (EventText.number(allowed.lowerBound), EventText.number(allowed.upperBound))
      throw ValidationError("\(option) is \(text); write a number from \(ends.0) to \(ends.1)")
    }
    return number
  }

  private func weight(_ text: String?, _ option: String, from least: Double, _ unit: WeightUnit)
    throws -> Weight?
  {
    guard let text, try number(text, option, least...1000) != nil else { return nil }
    guard let decimal = ExactDecimal(text), let weight = try? Weight(decimal, unit) else {
      throw ValidationError("\(option) is \(text); write a plain decimal number")
    }
    return weight
  }
}

struct SheetPDFOptions: ParsableArguments {
  @Option(
    name: .customLong("pdf"),
    help: "Write the sheet as a PDF to print and sign to this file; - is standard output.",
    completion: .file(extensions: ["pdf"]))
  var path: String?

  @Option(
    help: "The time that the PDF bears, such as 2026-11-26T10:00:00Z, to make the same file again. (default: now)")
  var printedAt: String?

  func validate() throws {
    guard let printedAt else { return }
    guard path != nil else { throw ValidationError("--printed-at only matters with --pdf; add it, or leave it out") }
    guard UnixTime(iso: printedAt) != nil else {
      throw ValidationError("--printed-at is \(printedAt); write a time such as 2026-11-26T10:00:00Z")
    }
  }

  func write(_ sheet: LoadSheet) throws {
    guard let path else { return }
    let now = UnixTime(milliseconds: Int64(time(nil)) * 1000)
    let printed = printedAt.flatMap { UnixTime(iso: $0) } ?? now
    let bytes = try SheetPDF.bytes(sheet, printed: printed, fonts: DocumentFonts.find())
    if path == "-" { try Output.standard.write(bytes) } else { try TextFile.write(bytes, to: path) }
  }
}

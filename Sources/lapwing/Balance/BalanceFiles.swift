import Appliance
import ArgumentParser
import Readings
import Status
import System
import WeightBalance

/// `lapwing balance list`: lists the aircraft files.
struct BalanceList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the aircraft and how many of their numbers were checked.")

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Write one JSON object per line.")
  var json = false

  func run() throws {
    for entry in try options.library().entries {
      let aircraft = entry.aircraft
      let badges = aircraft.attributions.map(\.badge)
      let counts = Badge.allCases.map { badge in (badge, badges.count { $0 == badge }) }
      if json {
        var line = JSONLine()
        line.add("id", aircraft.id)
        line.add("name", aircraft.name)
        line.add("model", aircraft.model)
        line.add("tcdsNumber", aircraft.tcdsNumber)
        line.add("origin", entry.origin)
        var numbers = JSONLine()
        for (badge, count) in counts { numbers.add(badge.rawValue, count) }
        line.add("numbers", numbers)
        try Output.standard.line(line.text)
      } else {
        let numbers = counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
        try Output.standard.line(
          "\(aircraft.id)  \(aircraft.name), TCDS \(aircraft.tcdsNumber)  [\(numbers)]  \(entry.origin)")
      }
    }
  }
}

/// `lapwing balance sources`: shows the numbers of one aircraft with their sources.
struct BalanceSources: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "Shows every number of an aircraft with its source, badge and disagreements.",
    discussion: """
      A number is checked if the file contains the passage of the document, letter by letter, with its hash, if the \
      passage contains the number, and if a person is named as verifier. The author's confidence is only a claim. \
      Unknown means that the true value was not found and a conservative one is used.
      """)

  @Argument(help: "The id of an aircraft, or a file.", completion: .file(extensions: ["json"]))
  var aircraft: String

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Write one JSON object per number.")
  var json = false

  func run() throws {
    let aircraft = try options.library().aircraft(aircraft)
    var output = BufferedOutput(.standard)
    if !json {
      try output.line("\(aircraft.name), TCDS \(aircraft.tcdsNumber), \(aircraft.certificationBasis)")
      for note in aircraft.notes { try output.line("  \(note)") }
    }
    for attribution in aircraft.attributions {
      if json {
        try output.line(SourceText.json(attribution).text)
      } else {
        for line in SourceText.lines(attribution) { try output.line(line) }
      }
    }
    try output.flush()
  }
}

/// `lapwing balance check`: reads files and reports errors.
struct BalanceCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks aircraft and scenario files; exits 0 if all can be used, 65 if one is wrong, 66 if missing."
  )

  @Argument(help: "The files to check.", completion: .file(extensions: ["json"]))
  var files: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let library = try options.library()
    var worst: LapwingError?
    var output = BufferedOutput(.standard)
    for file in files {
      do throws(LapwingError) {
        let found = try library.check(path: file)
        try output.line("\(file): good, \(found)")
      } catch {
        // The last error is thrown, so that it is reported like any other error.
        if let worst { try Output.error.line("lapwing: \(worst.message)") }
        worst = error
      }
    }
    try output.flush()
    if let worst { throw worst }
  }
}

import Appliance
import ArgumentParser
import Readings
import Status
import System
import WeightBalance

/// `lapwing balance list`
struct BalanceList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the aircraft, and how many of their numbers were checked.")

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

/// `lapwing balance sources`
struct BalanceSources: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "Shows every number of an aircraft with its source, badge and disagreements.",
    discussion: """
      A number is checked when the passage of the document stands in the file letter by letter with its hash, the \
      number stands in the passage, and somebody signed for it; the author's own confidence is only a claim. \
      Unknown: the true value was not found, and a conservative one is in force.
      """)

  @Argument(help: "An aircraft's id, or a file.", completion: .file(extensions: ["json"]))
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

/// `lapwing balance check`
struct BalanceCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks aircraft and scenario files; exits 0 when all can be used, 65 when one is wrong, 66 when missing."
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
        // The last one is reported as every error is.
        if let worst { try Output.error.line("lapwing: \(worst.message)") }
        worst = error
      }
    }
    try output.flush()
    if let worst { throw worst }
  }
}

/// Shows where numbers come from.
enum SourceText {
  /// A number with its badge, and its source below.
  static func lines(_ attribution: Attribution) -> [String] {
    ["", "\(attribution.key)  \(attribution.value)  [\(badge(attribution))]", "  \(text(attribution.source))"]
      + note(attribution.source)
      + attribution.alternatives.flatMap { alternative in
        ["  but \(alternative.value): \(text(alternative.source))"] + note(alternative.source)
      }
  }

  /// The badge, and what the author claims.
  static func badge(_ attribution: Attribution) -> String {
    let claim = "claimed \(attribution.source.confidence.rawValue)"
    guard attribution.badge == .checked, let check = attribution.source.check else {
      return "\(attribution.badge.rawValue), \(claim)"
    }
    return "checked \(check.date), \(claim)"
  }

  /// A source in one line.
  static func text(_ source: Source) -> String {
    var parts = [source.document, source.section, source.publisher, source.datePublished]
    if let number = source.tcdsNumber { parts.append("TCDS \(number)") }
    if let url = source.url { parts.append(url) }
    return parts.joined(separator: "; ") + " (last verified \(source.lastVerified))"
  }

  private static func note(_ source: Source) -> [String] {
    (source.notes.isEmpty ? [] : ["    \(source.notes)"])
      + (source.check.map { ["    checked by \($0.verifier), \($0.date)"] } ?? [])
  }

  /// A number with everything that the file says of it.
  static func json(_ attribution: Attribution) -> JSONLine {
    var line = JSONLine()
    line.add("key", attribution.key)
    line.add("value", attribution.value)
    line.add("badge", attribution.badge.rawValue)
    line.add("source", json(attribution.source))
    line.add(
      "alternatives",
      attribution.alternatives.map { alternative in
        var line = JSONLine()
        line.add("value", alternative.value)
        line.add("source", json(alternative.source))
        return line
      })
    return line
  }

  private static func json(_ source: Source) -> JSONLine {
    var line = JSONLine()
    line.add("document", source.document)
    line.add("section", source.section)
    line.add("publisher", source.publisher)
    line.add("datePublished", source.datePublished)
    if let number = source.tcdsNumber { line.add("tcdsNumber", number) }
    if let url = source.url { line.add("url", url) }
    line.add("confidence", source.confidence.rawValue)
    line.add("lastVerified", source.lastVerified)
    line.add("notes", source.notes)
    if let check = source.check {
      var signed = JSONLine()
      signed.add("sha256", check.sha256)
      signed.add("verifier", check.verifier)
      signed.add("date", check.date)
      line.add("check", signed)
    }
    return line
  }
}

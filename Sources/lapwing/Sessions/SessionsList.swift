import ArgumentParser
import Documents
import Logbook
import Readings
import Reports
import Status
import System

/// `lapwing sessions list`
struct SessionsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the sessions, newest first.")

  @Option(help: "The number of sessions, 1 to 100000.")
  var last: Int?

  @Option(help: "Only sessions whose line has this text, such as a flight, a seat, a profile or a date.")
  var search: String?

  @Option(help: "Only sessions from this local day on, such as 2026-11-01.")
  var from: String?

  @Option(help: "Only sessions up to this local day, such as 2026-11-30.")
  var to: String?

  @Option(help: ArgumentHelp("Only sessions with a CO2 of at least this many ppm.", valueName: "ppm"))
  var minPeak: Double?

  @Flag(help: "Write one JSON object per session.")
  var json = false

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard last.map((1...100_000).contains) ?? true else { throw ValidationError("--last must be from 1 to 100000") }
    guard minPeak.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--min-peak must be a number of ppm, 0 or more")
    }
    _ = try days()
  }

  private func days() throws -> (start: Int64, end: Int64?) {
    try usage { () throws(DayFault) in
      (try DateText.day(ifGiven: from) ?? 0, try DateText.day(ifGiven: to, addingDays: 1))
    }
  }

  /// A text as it is searched: a person types a hyphen where a route has a dash.
  private static func plain(_ text: String) -> String { text.lowercased().replacing("–", with: "-") }

  func run() throws {
    guard let reader = try options.readerIfAny() else { return try sayNone(isFiltered: false) }
    let (start, end) = try days()
    var shown = 0
    for session in try reader.explained({ () throws(LogbookError) in try reader.sessions() }) {
      guard last.map({ shown < $0 }) ?? true else { break }
      guard session.startedAt >= start, end.map({ session.startedAt < $0 }) ?? true else { continue }
      let line = try SessionLine(session, in: reader)
      if let minPeak, line.co2.map({ $0.maximum < minPeak }) ?? true { continue }
      if let search, !Self.plain(line.text).contains(Self.plain(search)) { continue }
      try Output.standard.line(json ? line.json.text : line.text)
      shown += 1
    }
    if shown == 0 { try sayNone(isFiltered: search != nil || from != nil || to != nil || minPeak != nil) }
  }

  private func sayNone(isFiltered: Bool) throws {
    guard !json else { return }
    try Output.standard.line(
      isFiltered
        ? "No session fits." : "The logbook has no sessions yet. Start one with `lapwing session start` or a button.")
  }
}

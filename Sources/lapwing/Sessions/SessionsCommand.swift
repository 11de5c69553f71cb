import ArgumentParser
import Documents
import Logbook
import Readings
import Reports
import Settings
import Status
import System

struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists, shows, exports, edits, imports and deletes the sessions of the logbook.",
    discussion: """
      A session is one flight, one night or whatever a person has started and ended with `lapwing session` or a button. \
      The numbers of sessions are those of the list. Times are local in text, and in UTC in JSON and CSV.
      """,
    subcommands: [
      SessionsList.self, SessionsShow.self, SessionsExport.self, SessionsEdit.self, SessionsImport.self,
      SessionsDelete.self,
    ],
    defaultSubcommand: SessionsList.self)
}

struct SessionsDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a session with its readings and alarms, after a question.",
    discussion: "What is deleted is overwritten in the file. Export it first if it may be needed.")

  @Argument(help: "The number of the session in `lapwing sessions`.")
  var number: Int64

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: SessionOptions

  func run() throws {
    let reader = try options.reader()
    let session = try reader.found(number)
    guard session.endedAt != nil else {
      throw LapwingError(
        .badData, code: "session-open", "session \(number) goes on; end it first with `lapwing session end`")
    }
    let line = try SessionLine(session, in: reader)
    guard try yes || Confirmation.isGiven("Delete session \(line.text)? [y/N] ") else {
      return try Output.standard.line("Nothing was deleted.")
    }
    let limits = try options.configuration.read().readFigureLimits()
    let isOverwritten = try reader.explained { () throws(LogbookError) in
      try Logbook.delete(session: number, of: reader.path, limits: limits)
    }
    try Output.standard.line("Session \(number) is deleted.")
    // They may hold the session too.
    try SetAsideLogbooks.name(SetAsideLogbooks.files(besides: reader.path))
    // There is no session to delete again.
    let again = (["lapwing forget --before 1970-01-01"] + options.arguments).joined(separator: " ")
    guard isOverwritten else { throw OldBytes.stay(in: reader.path, again: again) }
  }
}

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

struct SessionsShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one session: figures of each sensor, a chart, and the alarms.",
    discussion: """
      Each value holds until the next one, at most 5 s for a heart rate and 15 minutes for air; what is longer is no \
      data. The limits are those of the configuration as it is now.
      """)

  @Argument(help: "The number of the session in `lapwing sessions`; without it, the latest one.")
  var number: Int64?

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var options: SessionOptions

  func run() throws {
    let reader = try options.reader()
    let session = try reader.chosen(number)
    let configuration = try options.configuration.read()
    let report = try SessionFigures(
      session, in: reader, limits: try configuration.readFigureLimits(), columns: TerminalChart.columns,
      goalPerHour: configuration[Keys.hydrationGoal])
    if json {
      try Output.standard.line(report.json.text)
    } else {
      try Output.standard.write(report.text)
    }
  }

}

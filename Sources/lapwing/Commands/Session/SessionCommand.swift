import ArgumentParser
import Control
import Engine
import Glibc
import Logbook
import Readings
import Reports
import Sessions
import Settings
import Status
import System

struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Begins and ends the session of a running box, and notes what happens in it.",
    discussion: """
      A session is one flight, one night or whatever you begin and end. Before a flight: `session check`, then \
      `session start`. During it: `session drink` and `session caffeine`. After it: `session end`, which prints the \
      summary. Past sessions are in `lapwing sessions`.
      """,
    subcommands: [
      SessionCheck.self, SessionStart.self, SessionEnd.self, SessionDrink.self, SessionCaffeine.self,
    ])
}

struct SessionStart: Order {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begins a session, and says what it is about.",
    discussion: """
      A session that runs ends first. If `lapwing session check` would find something missing, the session begins, the \
      answer says what is missing, and the logbook keeps it. `lapwing sessions edit` says later what a session was about.
      """)

  @OptionGroup(title: "What it is about") var about: SessionDetailOptions

  @Flag(help: "Do not begin if something is missing (exit status 69).")
  var checked = false

  @Flag(help: "Begin whatever is missing, and say nothing about it.")
  var unchecked = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard !checked || !unchecked else { throw ValidationError("--checked and --unchecked exclude each other") }
  }

  var request: ControlRequest {
    .startSession(about.details, unready: checked ? .refused : unchecked ? .silent : .told)
  }
}

struct SessionDrink: Order {
  static let configuration = CommandConfiguration(
    commandName: "drink", abstract: "Records that you have drunk something.",
    discussion: """
      `lapwing status` shows the sum beside the goal (flight.hydration-goal in the configuration). Button C does the same \
      in cabin and cockpit.
      """)

  @Argument(
    help: ArgumentHelp("How much, in millilitres, from 1 to 2000. (default: \(Refreshments.usual))", valueName: "ml"))
  var amount: Int?

  @Flag(help: "Take the latest drink back: it was recorded by mistake.")
  var undo = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard !undo || amount == nil else {
      throw ValidationError("--undo takes back the latest drink, and needs no amount")
    }
    guard let amount else { return }
    do throws(LapwingError) { _ = try Refreshments.amount("\(amount)") } catch { throw ValidationError(error.message) }
  }

  var request: ControlRequest { undo ? .undoDrink : .drink(amount) }
}

struct SessionCaffeine: Order {
  static let configuration = CommandConfiguration(
    commandName: "caffeine", abstract: "Records that you have taken caffeine, such as a coffee.",
    discussion: "The status and the summary show when. A second time replaces the first.")

  @Flag(help: "Take it back: it was recorded by mistake.")
  var undo = false

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { undo ? .undoCaffeine : .caffeine }
}

struct SessionCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Asks a running box whether it is ready for a flight or a night.",
    discussion: """
      Three things are needed. A sensor: a CO2 sensor in cabin and cockpit, a heart sensor beside a bed, adopted and with \
      fresh data. A signal: the sounder or the lamps work, and were tested; the box tests them when it opens them. The \
      placement: a person has confirmed where the sensor lies. Exit status 0 means that all three are there, 69 that one is \
      missing. In cabin and cockpit a double press of button A confirms the placement and tests the signal.
      """)

  @Flag(help: "Confirm that the sensor lies where you breathe, not in a bag and not in your own breath.")
  var placed = false

  @Flag(help: "Give the signals of the answer, as the button does: listen, and look at the lamps.")
  var signal = false

  @Flag(help: "Write one line of JSON.")
  var json = false

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    guard let check = try client.order(.check(isPlaced: placed, givesSignal: signal)).check else {
      throw LapwingError(.badData, code: "bad-answer", "the box gave no checklist; does it run the same version?")
    }
    if json {
      try Output.standard.line(OrderedJSON.text(of: check))
    } else {
      try Output.standard.write(Self.text(of: check))
    }
    if !check.isReady { throw ExitCode(SystemExit.unavailable.rawValue) }
  }

  private static func text(of check: CheckReport) -> String {
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    let items = check.items.map { column($0.item, 11) + column($0.isReady ? "ready" : "missing", 9) + $0.text }
    let others = check.others.map { column("also", 20) + $0 }
    let missing = check.items.filter { !$0.isReady }.map(\.item)
    let verdict = missing.isEmpty ? "ready" : "not ready: \(missing.joined(separator: ", "))"
    return (items + others + [verdict]).joined(separator: "\n") + "\n"
  }
}

struct SessionEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "Ends the session, and prints its summary.",
    discussion: """
      The summary is that of the whole session, from the logbook, also after a restart of the box. If the logbook cannot be \
      read here, the box shows what it knows since its start.
      """)

  @Flag(help: "Write one JSON object, as sessions show does.")
  var json = false

  @OptionGroup var options: ConfigurationOptions

  /// The box writes the end at once, but a disk may stand still for a moment.
  private static let polls = 50
  private static let pollMicroseconds: UInt32 = 100_000

  func run() throws {
    let configuration = try options.read()
    var client = try ControlClient(path: configuration.controlSocket)
    let reader = try? LogbookReader(path: configuration.logbookPath)
    let open = try? reader?.openSession()
    let report = try client.order(.endSession).session
    if let reader, let open, let session = Self.ended(open, in: reader) {
      let figures = try SessionFigures(
        session, in: reader, limits: try configuration.readFigureLimits(), columns: 1,
        goalPerHour: configuration[Keys.hydrationGoal])
      return try Output.standard.write(json ? figures.json.text + "\n" : SessionSummaryText(figures: figures).text)
    }
    guard let report else { return }
    if json { return try Output.standard.line(OrderedJSON.text(of: report)) }
    try Output.standard.write(SummaryText.lines(of: report, profile: configuration.profile))
    try Output.error.line("lapwing: \(configuration.logbookPath) cannot be read here; these are the figures of the box")
  }

  /// The session once it is closed in the logbook; `nil` if that takes too long.
  private static func ended(_ number: Int64, in reader: LogbookReader) -> SessionRecord? {
    for _ in 0..<polls {
      if let session = try? reader.session(number), session.endedAt != nil { return session }
      usleep(pollMicroseconds)
    }
    return nil
  }
}

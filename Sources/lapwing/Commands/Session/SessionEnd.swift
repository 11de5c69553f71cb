import ArgumentParser
import Control
import Glibc
import Logbook
import Monitor
import Readings
import Reports
import Settings
import Status
import System

/// `lapwing session end`
struct SessionEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "Ends the session, and prints its summary.",
    discussion: """
      The summary is that of the whole session, from the logbook, also after a restart of the box. If the logbook cannot be \
      read here, the box tells what it knows since its start.
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
    let report = try client.order(ControlRequest(.session, name: "end")).session
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

import AircraftFiles
import Appliance
import ArgumentParser
import Engine
import Readings
import Settings
import Status
import System
import Words

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a recording or a timeline through the engine in virtual time.",
    discussion: """
      The file is a BTSnoop recording (datalink 1001, 1002 or 2001, as btmon -w writes it) or a timeline. A timeline \
      has JSON lines with "t" in seconds, never decreasing, and one of these: the input of decode with an address; \
      "button" (A, B, C) and "press" (short, long, double, hold); "hold" (A+B, A+C, B+C); "fault" or "cleared" with the id of a \
      condition; "elsewhere", what the other box of a pair signals; "phase"; \
      "time-of-day" (such as "22:30", or null); "standby" (the name of a person, or *) and "hours"; "end-standby"; \
      "adopt" with an address and optionally "name" and "replaces"; "forget" with an address; "drink" (ml); "caffeine" \
      (true); "undo" (drink or caffeine). A line with only "t" \
      lets time pass.

      Every sensor of the file is adopted, unless sensors.use in the configuration has addresses.

      It uses no device and no logbook, and gives the same bytes on every run.
      """)

  @Argument(help: "The file to replay.", completion: .file())
  var file: String

  @OptionGroup var options: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "A folder of weight-and-balance scenarios for button B.",
      discussion: "Default: \(ScenarioStore.standardFolder), if it exists."),
    completion: .directory)
  var scenarios: String?

  @Flag(help: "Write one JSON object per line instead of text.")
  var json = false

  @Flag(help: "Do not treat the sensors of the file as adopted; the rules of a box decide.")
  var strangers = false

  func run() throws {
    let configuration = try options.read()
    var source = try ReplaySource(
      path: file, persons: configuration.personNames, buttons: configuration.buttons,
      isFollowing: configuration[Keys.follow] != nil)
    var events = BoxEvents(configuration)
    var news = ReadingNews()
    var output = BufferedOutput(.standard)
    defer { try? output.flush() }
    var failure: LapwingError?
    var loadings = LoadingFolder(folder: scenarios)
    try VirtualReplay.run(
      &source, through: Engine(replayingWith: configuration, hasStrangers: strangers),
      loading: { loadings.next(press: $0, today: UTCTime.today) }
    ) { record, instant in
      guard failure == nil, let event = events.event(for: record, at: instant) else { return }
      guard json ? event.isJSONLine : news.isNews(event) else { return }
      do throws(LapwingError) {
        let lines = json ? [OrderedJSON.text(of: event)] : EventText.lines(of: event)
        for line in lines { try output.line(line) }
      } catch {
        failure = error
      }
    }
    try output.flush()
    if let failure { throw failure }
    if let remark = source.remark { try Output.error.line("lapwing: \(remark)") }
  }
}

/// Collects lines and writes them in large blocks.
struct BufferedOutput {
  private let output: Output
  private var waiting = ""

  init(_ output: Output) { self.output = output }

  mutating func line(_ text: String) throws(LapwingError) {
    waiting += text + "\n"
    if waiting.utf8.count > 1 << 16 { try flush() }
  }

  mutating func flush() throws(LapwingError) {
    guard !waiting.isEmpty else { return }
    let text = waiting
    waiting = ""
    try output.write(text)
  }
}

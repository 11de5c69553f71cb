import Appliance
import ArgumentParser
import Engine
import Readings
import Settings
import Status
import System

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a recording or a timeline through the core in virtual time.",
    discussion: """
      The file is a BTSnoop recording (datalink 1001, 1002 or 2001, as btmon -w writes it) or a timeline: JSON lines \
      with "t" in seconds, never falling, and either the input of decode with an address, or "button" (A, B, C) and \
      "press" (short, long, double), or "fault" or "cleared" with a condition's id, or "phase", or "time-of-day" (such as \
      "22:30", or null), or "standby" (a person's name, or *) and "hours", or "end-standby", or "adopt" with an address \
      and perhaps "name" and "replaces", or "forget" with one, or nothing: time passes.

      Every sensor of the file counts as adopted, unless the configuration names some by their addresses (sensors.use).

      It touches no device and no logbook, and gives the same bytes on every run.
      """)

  @Argument(help: "The file to replay.", completion: .file())
  var file: String

  @OptionGroup var options: ConfigurationOptions

  @Option(
    help: ArgumentHelp(
      "A folder of weight-and-balance scenarios for button B.",
      discussion: "Without it, \(LoadingFolder.standardFolder) if it is there."),
    completion: .directory)
  var scenarios: String?

  @Flag(help: "Write one JSON object per line instead of text.")
  var json = false

  @Flag(help: "No sensor of the file counts as adopted, until it is by the rules of a box.")
  var strangers = false

  func run() throws {
    let configuration = try options.read()
    var source = try ReplaySource(path: file, persons: configuration.personNames, buttons: configuration.buttons)
    var events = BoxEvents(persons: configuration.personNames)
    var news = ReadingNews()
    var output = BufferedOutput(.standard)
    defer { try? output.flush() }
    var failure: LapwingError?
    var loadings = LoadingFolder(folder: scenarios)
    try VirtualReplay.run(
      &source, through: Engine(replayingWith: configuration, hasStrangers: strangers),
      loading: { loadings.next(press: $0) }
    ) { record, instant in
      guard failure == nil, let event = events.event(for: record, at: instant) else { return }
      guard json ? event.isJSONLine : news.isNews(event) else { return }
      do throws(LapwingError) {
        try output.line(json ? OrderedJSON.text(of: event) : EventText.line(of: event))
      } catch {
        failure = error
      }
    }
    try output.flush()
    if let failure { throw failure }
    if let remark = source.remark { try Output.error.line("lapwing: \(remark)") }
  }
}

/// Gathers lines and writes them in large pieces.
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

import Alarms
import ArgumentParser
import Control
import Sessions
import Settings
import Status
import System

/// What the commands that give a running box an order have in common.
protocol Order: ParsableCommand {
  var options: ConfigurationOptions { get }
  var request: ControlRequest { get }
}

extension Order {
  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    if let note = try client.order(request).note { try Output.standard.line(note) }
  }
}

struct Ack: Order {
  static let configuration = CommandConfiguration(
    abstract: "Acknowledges alarms of a running box.",
    discussion: """
      Without a condition it does what button A does: of what sounds now, low and medium alarms are acknowledged and \
      high ones are paused for 120 s. With one, that condition is acknowledged whatever its priority. An \
      acknowledgement counts for 15 minutes (alarms.snooze-minutes), of a high alarm for 120 s, and ends with its alarm. \
      Without a condition a user may silence the same alarm once in 10 s.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "The condition, such as co2-high; lapwing status names the ones that are present.",
    completion: .list(ConditionID.allCases.map(\.name)))
  var condition: String?

  var request: ControlRequest { ControlRequest(.ack, name: condition) }
}

struct Pause: Order {
  static let configuration = CommandConfiguration(
    abstract: "Pauses the sound of the priority that sounds now for 120 s.",
    discussion: """
      A new alarm of the same or a higher priority ends the pause. Asking again does not make it longer, and a user may \
      pause the same alarm once in 10 s.
      """)

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.pause) }
}

struct PhaseCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "phase", abstract: "Tells a running box the phase of flight.",
    discussion: """
      In taxi, take-off, climb, descent and landing low and medium alarms are withheld and logged; high ones never are. \
      Nobody tells the end of every phase, so each has a longest time from its first telling: taxi, climb and descent 60 \
      minutes, landing 30, take-off 15. Then it is unknown, and what was withheld is told. To tell a phase again does not \
      make it longer.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "One of \(Phase.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Phase.allCases.map(\.rawValue)))
  var name: String

  var request: ControlRequest { ControlRequest(.phase, name: name) }
}

struct StandbyCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "standby", abstract: "Leaves a person unwatched for some hours, on purpose.",
    usage: """
      lapwing standby [PERSON] [--hours H]
      lapwing standby end [PERSON]
      """,
    discussion: """
      As for somebody who has got up and taken the strap off. Without a person it is about everybody whose heart is not \
      heard; a person who is heard stays watched, and to name such a person is refused. It ends at its time, when the heart is \
      heard for 30 s, or by `standby end`. Until then the blue lamp is lit, and a beep reminds of it every hour.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "A person whom the configuration names; or end, alone or before a person.")
  var words: [String] = []

  @Option(help: "For so many hours, at most 12; 8 without it.")
  var hours: Double?

  private var isEnd: Bool { words.first == "end" }

  func validate() throws {
    guard words.count <= (isEnd ? 2 : 1) else {
      throw ValidationError("standby takes one person; put a name of several words in quotation marks")
    }
    if isEnd, hours != nil { throw ValidationError("--hours is about the beginning of a standby, not about its end") }
    // A number that is no finite one cannot be written in a request.
    if let hours, !hours.isFinite { throw ValidationError("--hours is a number from 1/60, a minute, to 12") }
  }

  var request: ControlRequest {
    isEnd
      ? ControlRequest(.endStandby, name: words.dropFirst().first)
      : ControlRequest(.standby, name: words.first, hours: hours)
  }
}

struct SessionCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Starts or ends a session of a running box.",
    discussion: "At its end the summary is shown.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "start or end.", completion: .list(["start", "end"]))
  var change: Change

  /// What becomes of the session.
  enum Change: String, ExpressibleByArgument {
    case start
    case end
  }

  var request: ControlRequest { ControlRequest(.session, name: change.rawValue) }

  func run() throws {
    let configuration = try options.read()
    var client = try ControlClient(path: configuration.controlSocket)
    // There is one where a session was running.
    guard let session = try client.order(request).session else { return }
    try Output.standard.write(SummaryText.lines(of: session, profile: configuration.profile))
  }
}

struct Reload: Order {
  static let configuration = CommandConfiguration(
    abstract: "Makes a running box read its configuration again.",
    discussion: "It loses no state. A configuration that cannot be used is refused, and the old one stays in force.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.reload) }
}

struct Reset: Order {
  static let configuration = CommandConfiguration(
    abstract: "Ends the latched sounds of a running box, or those of one condition.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The condition.", completion: .list(ConditionID.allCases.map(\.name)))
  var condition: String?

  var request: ControlRequest { ControlRequest(.reset, name: condition) }
}

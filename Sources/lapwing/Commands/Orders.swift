import Alarms
import ArgumentParser
import Control
import Engine
import Flight
import Monitor
import Readings
import Settings
import Status
import System

/// A command that sends one request to a running box over its control socket.
protocol Order: ParsableCommand {
  var options: ConfigurationOptions { get }
  var request: ControlRequest { get }
}

extension Order {
  func run() throws { try give() }

  /// Gives the order, and prints what a person should know.
  func give() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    if let note = try client.order(request).note { try Output.standard.line(note) }
  }
}

struct Ack: Order {
  static let configuration = CommandConfiguration(
    abstract: "Acknowledges alarms of a running box.",
    discussion: """
      Without a condition it does what button A does: of the alarms that sound now, low and medium ones are \
      acknowledged and high ones are paused for 120 s. With a condition, that condition is acknowledged whatever its \
      priority. An acknowledgement lasts for 15 minutes (alarms.snooze-minutes), that of a high alarm for 120 s, and \
      ends with its alarm. Without a condition, the same alarm can be silenced only once in 10 s.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "The condition, such as co2-high; lapwing status names the ones that are present.",
    completion: .list(ConditionID.allCases.map(\.name)))
  var condition: String?

  var request: ControlRequest { .acknowledge(condition) }
}

struct Pause: Order {
  static let configuration = CommandConfiguration(
    abstract: "Pauses the sound of the present priority for 120 s.",
    discussion: """
      A new alarm of the same or a higher priority ends the pause. A second request does not extend it, and the same \
      alarm can be paused only once in 10 s.
      """)

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { .pause }
}

struct PhaseCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "phase", abstract: "Sets the phase of flight of a running box.",
    discussion: """
      In taxi, take-off, climb, descent and landing, low and medium alarms are withheld and logged; high ones never \
      are. Because the end of a phase may not be reported, each phase has a longest time from its first report: taxi, \
      climb and descent 60 minutes, landing 30, take-off 15. After it, the phase is unknown, and withheld alarms are \
      signalled. Setting the same phase again does not extend it.

      The box also finds the phase by itself. What you set goes before that, until the air is sure of another phase for \
      five minutes. The phase unknown gives way to what is found.

      The answer names the CO2 that is expected in the cabin of an airliner in this phase, and what the phase withholds.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "One of \(Phase.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Phase.allCases.map(\.rawValue)))
  var name: String

  var request: ControlRequest { .phase(name) }

  func run() throws {
    try give()
    // The box has taken it, so it has this name.
    if let phase = Phase(name: name) { try Output.standard.line(PhaseText.line(of: phase)) }
  }
}

struct StandbyCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "standby", abstract: "Stops monitoring a person's heart for some hours, on purpose.",
    usage: """
      lapwing standby [PERSON] [--hours H]
      lapwing standby end [PERSON]
      """,
    discussion: """
      Use it for a person who has got up and taken the strap off. Without a person, it applies to everybody whose \
      heart is not received. A person whose heart is received stays monitored, and naming such a person is an error. A \
      standby ends after its time, when the heart is received for 30 s, or by `standby end`. Until then the blue lamp \
      is lit, and a beep sounds every hour. At a box beside a bed: hold button A for 5 s; after seven beeps, press it \
      once within 10 s.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "A person from the configuration; or end, alone or before a person.")
  var words: [String] = []

  @Option(help: "The number of hours, at most 12. (default: 8)")
  var hours: Double?

  private var isEnd: Bool { words.first == "end" }

  func validate() throws {
    guard words.count <= (isEnd ? 2 : 1) else {
      throw ValidationError("standby takes one person; put a name with spaces in quotation marks")
    }
    if isEnd, hours != nil { throw ValidationError("--hours is not allowed with end; delete it") }
    // An infinite number cannot be written in a request.
    if let hours, !hours.isFinite { throw ValidationError("--hours must be a number from 1/60 (one minute) to 12") }
  }

  var request: ControlRequest {
    isEnd
      ? .endStandby(words.dropFirst().first)
      : .standby(words.first, hours: hours)
  }
}

struct Reload: Order {
  static let configuration = CommandConfiguration(
    abstract: "Makes a running box read its configuration again.",
    discussion: """
      The state is kept. An invalid configuration is refused, and the old one stays in force. An alarm ends if what it is about is not \
      watched any more: the answer names it.
      """)

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { .reload }

  func run() throws {
    _ = try options.readAll()  // The last good copy is no new configuration.
    try give()
  }
}

struct Reset: Order {
  static let configuration = CommandConfiguration(
    abstract: "Ends the latched sounds of a running box, or those of one condition.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The condition.", completion: .list(ConditionID.allCases.map(\.name)))
  var condition: String?

  var request: ControlRequest { .reset(condition) }
}

struct Say: Order {
  static let configuration = CommandConfiguration(
    abstract: "Makes a running box speak.",
    discussion: """
      It speaks by its sound card, in the language of speech.language. While an alarm sounds, it speaks between the bursts, \
      after what it says of the alarm. Persons are numbered in the order of the configuration.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "Of what: \(SpokenTopic.names). status is all of the others.",
    completion: .list(SpokenTopic.allCases.map(\.rawValue)))
  var topic = SpokenTopic.status.rawValue

  var request: ControlRequest { .say(topic) }
}

/// What is known of a phase of flight.
enum PhaseText {
  /// The phase, the CO2 that is expected in it, and what it withholds.
  static func line(of phase: Phase) -> String { "\(phase.rawValue): \(expected(in: phase)); \(withheld(in: phase))" }

  private static func expected(in phase: Phase) -> String {
    guard let co2 = phase.expectation?.co2 else { return "no CO2 is expected" }
    return
      "CO2 of \(EventText.number(co2.lowerBound)) to \(EventText.number(co2.upperBound)) ppm is expected in an airliner"
  }

  private static func withheld(in phase: Phase) -> String {
    guard phase.withholdsLowAndMedium else { return "no alarm is withheld" }
    let longest = PhaseClock.longest(phase).map { " for at most \(Int($0.inSeconds / 60)) min" } ?? ""
    return "low and medium alarms are withheld\(longest), high ones never"
  }
}

struct NetworkCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Shows or changes the network of a box that was started from Lapwing's card.",
    discussion: """
      In flight mode Wi-Fi is off, and Bluetooth connects to adopted sensors only, where their advertisements do not \
      suffice. It lasts over starts. The hot spot is a Wi-Fi network of the box itself, for the page. It needs \
      hot-spot-password in box.yaml, and ends after 30 minutes. While Wi-Fi is off or is a hot spot, no message leaves \
      the box by it. Holding buttons B and C switches flight mode, holding A and C opens the hot spot. docs/image.md \
      has the rules.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: """
      flight switches flight mode on, hot-spot opens the hot spot, normal ends both; status shows what the network does, \
      and why the latest order was refused.
      """,
    completion: .list(["status"] + NetworkMode.allCases.map(\.rawValue)))
  var what = "status"

  var request: ControlRequest { .network(what) }
}

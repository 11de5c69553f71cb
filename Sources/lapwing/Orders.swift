import Alarms
import Appliance
import ArgumentParser
import Flight

/// What the commands that give a running box an order have in common.
protocol Order: ParsableCommand {
  var options: ConfigurationOptions { get }
  var request: ControlRequest { get }
}

extension Order {
  func run() throws {
    var client = try ControlClient(path: try options.read().controlSocket)
    if let note = try client.ask(request).note { try Output.standard.line(note) }
  }
}

/// `lapwing ack`
struct Ack: Order {
  static let configuration = CommandConfiguration(
    abstract: "Acknowledges alarms of a running box.",
    discussion: """
      Without a condition it does what button A does: of what sounds now, low and medium alarms are acknowledged and \
      high ones are paused for 120 s. With one, that condition is acknowledged whatever its priority. An \
      acknowledgement counts for 15 minutes (alarms.snooze-minutes), of a high alarm for 120 s, and ends with its alarm.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "The condition, such as co2-high; lapwing status names the ones that are present.",
    completion: .list(ConditionID.allCases.map(\.rawValue)))
  var condition: String?

  var request: ControlRequest { ControlRequest(.ack, name: condition) }
}

/// `lapwing pause`
struct Pause: Order {
  static let configuration = CommandConfiguration(
    abstract: "Pauses the sound of the priority that sounds now for 120 s.",
    discussion: "A new alarm of the same or a higher priority ends the pause. Asking again does not make it longer.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.pause) }
}

/// `lapwing phase`
struct PhaseCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "phase", abstract: "Tells a running box the phase of flight.",
    discussion: """
      In taxi, take-off, climb, descent and landing low and medium alarms are withheld and logged; high ones never are.
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(
    help: "One of \(Phase.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(Phase.allCases.map(\.rawValue)))
  var name: String

  var request: ControlRequest { ControlRequest(.phase, name: name) }
}

/// `lapwing session`
struct SessionCommand: Order {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Starts or ends a session of a running box.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "start or end.", completion: .list(["start", "end"]))
  var change: Change

  /// What becomes of the session.
  enum Change: String, ExpressibleByArgument {
    case start
    case end
  }

  var request: ControlRequest { ControlRequest(.session, name: change.rawValue) }
}

/// `lapwing reload`
struct Reload: Order {
  static let configuration = CommandConfiguration(
    abstract: "Makes a running box read its configuration again.",
    discussion: "It loses no state. A configuration that can not be used is refused, and the old one stays in force.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.reload) }
}

/// `lapwing reset`
struct Reset: Order {
  static let configuration = CommandConfiguration(
    abstract: "Ends the latched sounds of a running box, or those of one condition.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The condition.", completion: .list(ConditionID.allCases.map(\.rawValue)))
  var condition: String?

  var request: ControlRequest { ControlRequest(.reset, name: condition) }
}

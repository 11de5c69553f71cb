import ArgumentParser
import Documents
import Outside
import Readings
import Settings
import Status
import System

struct CircleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "circle",
    abstract: "Sends orders to the care circle, which is alerted to an alarm that no one answers.",
    discussion: """
      The circle is part of lapwing outside, which must run. It is not a substitute for emergency services: if you \
      believe that someone is in danger, call 112, 911 or your local number.
      """,
    subcommands: [
      Look.self, Okay.self, Help.self, HaveIt.self, Consent.self, Stop.self, PauseCircle.self, Resume.self, Drill.self,
      Invite.self, Remove.self,
    ])

  struct Look: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Shows the people, what they have said, and what is open.")
    @OptionGroup var options: ConfigurationOptions
    @Flag(help: "Show the log: who was sent what, when and why. It is kept for 90 days.")
    var log = false
    @Option(help: "How many lines of the log.")
    var lines = 200
    @Flag(help: "Write one line of JSON.")
    var json = false

    func run() throws {
      let settings = try options.read()
      if log {
        let log = try CircleLog(OutsideQueue(reading: settings[Keys.outsideQueue]), most: max(0, lines))
        return try Output.standard.line(json ? OrderedJSON.text(of: log) : log.text)
      }
      guard let status = try CircleClient(path: settings[Keys.circleSocket]).ask(CircleOrder(.status)).circle else {
        throw LapwingError(
          .badData, code: "bad-answer", "the answer cannot be read; does outside run the same version?")
      }
      try Output.standard.line(json ? OrderedJSON.text(of: status) : status.text)
    }
  }

  struct Okay: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Says that all is well: the countdown ends. While an alarm is on, this counts for 120 s.")
    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Whom or what it is about, as the status names it; without it all.")
    var subject: String?
    var order: CircleOrder { CircleOrder(.okay, subject: subject) }
  }

  struct Help: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Calls for help: after 3 s all are alerted at once. Until then `lapwing circle okay` takes it back.")
    @OptionGroup var options: ConfigurationOptions
    @Argument(help: "Whom it is about.")
    var subject = "room"
    var order: CircleOrder { CircleOrder(.help, subject: subject) }
  }

  struct HaveIt: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Says that a person of the circle looks after all open alarms: the others need not.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.haveIt, person: person.name) }
  }

  struct Consent: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Records, with the date, that a person agrees to get messages.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.consent, person: person.name) }
  }

  struct Invite: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Adds a person, who agrees on their own phone; shows the code that it scans.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.invite, person: person.name) }
  }

  struct Remove: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Removes a person who was added by invite or at the page.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.remove, person: person.name) }
  }

  struct Stop: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Records that a person wants no more messages, and takes back those under way.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.stop, person: person.name) }
  }

  struct PauseCircle: CircleVerb {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Sends a person no messages for some time, if others can be reached.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    @Option(name: .customLong("for"), help: "How long, from 1m to 7d, such as 30m, 2h or 3d.", transform: Self.seconds)
    var length: Double
    var order: CircleOrder { CircleOrder(.pause, person: person.name, seconds: length) }

    private static let units: [Character: Double] = ["m": 60, "h": 3600, "d": 86_400]

    static func seconds(_ text: String) throws -> Double {
      guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
        (60...604_800).contains(number * unit)
      else { throw ValidationError("\"\(text)\" is no time from 1m to 7d; write it as 30m, 2h or 3d") }
      return number * unit
    }
  }

  struct Resume: CircleVerb {
    static let configuration = CommandConfiguration(abstract: "Ends the pause of a person.")
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var person: CirclePersonArgument
    var order: CircleOrder { CircleOrder(.resume, person: person.name) }
  }

  struct Drill: CircleVerb {
    static let configuration = CommandConfiguration(
      abstract: "Sends a test to all who are ready; the log says who has answered within 300 s.")
    @OptionGroup var options: ConfigurationOptions
    var order: CircleOrder { CircleOrder(.drill) }
  }
}

struct CirclePersonArgument: ParsableArguments {
  @Argument(help: "A name of the care circle.")
  var name: String
}

/// A verb that gives an order and prints its answer.
protocol CircleVerb: ParsableCommand {
  var options: ConfigurationOptions { get }
  var order: CircleOrder { get }
}

extension CircleVerb {
  func run() throws {
    let answer = try CircleClient(path: try options.read()[Keys.circleSocket]).ask(order)
    if let text = answer.text { try Output.standard.line(text) }
    guard let link = answer.link else { return }
    try Output.standard.line(link)
    if let code = QRCode(link) { try Output.standard.line(code.text) }
  }
}

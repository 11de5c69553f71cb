import ArgumentParser
import Control

struct Sensors: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the supported sensors, and adopts or releases sensors.",
    subcommands: [SensorsList.self, SensorsAdopt.self, SensorsForget.self], defaultSubcommand: SensorsList.self)
}

struct SensorsAdopt: Order {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Adopts a sensor on a running box: only adopted sensors raise alarms.",
    discussion: """
      Also confirms a sensor that the box adopted by itself, and renames an adopted one. A sensor that was not \
      received yet can be adopted in advance. A device that changes its address must be paired first (lapwing pair).
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "Its address, or the beginning or end of the address of a sensor that is received.")
  var address: String

  @Option(help: "A name for it, such as \"left strap\".")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The adopted sensor that it replaces.", discussion: "It gets its name, person and alarms.", valueName: "old"))
  var replaces: String?

  @Option(
    help: ArgumentHelp(
      "Whose heart it measures: adult, infant, athlete, atrial-fibrillation, \"child 7\" or \"paced 60\".",
      discussion: "It sets the limits that the person does not set. Until it is set, those of an adult hold."))
  var kind: String?

  var request: ControlRequest {
    .adopt(address, label: name, replaces: replaces, wearer: kind)
  }
}

struct SensorsForget: Order {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Removes an adopted sensor from a running box: its alarms end, and the answer names them.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "Its address, or the beginning or end of it.")
  var address: String

  var request: ControlRequest { .forget(address) }
}

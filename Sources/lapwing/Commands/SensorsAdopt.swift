import ArgumentParser
import Control

/// `lapwing sensors adopt`
struct SensorsAdopt: Order {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Tells a running box that a sensor is yours: only such sensors raise alarms.",
    discussion: """
      Also confirms a sensor that the box adopted by itself, and gives one that is adopted another name. One that has not \
      been heard yet is awaited. A device that changes its address must be paired first (lapwing pair).
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "Its address, or how that of a sensor that is heard begins or ends.")
  var address: String

  @Option(help: "What it is to be called, such as \"left strap\".")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The adopted sensor that it replaces.", discussion: "It takes over name, person and alarms.", valueName: "old"))
  var replaces: String?

  var request: ControlRequest { ControlRequest(.adopt, name: address, label: name, replaces: replaces) }
}

/// `lapwing sensors forget`
struct SensorsForget: Order {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Tells a running box that a sensor is not yours, or no more: its alarms end.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "Its address, or how that begins or ends.")
  var address: String

  var request: ControlRequest { ControlRequest(.forget, name: address) }
}

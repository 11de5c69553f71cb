import ArgumentParser

/// `lapwing sensors`: the group of commands about kinds of sensors and adopted sensors.
struct Sensors: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the supported sensors, and adopts or releases sensors.",
    subcommands: [SensorsList.self, SensorsAdopt.self, SensorsForget.self], defaultSubcommand: SensorsList.self)
}

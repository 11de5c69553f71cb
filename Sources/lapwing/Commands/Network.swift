import ArgumentParser
import Control

/// `lapwing network`: what the card's system does with its network, and asks it for another one.
struct NetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Shows or changes the network of a box that was started from Lapwing's card.",
    discussion: """
      In flight mode Wi-Fi is off, and Bluetooth connects to adopted sensors only, where their advertisements do not \
      suffice. It lasts over starts. The hot spot is a Wi-Fi network of the box itself, for the page. It needs \
      hot-spot-password in box.yaml, and ends after 30 minutes. Holding buttons B and C switches flight mode, holding \
      A and C opens the hot spot. docs/image.md has the rules.
      """,
    subcommands: [NetworkStatus.self, NetworkFlight.self, NetworkHotSpot.self, NetworkNormal.self],
    defaultSubcommand: NetworkStatus.self)
}

/// `lapwing network status`: what the system does with its network.
struct NetworkStatus: Order {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows what the network does, and why the latest order was refused.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.network, name: "status") }
}

/// `lapwing network flight`: asks for flight mode.
struct NetworkFlight: Order {
  static let configuration = CommandConfiguration(
    commandName: "flight", abstract: "Asks the system to switch flight mode on.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.network, name: "flight") }
}

/// `lapwing network hot-spot`: asks for a hot spot.
struct NetworkHotSpot: Order {
  static let configuration = CommandConfiguration(
    commandName: "hot-spot", abstract: "Asks the system to open the hot spot for 30 minutes.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.network, name: "hot-spot") }
}

/// `lapwing network normal`: asks for the network as it is configured.
struct NetworkNormal: Order {
  static let configuration = CommandConfiguration(
    commandName: "normal", abstract: "Asks the system to end flight mode or the hot spot.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.network, name: "normal") }
}

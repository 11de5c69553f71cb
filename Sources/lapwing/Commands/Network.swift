import ArgumentParser
import Control
import Engine

/// `lapwing network`: what the card's system does with its network, and asks it for another one.
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

  var request: ControlRequest { ControlRequest(.network, name: what) }
}

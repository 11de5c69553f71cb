import Readings

/// What the system of Lapwing's card does with its network. The box asks for it and shows it (docs/image.md).
package enum NetworkMode: String, Codable, Sendable, CaseIterable {
  case normal
  /// No Wi-Fi. Bluetooth connects to adopted sensors only, and only where their advertisements do not suffice.
  case flight
  /// A Wi-Fi network of the box itself, for the page.
  case hotSpot = "hot-spot"

  /// For people.
  package var sentence: String {
    switch self {
    case .normal: "the network is as configured"
    case .flight: "flight mode is on: Wi-Fi is off, and Bluetooth connects to adopted sensors only"
    case .hotSpot: "the hot spot is open: a Wi-Fi network with the name of this box"
    }
  }
}

extension NetworkMode {
  /// Why a connection to a stranger is not made in flight, or ends.
  package static let noStranger = LapwingError(
    .unavailable, code: "flight-mode",
    "flight mode is on, so Bluetooth connects to no other device than adopted sensors; lapwing network normal ends it (/usr/lib/box/network normal while lapwing does not run)"
  )
}

/// What a person at the buttons wants of the network.
package enum NetworkWish: Sendable, Equatable {
  case flightMode
  case hotSpot
}

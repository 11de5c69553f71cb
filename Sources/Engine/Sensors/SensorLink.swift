import Readings

/// How far the connection to a sensor is that the box reads over one. Sensors that only advertise have no such state.
package struct SensorLink: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case connecting, connected
    /// The words say why. The radio tries again while the sensor is used.
    case disconnected(String)
    /// The box has ended the connection, and wants none.
    case unwanted

    /// The word in JSON; `nil` if there is nothing to report.
    package var name: String? {
      switch self {
      case .connecting: "connecting"
      case .connected: "connected"
      case .disconnected: "disconnected"
      case .unwanted: nil
      }
    }

    package var reason: String? { if case .disconnected(let reason) = self { reason } else { nil } }
  }

  package let address: DeviceAddress
  package let state: State

  package init(_ address: DeviceAddress, _ state: State) { (self.address, self.state) = (address, state) }
}

import Engine
import Readings
import SensorProtocols

/// Decides to which devices the radio may connect. Adopted sensors come before strangers. A stranger of a kind that is
/// already adopted is left alone: a neighbour's strap belongs to the neighbour's phone, and while the kernel calls a
/// device it receives no other.
package struct ConnectionPermission: Sendable {
  private let selection: SensorSelection
  /// The adopted sensors; `nil` if adoption does not matter, as in a scan.
  private let own: Set<DeviceAddress>?
  private let ownKinds: Set<SensorKind>
  /// A device that a person has asked to read.
  package var guest: DeviceAddress?

  /// All sensors that are used.
  package init(_ selection: SensorSelection) { (self.selection, own, ownKinds) = (selection, nil, []) }

  /// The sensors of a running box.
  package init(_ registry: SensorRegistry) {
    selection = registry.selection
    let sensors = registry.adoption.sensors
    own = registry.adoption.scope == .everything ? nil : Set(sensors.map(\.address))
    ownKinds = Set(sensors.compactMap { SensorKind($0.model) })
  }

  /// Whether a device is adopted.
  package func isOwn(_ address: DeviceAddress) -> Bool { own?.contains(address) ?? true }

  /// Whether a connection to a device is allowed.
  package func mayConnect(to address: DeviceAddress, as model: SensorModel) -> Bool {
    guard selection.way(of: address, as: model) == .automatic else { return false }
    return isOwn(address) || address == guest || !(SensorKind(model).map(ownKinds.contains) ?? false)
  }
}

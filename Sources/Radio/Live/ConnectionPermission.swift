import Engine
import Readings

/// Decides to which devices the radio may connect. Adopted sensors come before strangers. A stranger of a kind that is
/// already adopted is left alone: a neighbour's strap belongs to the neighbour's phone, and while the kernel calls a
/// device it receives no other.
package struct ConnectionPermission: Sendable {
  private let selection: SensorSelection
  /// The adopted sensors; `nil` if adoption does not matter, as in a scan.
  private let own: Set<DeviceAddress>?
  private let ownKinds: Set<SensorKind>
  /// Whether flight mode is on: no stranger is connected to, and adopted sensors only where their advertisements do not suffice.
  package let isInFlight: Bool
  /// A device that a person has asked to read.
  package var guest: DeviceAddress?

  /// All sensors that are used.
  package init(_ selection: SensorSelection) {
    (self.selection, own, ownKinds, isInFlight) = (selection, nil, [], false)
  }

  package init(_ registry: SensorRegistry, isInFlight: Bool = false) {
    self.isInFlight = isInFlight
    selection = registry.selection
    let sensors = registry.adoption.sensors
    own = registry.adoption.scope == .everything ? nil : Set(sensors.map(\.address))
    ownKinds = Set(sensors.compactMap { SensorKind($0.model) })
  }

  package func isOwn(_ address: DeviceAddress) -> Bool { own?.contains(address) ?? true }

  package func mayConnect(to address: DeviceAddress, as model: SensorModel) -> Bool {
    guard selection.way(of: address, as: model) == .automatic else { return false }
    if isOwn(address) { return true }
    return !isInFlight && (address == guest || !(SensorKind(model).map(ownKinds.contains) ?? false))
  }

  /// Refuses an order that would connect to a stranger in flight.
  package func check(_ order: DeviceOrder) throws(LapwingError) {
    switch order {
    case .pair(let address, _), .read(let address):
      if isInFlight, !isOwn(address) { throw NetworkMode.noStranger }
    case .passkey, .unpair, .stop: break
    }
  }
}

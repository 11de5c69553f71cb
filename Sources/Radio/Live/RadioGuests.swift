import Engine
import Readings
import SensorProtocols

/// To which devices the radio may connect. One's own go before strangers, who are left alone where nothing is to be learned
/// of them: a neighbour's strap belongs to the neighbour's phone, and while the kernel calls a device it hears no other.
package struct RadioGuests: Sendable {
  private let selection: SensorSelection
  /// The sensors that are one's own; `nil` where that makes no difference, as in a scan.
  private let own: Set<DeviceAddress>?
  private let ownKinds: Set<SensorKind>

  /// Everybody who is used.
  package init(_ selection: SensorSelection) { (self.selection, own, ownKinds) = (selection, nil, []) }

  /// Those of a running box.
  package init(_ registry: SensorRegistry) {
    selection = registry.selection
    let sensors = registry.adoption.sensors
    own = registry.adoption.scope == .everything ? nil : Set(sensors.map(\.address))
    ownKinds = Set(sensors.compactMap { SensorKind($0.model) })
  }

  /// Whether a device is one's own.
  package func isOwn(_ address: DeviceAddress) -> Bool { own?.contains(address) ?? true }

  /// Whether a device may be connected to.
  package func mayConnect(to address: DeviceAddress, as model: SensorModel) -> Bool {
    guard selection.way(of: address, as: model) == .automatic else { return false }
    return isOwn(address) || !(SensorKind(model).map(ownKinds.contains) ?? false)
  }
}

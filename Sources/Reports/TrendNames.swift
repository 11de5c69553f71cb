import Engine
import Readings
import Settings

/// What people call the sensors of the past: by the configuration, and else by the list of adopted sensors.
package struct TrendNames {
  private let names: [DeviceAddress: String]

  package init(_ configuration: Configuration, adopted: [AdoptedSensor]) {
    let listed = Dictionary(adopted.map { ($0.address, $0) }) { first, _ in first }
    let configured = configuration.ownSensors.map(\.address) + configuration.namedPersons.flatMap(\.sensors)
    var names: [DeviceAddress: String] = [:]
    for address in Set(configured).union(listed.keys) {
      let name = configuration.name(of: address) ?? listed[address]?.name
      let person = configuration.person(of: address) ?? listed[address]?.person
      let parts = [name, person == name ? nil : person].compactMap(\.self)
      if !parts.isEmpty { names[address] = parts.joined(separator: " · ") }
    }
    self.names = names
  }

  /// The name and the person who wears it, such as `Strap · Anna`; `nil` if neither is known.
  package subscript(address: DeviceAddress) -> String? { names[address] }
}

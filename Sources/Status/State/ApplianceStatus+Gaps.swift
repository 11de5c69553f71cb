import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings

extension ApplianceStatus {
  package func gaps(in configuration: Configuration) -> [Unwatched.Gap] {
    let gaps = configuration.gaps + gapsOfPlaces(in: configuration) + gapsOfEvents(in: configuration)
    guard configuration.profile == .bedside, !hasHeartSensor, configuration.persons.allSatisfy(\.sensors.isEmpty) else {
      return gaps
    }
    return gaps + [.nobody]
  }

  /// The sensors that a configuration names and for which there is no place beside the adopted sensors.
  package func gapsOfPlaces(in configuration: Configuration) -> [Unwatched.Gap] {
    let named = configuration.sensors.named(besides: configuration.roles)
    let own = sensors.filter(\.isOwn)
    let staying = own.count { $0.adopted?.way != .configuration || named.contains($0.sensor.address) }
    let missing = named.filter { address in !own.contains { $0.sensor.address == address } }
    return missing.dropFirst(max(0, Adoption.capacity - staying)).map { .noPlace($0.description) }
  }

  /// The adopted sensors that send only when something happens.
  private func gapsOfEvents(in configuration: Configuration) -> [Unwatched.Gap] {
    sensors.filter { $0.isOwn && Catalogue.entry(for: $0.sensor.model).sendsOnEvents }.map { state in
      let address = state.sensor.address
      let name = state.adopted?.name ?? configuration.name(of: address)
      return .sendsOnEvents([name, address.description].compactMap(\.self).joined(separator: " "))
    }
  }

  /// Why no message leaves the box though channels are set: the network is in flight mode or is a hot spot. A cable is not checked.
  func untold(in configuration: Configuration) -> String? {
    guard !configuration[Keys.outsideChannels].isEmpty, let network, network != .normal else {
      return nil
    }
    return Self.untold(by: network)
  }

  /// That no message leaves the box in a mode of the network.
  package static func untold(by network: NetworkMode) -> String {
    let mode = network == .flight ? "flight mode is on" : "the hot spot is open"
    return "messages: \(mode), so no message about an alarm leaves the box by Wi-Fi; lapwing network normal ends it"
  }

  private var hasHeartSensor: Bool { sensors.contains { $0.isOwn && Catalogue.isHeartRateSensor($0.sensor.model) } }
}

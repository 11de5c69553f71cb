import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols

/// What the configuration leaves unwatched.
extension Configuration {
  /// What is not watched, whatever is heard.
  package var gaps: [Unwatched.Gap] { Unwatched.gaps(in: monitor) }

  /// What of that the monitor's own rules do not show.
  package func otherGaps(under conditions: ConditionTable) -> [Unwatched.Gap] {
    var gaps: [Unwatched.Gap] = []
    for sensor in ownSensors {
      gaps += Unwatched.gaps(in: sensor.limits, of: sensor.name ?? sensor.address.description, under: conditions)
    }
    for person in namedPersons + wearers where !sensors(of: person).contains(where: mayHearHeart) {
      gaps.append(.person(person.settings.name))
    }
    if let key = keyWithoutConnections { gaps.append(.source(key: key)) }
    return gaps
  }

  /// Whether a sensor of which no more than the address is known is used where it is one of hearts.
  private func mayHearHeart(_ address: DeviceAddress) -> Bool {
    Catalogue.entries.contains {
      ($0.isHeartRateSensor || $0.model == .pulseOximeter) && sensors.way(of: address, as: $0.model) != .off
    }
  }

  /// The key by which a strap that tells its heart rate on a connection only is not read. Where sensors are named by kinds
  /// that all advertise it, as by `polar: advert`, none is lost.
  private var keyWithoutConnections: String? {
    // No line is about this address: what its kind says counts.
    let nobody = DeviceAddress(value: 0)
    let ways = Catalogue.entries
      .filter { $0.isHeartRateSensor && !$0.advertisesReadings }
      .map { sensors.way(of: nobody, as: $0.model) }
    if heartSource == .advert, ways.contains(where: { $0 != .off }) { return Keys.heartSource.path }
    return ways.contains(.advert) ? Keys.sensors.path : nil
  }

  /// What a sensor is called, where the file says so.
  package func name(of address: DeviceAddress) -> String? { ownSensors.first { $0.address == address }?.name }

  /// Whose heart a sensor measures, where the file says so.
  package func person(of address: DeviceAddress) -> String? {
    persons.first { sensors(of: $0).contains(address) }?.settings.name
  }
}

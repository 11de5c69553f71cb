import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols

/// What the configuration leaves unwatched, for warnings at the start and in the status.
extension Configuration {
  package var gaps: [Unwatched.Gap] { Unwatched.gaps(in: monitor) }

  /// The gaps that the rules of the monitor do not show.
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

  /// Whether a sensor would be used if it turned out to measure a heart rate. Only its address is known.
  private func mayHearHeart(_ address: DeviceAddress) -> Bool {
    Catalogue.entries.contains { entry in
      let measuresHeart = entry.isHeartRateSensor || entry.mainQuantity == Quantity.oxygenSaturationPercent
      return measuresHeart && sensors.way(of: address, as: entry.model) != .off
    }
  }

  /// The key that prevents connections to straps that send their heart rate over a connection only; `nil` if no such
  /// strap is lost. Kinds that advertise their heart rate, as with `polar: advert`, lose nothing.
  private var keyWithoutConnections: String? {
    // No line is about this address, so the line of its kind counts.
    let nobody = DeviceAddress(value: 0)
    let ways = Catalogue.entries
      .filter { $0.isHeartRateSensor && !$0.advertisesReadings }
      .map { sensors.way(of: nobody, as: $0.model) }
    if heartSource == .advert, ways.contains(where: { $0 != .off }) { return Keys.heartSource.path }
    return ways.contains(.advert) ? Keys.sensors.path : nil
  }

  package func name(of address: DeviceAddress) -> String? { ownSensors.first { $0.address == address }?.name }

  /// The person whose heart a sensor measures, if the file names one.
  package func person(of address: DeviceAddress) -> String? {
    persons.first { sensors(of: $0).contains(address) }?.settings.name
  }
}

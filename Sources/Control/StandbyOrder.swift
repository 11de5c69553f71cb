import Alarms
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status

extension Standby {
  /// What the engine is told of an order to a running box, and what the client should know.
  /// - Throws: `usage` where it can not be carried out.
  package static func order(
    _ request: ControlRequest, _ settings: MonitorSettings, _ roles: [DeviceAddress: SensorRole],
    _ status: ApplianceStatus
  ) throws(LapwingError) -> (event: Event, note: String?) {
    let names = settings.persons.map(\.name)
    var person: PersonIndex?
    if let name = request.name {
      person = Self.person(name, among: names)
      if person == nil { throw LapwingError(.usage, code: "unknown-person", unknown(name, among: names)) }
    }
    guard request.verb == .standby else { return (.endStandby(person), nil) }
    guard let time = time(hours: request.hours) else {
      throw LapwingError(.usage, code: "bad-hours", "the hours of a standby are \(allowedHours)")
    }
    let hearts = status.hearts(roles, settings)
    let asked = hearts.filter { person == nil || $0.person == person }
    guard let heart = asked.first else {
      throw LapwingError(
        .usage, code: "no-sensor",
        "\(request.name.map { "\($0) has no" } ?? "there is no") heart-rate sensor: nobody is watched who could be left"
      )
    }
    // Of one person one sensor that hears the heart is enough; of all, somebody must be silent.
    let isHeard = person == nil ? asked.allSatisfy(\.isHeard) : asked.contains(where: \.isHeard)
    guard !isHeard else {
      let heard = asked.first(where: \.isHeard) ?? heart
      throw LapwingError(
        .usage, code: "is-heard",
        "the heart of \(heard.name) is heard by \(heard.address); who is heard stays watched: take the sensor off first"
      )
    }
    let hours = ConfigurationValue.number(request.hours ?? usualHours)
    let whose = request.name ?? (hearts.contains(where: \.isHeard) ? "everybody whose heart is not heard" : "everybody")
    return (.standby(person, time), "\(whose): not watched for \(hours) h, or until the heart is heard for 30 s")
  }
}

extension ApplianceStatus {
  /// A sensor that is there for a heart.
  package struct Heart {
    package let address: DeviceAddress
    /// Whose it is; `nil` where the configuration does not say.
    package let person: PersonIndex?
    /// What the person is called.
    package let name: String
    /// Whether it tells a heart rate at this moment.
    package let isHeard: Bool
  }

  /// The sensors of hearts: those that have been heard, then those that are only named.
  package func hearts(_ roles: [DeviceAddress: SensorRole], _ settings: MonitorSettings) -> [Heart] {
    let names = settings.persons.map(\.name)
    func heart(_ address: DeviceAddress, _ adopted: AdoptedSensor? = nil, isHeard: Bool) -> Heart {
      let person = roles[address]?.person ?? adopted?.person.flatMap { Standby.person($0, among: names) }
      return Heart(
        address: address, person: person, name: person.flatMap(settings.personName) ?? "the wearer of \(address)",
        isHeard: isHeard)
    }
    let heard = sensors.filter { $0.isOwn && (Self.isOfHeart($0) || roles[$0.sensor.address]?.person != nil) }
    let named = roles.filter { role in role.value.person != nil && !heard.contains { $0.sensor.address == role.key } }
    return heard.map { heart($0.sensor.address, $0.adopted, isHeard: isHeard($0)) }
      + named.map { heart($0.key, isHeard: false) }
  }

  private static func isOfHeart(_ state: SensorState) -> Bool {
    Catalogue.isHeartRateSensor(state.sensor.model) || state.measurements[.heartRateBeatsPerMinute] != nil
      || state.measurements[.pulseBeatsPerMinute] != nil
  }

  /// Whether a sensor tells a heart rate now: a beat, on the skin as far as it knows, and fresh.
  private func isHeard(_ state: SensorState) -> Bool {
    guard let reading = state.reading, reading.contact != .notDetected else { return false }
    let rate = reading.measurements[.heartRateBeatsPerMinute] ?? reading.measurements[.pulseBeatsPerMinute] ?? 0
    return rate > 0 && state.heardAt.duration(to: instant) <= Catalogue.entry(for: state.sensor.model).freshness
  }
}

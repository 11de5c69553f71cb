import Alarms
import Engine
import Monitor
import Readings
import Sessions

/// The persons who are watched, and the roles of single sensors.
extension Configuration {
  /// The persons in the order of their numbers in the rules: first those that the file names, in its order. A strap
  /// that has limits of its own and belongs to no person makes its wearer a person with its name.
  package var persons: [ConfiguredPerson] {
    let persons = namedPersons + wearers
    let kept = keptPlaces.map { name in
      persons.first { $0.settings.name == name } ?? ConfiguredPerson(settings: PersonSettings(name: name), line: 0)
    }
    return kept + persons.filter { !keptPlaces.contains($0.settings.name) }
  }

  /// The configuration that a running box has read again. Each person keeps the place of the former configuration, so
  /// that no alarm moves to another person. A person who is no longer named leaves an empty place, as long as there are
  /// enough places.
  package func keepingPlaces(of former: Configuration) -> Configuration {
    var kept = self
    kept.keptPlaces = former.personNames
    return kept.persons.count <= ConfiguredPerson.most ? kept : self
  }

  package var personNames: [String] { persons.map(\.settings.name) }

  package var namedPersons: [ConfiguredPerson] { self[Keys.persons] }

  /// The wearers of straps that have limits of their own and belong to no person.
  package var wearers: [ConfiguredPerson] {
    let named = namedPersons
    return ownSensors.compactMap { sensor in
      let limits = sensor.limits.filter { ConfiguredPerson.limits.contains($0.key) }
      guard !limits.isEmpty, sensor.person == nil, !named.contains(where: { $0.sensors.contains(sensor.address) })
      else {
        return nil
      }
      let name = sensor.name.flatMap { name in named.contains { $0.settings.name == name } ? nil : name }
      return ConfiguredPerson(
        settings: PersonSettings(name: name ?? sensor.address.description, limits: limits), sensors: [sensor.address],
        line: sensor.line)
    }
  }

  package var ownSensors: [OwnSensor] { self[Keys.ownSensors] }

  /// The role of each sensor that the file names, at a person or by itself. Two straps are two people unless both are
  /// listed for one person.
  package var roles: [DeviceAddress: SensorRole] {
    var roles: [DeviceAddress: SensorRole] = [:]
    let persons = self.persons
    for (place, person) in persons.enumerated() {
      for address in person.sensors {
        roles[address] = SensorRole(isAdopted: true, person: PersonIndex(UInt8(clamping: place)))
      }
    }
    for sensor in ownSensors {
      var role = roles[sensor.address] ?? .adopted
      if let place = persons.firstIndex(where: { $0.settings.name == sensor.person }) {
        role.person = PersonIndex(UInt8(clamping: place))
      }
      role.limits = sensor.limits
      roles[sensor.address] = role
    }
    return roles
  }

  /// The limits that figures of the past are compared with. As for the alarms, a sensor that the configuration gives to
  /// no one belongs to the person that the list of adopted sensors names.
  package func figureLimits(adopted: [AdoptedSensor]) -> SensorLimits {
    var roles = self.roles
    for sensor in adopted where roles[sensor.address]?.person == nil {
      guard let person = sensor.person.flatMap({ Standby.person($0, among: personNames) }) else { continue }
      roles[sensor.address, default: .adopted].person = person
    }
    for sensor in adopted where sensor.wearer != nil { roles[sensor.address, default: .adopted].kind = sensor.wearer }
    return monitor.figureLimits(of: roles)
  }

  /// The same with the list of the box.
  /// - Throws: an error if there is a list and it cannot be read: figures would have the limits of another person.
  package func readFigureLimits() throws(LapwingError) -> SensorLimits {
    figureLimits(adopted: try AdoptionFile(path: adoptedPath).read().sensors)
  }

  /// The sensors of a person, in the order of the file.
  package func sensors(of person: ConfiguredPerson) -> [DeviceAddress] {
    let others = ownSensors.filter { $0.person == person.settings.name }.map(\.address)
    return person.sensors + others.filter { !person.sensors.contains($0) }
  }

  /// Raises the general unproved bounds for a person with longer proved bounds: an unproved heart rate must not raise
  /// an alarm sooner than a proved one.
  package func withRaisedUnproved(_ person: PersonSettings) -> PersonSettings {
    guard let proved = person.proved, person.unproved == nil,
      self[Keys.unproved].mustBy < proved.mustBy
    else { return person }
    var person = person
    person.unproved = proved
    return person
  }

  /// Does the same for the general bounds, unless the file sets the unproved ones.
  package static func raiseUnproved(in settings: inout [Setting]) {
    guard let proved = settings.first(where: { $0.key.path == Keys.bounds.path }),
      let place = settings.firstIndex(where: { $0.key.path == Keys.unproved.path }),
      let shortest = Bounds(stored: proved.value), let unproved = Bounds(stored: settings[place].value),
      unproved.mustBy < shortest.mustBy
    else { return }
    if case .file = settings[place].origin { return }
    settings[place] = Setting(key: settings[place].key, value: proved.value, origin: proved.origin)
  }
}

extension MonitorSettings {
  /// The name of a person; `nil` if the configuration names no such person, as for a strap without a person.
  package func personName(for person: PersonIndex) -> String? {
    let place = Int(person.position)
    return persons.indices.contains(place) ? persons[place].name : nil
  }
}

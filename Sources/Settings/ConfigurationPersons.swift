import Alarms
import Monitor
import Readings

/// Who is watched over, and what single sensors are to the box.
extension Configuration {
  /// Who is watched over, those whom the file names first and in its order: a person's place is the person's number in the
  /// rules. A strap with limits of its own that is nobody's makes its wearer a person of its name.
  package var persons: [ConfiguredPerson] {
    let persons = namedPersons + wearers
    let kept = keptPlaces.map { name in
      persons.first { $0.settings.name == name } ?? ConfiguredPerson(settings: PersonSettings(name: name), line: 0)
    }
    return kept + persons.filter { !keptPlaces.contains($0.settings.name) }
  }

  /// What a box that runs reads again: everybody keeps the place of the configuration before, so that nobody's alarm
  /// becomes another one's. Who is named no more leaves an empty place, as long as there are enough.
  package func keepingPlaces(of former: Configuration) -> Configuration {
    var kept = self
    kept.keptPlaces = former.personNames
    return kept.persons.count <= ConfiguredPerson.most ? kept : self
  }

  package var personNames: [String] { persons.map(\.settings.name) }

  /// The persons under their key.
  package var namedPersons: [ConfiguredPerson] { self[Keys.persons] }

  /// Those who wear a strap with limits of its own that is nobody's.
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

  /// What the file says of single sensors.
  package var ownSensors: [OwnSensor] { self[Keys.ownSensors] }

  /// What each sensor that the file names by a person or by itself is to the box. Two straps are two people unless both
  /// are listed for one.
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

  /// The sensors of a person, in their order.
  package func sensors(of person: ConfiguredPerson) -> [DeviceAddress] {
    let others = ownSensors.filter { $0.person == person.settings.name }.map(\.address)
    return person.sensors + others.filter { !person.sensors.contains($0) }
  }

  /// Who has unproved bounds below the proved ones has the proved ones: a rate that nothing proves is never told sooner.
  package func withRaisedUnproved(_ person: PersonSettings) -> PersonSettings {
    guard let proved = person.proved, person.unproved == nil,
      self[Keys.unproved].mustBy < proved.mustBy
    else { return person }
    var person = person
    person.unproved = proved
    return person
  }

  /// The same for everybody, where the file says nothing else.
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
  /// The name of a person; `nil` where the configuration names none, as for a strap that belongs to nobody named.
  package func personName(for person: PersonIndex) -> String? {
    let place = Int(person.position)
    return persons.indices.contains(place) ? persons[place].name : nil
  }
}

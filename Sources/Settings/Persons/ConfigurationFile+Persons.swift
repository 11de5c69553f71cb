import Alarms
import Engine
import Monitor
import Readings
import Yams

extension ConfigurationFile {
  package static func persons(_ mapping: Node.Mapping, in path: String) throws(LapwingError) -> [ConfiguredPerson] {
    var persons: [ConfiguredPerson] = []
    for (nameNode, node) in mapping {
      let name = nameNode.scalar?.string ?? ""
      guard ConfiguredPerson.isName(name) else {
        throw fault(path, line(nameNode), "persons has \(ConfiguredPerson.refusal(of: name))")
      }
      guard !persons.contains(where: { $0.settings.name == name }) else {
        throw fault(path, line(nameNode), "persons has \(name) twice")
      }
      persons.append(try person(name, line(nameNode), node, in: path))
    }
    guard persons.count <= ConfiguredPerson.most else {
      throw fault(
        path, line(.mapping(mapping)), "persons has \(persons.count); at most \(ConfiguredPerson.most) can be watched")
    }
    return persons
  }

  private static func person(
    _ name: String, _ nameLine: Int, _ node: Node, in path: String
  ) throws(LapwingError) -> ConfiguredPerson {
    var person = ConfiguredPerson(settings: PersonSettings(name: name), line: nameLine)
    let prefix = "persons.\(name)"
    let words =
      ["sensors", "kind"] + ConfiguredPerson.limits.map(\.name) + [
        "bounds", "unproved", "oxygen-delay", "sound", "night",
      ]
    for entry in try entries(of: node, prefix, words, in: path) {
      let key = "\(prefix).\(entry.key)"
      switch entry.key {
      case "sensors": person.sensors = try addresses(entry.value, key, in: path)
      case "kind":
        guard let kind = PersonKind(words: entry.value.scalar?.string ?? "") else {
          throw refusal(of: entry.value, key, allowed: PersonKind.allowed, in: path)
        }
        person.settings.kind = kind
      case "bounds": person.settings.proved = try bounds(entry.value, key, in: path)
      case "unproved": person.settings.unproved = try bounds(entry.value, key, in: path)
      case "oxygen-delay":
        guard let delay = number(entry.value, in: PersonSettings.oxygenDelays) else {
          let kind = ConfigurationKey.Kind.number(PersonSettings.oxygenDelays, unit: "s")
          throw refusal(of: entry.value, key, allowed: kind.allowed, in: path)
        }
        person.settings.oxygenDelay = delay
      case "sound":
        guard let sound = PersonSettings.Sound(rawValue: entry.value.scalar?.string ?? "") else {
          let words = PersonSettings.Sound.allCases.map(\.rawValue).joined(separator: ", ")
          throw refusal(of: entry.value, key, allowed: "one of \(words)", in: path)
        }
        person.settings.sound = sound
      case "night": person.settings.night = try night(entry.value, key, line(entry.node), in: path)
      default:
        if let (id, limit) = try limit(entry, key, in: path) { person.settings.limits[id] = limit }
      }
    }
    return person
  }

  private static func night(
    _ node: Node, _ prefix: String, _ keyLine: Int, in path: String
  ) throws(LapwingError) -> PersonSettings.Night {
    var (from, to): (Int?, Int?)
    var limits: [ConditionID: Double] = [:]
    let words = ["from", "to"] + ConfiguredPerson.limits.map(\.name)
    for entry in try entries(of: node, prefix, words, in: path) {
      let key = "\(prefix).\(entry.key)"
      switch entry.key {
      case "from": from = try time(entry.value, key, in: path)
      case "to": to = try time(entry.value, key, in: path)
      default: if let (id, limit) = try limit(entry, key, in: path) { limits[id] = limit }
      }
    }
    guard let from, let to else {
      throw fault(path, keyLine, "\(prefix) needs from and to, such as from: \"22:00\", to: \"07:00\"")
    }
    guard from != to else {
      throw fault(path, keyLine, "\(prefix) is from \(DayTime.text(from)) to the same time; set two different times")
    }
    return PersonSettings.Night(from: from, to: to, limits: limits)
  }

  package static func ownSensors(_ mapping: Node.Mapping, in path: String) throws(LapwingError) -> [OwnSensor] {
    var sensors: [OwnSensor] = []
    for (addressNode, node) in mapping {
      let key = Keys.ownSensors.path
      let address = try self.address(addressNode, key, in: path)
      guard !sensors.contains(where: { $0.address == address }) else {
        throw fault(path, line(addressNode), "\(key) has \(address) twice")
      }
      sensors.append(try ownSensor(address, line(addressNode), node, in: path))
    }
    return sensors
  }

  private static func ownSensor(
    _ address: DeviceAddress, _ addressLine: Int, _ node: Node, in path: String
  ) throws(LapwingError) -> OwnSensor {
    var sensor = OwnSensor(address: address, line: addressLine)
    let prefix = "\(Keys.ownSensors.path).\(address)"
    let limits = ConditionTable.standard.all.filter { $0.limitRange != nil }.map(\.id.name)
    for entry in try entries(of: node, prefix, ["name", "person"] + limits, in: path) {
      let key = "\(prefix).\(entry.key)"
      switch entry.key {
      case "name", "person":
        let name = entry.value.scalar?.string ?? ""
        guard ConfiguredPerson.isName(name) else {
          throw fault(path, line(entry.value), "\(key) is \(ConfiguredPerson.refusal(of: name))")
        }
        if entry.key == "name" { sensor.name = name } else { sensor.person = name }
      default: if let (id, limit) = try limit(entry, key, in: path) { sensor.limits[id] = limit }
      }
    }
    return sensor
  }

  /// One entry of a mapping: its key as text, the node of the key (for its line) and the node of the value.
  struct KeyedNode {
    let key: String
    let node: Node
    let value: Node
  }

  /// The entries of a mapping that may only have certain keys. It may be empty.
  static func entries(
    of node: Node, _ prefix: String, _ words: [String], in path: String
  ) throws(LapwingError) -> [KeyedNode] {
    if isNothing(node) { return [] }
    let allowed = words.joined(separator: ", ")
    guard case .mapping(let mapping) = node else {
      throw fault(path, line(node), "\(prefix) must hold keys; allowed are \(allowed)")
    }
    var entries: [KeyedNode] = []
    for (keyNode, valueNode) in mapping {
      let key = keyNode.scalar?.string ?? ""
      guard words.contains(key) else {
        throw fault(path, line(keyNode), "unknown key \(prefix).\(key); allowed are \(allowed)")
      }
      entries.append(KeyedNode(key: key, node: keyNode, value: valueNode))
    }
    return entries
  }

  /// Reads the limit of the condition that the key names; `nil` if it names none.
  private static func limit(
    _ entry: KeyedNode, _ key: String, in path: String
  ) throws(LapwingError) -> (ConditionID, Double)? {
    guard let id = ConditionID(name: entry.key), let range = ConditionTable.standard[id].limitRange else {
      return nil
    }
    guard let number = number(entry.value, in: range) else {
      let kind = ConfigurationKey.Kind.number(range, unit: ConditionTable.standard[id].trigger.unit)
      throw refusal(of: entry.value, key, allowed: kind.allowed, in: path)
    }
    return (id, number)
  }

  private static func bounds(_ node: Node, _ key: String, in path: String) throws(LapwingError) -> Bounds {
    guard let bounds = Bounds(words: node.scalar?.string ?? "") else {
      throw refusal(of: node, key, allowed: "one of \(Bounds.settableWords.joined(separator: ", "))", in: path)
    }
    return bounds
  }

  private static func time(_ node: Node, _ key: String, in path: String) throws(LapwingError) -> Int {
    guard let minutes = DayTime.minutes(node.scalar?.string ?? "") else {
      throw refusal(of: node, key, allowed: "a time of the day from \"00:00\" to \"23:59\"", in: path)
    }
    return minutes
  }

  private static func addresses(_ node: Node, _ key: String, in path: String) throws(LapwingError) -> [DeviceAddress] {
    guard case .sequence(let sequence) = node else {
      throw refusal(of: node, key, allowed: "a list of addresses, such as [\"C2:DB:C0:DC:E4:55\"]", in: path)
    }
    var addresses: [DeviceAddress] = []
    for node in sequence {
      let address = try address(node, key, in: path)
      guard !addresses.contains(address) else { throw fault(path, line(node), "\(key) has \(address) twice") }
      addresses.append(address)
    }
    return addresses
  }

  static func address(_ node: Node, _ key: String, in path: String) throws(LapwingError) -> DeviceAddress {
    let text = node.scalar?.string ?? ""
    guard let address = DeviceAddress(text) else {
      throw fault(path, line(node), "\(key) has \"\(text)\"; an address is written like C2:DB:C0:DC:E4:55")
    }
    return address
  }
}

import Alarms
import Bluetooth
import Board
import Engine
import Readings
import SensorProtocols
import System

/// A value of the configuration.
package enum ConfigurationValue: Sendable, Equatable, CustomStringConvertible {
  case text(String)
  case truth(Bool)
  case number(Double)
  case bindKeys([DeviceAddress: BindKey])
  case sensors(SensorSelection)
  case persons([ConfiguredPerson])
  case ownSensors([OwnSensor])

  /// As it is written in the file; of keys that are secret, only whose they are.
  package var description: String {
    switch self {
    case .text(let text): text
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): Int64(exactly: number).map(\.description) ?? number.description
    case .sensors(let selection): selection.description
    case .persons(let persons): Self.list(persons)
    case .ownSensors(let sensors): Self.list(sensors)
    case .bindKeys(let keys): keys.isEmpty ? "none" : keys.keys.map(\.description).sorted().joined(separator: ", ")
    }
  }

  private static func list(_ entries: [some CustomStringConvertible]) -> String {
    entries.isEmpty ? "none" : "{\(entries.map(\.description).joined(separator: ", "))}"
  }
}

/// A key of the configuration: what it may hold and what it means.
package struct ConfigurationKey: Sendable {
  /// What a key may hold.
  package enum Kind: Sendable {
    /// The path of a file.
    case path
    /// The path of a Unix socket.
    case socketPath
    /// The label, name or path of a GPIO chip, or `none`.
    case name
    /// A line of that chip, or `none`.
    case line
    /// A sound card, or `none`.
    case soundDevice
    /// One of some words.
    case choice([String])
    /// `true` or `false`.
    case truth
    /// A Bluetooth adapter.
    case adapter
    /// Which sensors are used, and how.
    case sensors
    /// The bind keys of sensors that encrypt what they send, by their addresses, or `none`.
    case bindKeys
    /// Who is watched over, or `none`.
    case persons
    /// What is said of single sensors, by their addresses, or `none`.
    case ownSensors
    /// A number in a range.
    case number(ClosedRange<Double>, unit: String)

    /// The allowed values, for a person.
    package var allowed: String {
      switch self {
      case .path: "the path of a file"
      case .socketPath: "the path of a socket, of at most \(UnixSocketPath.longest) bytes"
      case .name: "the label, name or path of a GPIO chip, or none"
      case .line: "a line's name or number with any of \(BoardLine.words) after it, or none"
      case .soundDevice: "a sound card as hw:CARD=NAME,DEV=0 or plughw:CARD=NAME,DEV=0, or none"
      case .choice(let words): "one of " + words.joined(separator: ", ")
      case .truth: "true or false"
      case .adapter: "best, an adapter's name such as hci0, or its address"
      case .sensors:
        "any, or a line for each sensor: its address, how the name of its kind begins (lapwing sensors), or any; and "
          + "behind it one of " + SensorSelection.Way.allCases.map(\.rawValue).joined(separator: ", ")
      case .bindKeys: "an address for each sensor and behind it its bind key of 32 hexadecimal digits, or none"
      case .persons:
        "a name for each person and behind it any of sensors, "
          + ConfiguredPerson.limits.map(\.name).joined(separator: ", ")
          + ", bounds, unproved, sound and night, or none"
      case .ownSensors:
        "an address for each sensor and behind it any of name, person and the limits of conditions, or none"
      case .number(let range, let unit):
        "a number from \(ConfigurationValue.number(range.lowerBound)) to "
          + "\(ConfigurationValue.number(range.upperBound)) \(unit)"
      }
    }
  }

  /// Where it stands in the file, levels separated by dots.
  package let path: String
  /// What it may hold.
  package let kind: Kind
  /// What it is where neither a profile nor a file says otherwise.
  package let standard: ConfigurationValue

  /// Whether a box that runs takes over another value when it reads its configuration again.
  package var isTakenOverByReload: Bool {
    let wait = ["board.watchdog.", "board.real-time."]
    let reload = [
      Self.bindKeysPath, Self.sensorsPath, Self.ownPath, Self.personsPath, "alarms.", "board.", "session.",
    ]
    return reload.contains(where: path.hasPrefix) && !wait.contains(where: path.hasPrefix)
  }

  /// Every key there is, in the order in which they are shown.
  package static let all: [ConfigurationKey] =
    [
      ConfigurationKey(
        path: "profile", kind: .choice(BoxProfile.allCases.map(\.rawValue)), standard: .text(BoxProfile.cabin.rawValue)),
      ConfigurationKey(path: "logbook.path", kind: .path, standard: .text("/var/lib/lapwing/lapwing.db")),
      ConfigurationKey(path: "control.socket", kind: .socketPath, standard: .text("/run/lapwing/control")),
      ConfigurationKey(path: "bluetooth.bonds", kind: .path, standard: .text("/var/lib/lapwing/bonds.json")),
      ConfigurationKey(path: adapterPath, kind: .adapter, standard: .text(AdapterChoice.best.description)),
      ConfigurationKey(path: "session.grade-air", kind: .truth, standard: .truth(true)),
      ConfigurationKey(path: sensorsPath, kind: .sensors, standard: .sensors(.anyKnown)),
      ConfigurationKey(
        path: heartSourcePath, kind: .choice(HeartRateSource.allCases.map(\.rawValue)),
        standard: .text(HeartRateSource.automatic.rawValue)),
      ConfigurationKey(
        path: adoptedPath, kind: .path, standard: .text("/var/lib/lapwing/adopted.json")),
      ConfigurationKey(path: historyPath, kind: .truth, standard: .truth(true)),
      ConfigurationKey(path: bindKeysPath, kind: .bindKeys, standard: .bindKeys([:])),
      ConfigurationKey(path: ownPath, kind: .ownSensors, standard: .ownSensors([])),
      ConfigurationKey(path: personsPath, kind: .persons, standard: .persons([])),
      ConfigurationKey(path: boundsPath, kind: .choice(Bounds.settableWords), standard: .text(Bounds(5, 10).words)),
      ConfigurationKey(path: unprovedPath, kind: .choice(Bounds.settableWords), standard: .text(Bounds(5, 10).words)),
      ConfigurationKey(path: "alarms.latch-sound", kind: .truth, standard: .truth(false)),
    ]
    + [
      ConfigurationKey(
        path: snoozePath, kind: .number(minutes(ConditionTable.snoozeTimes), unit: "minutes"), standard: .number(15))
    ]
    + ConditionTable.standard.all.flatMap(keys) + board

  /// The keys of a condition.
  private static func keys(of condition: Condition) -> [ConfigurationKey] {
    var keys: [ConfigurationKey] = []
    let unit = condition.trigger.unit
    if let limit = condition.limit, let range = condition.limitRange {
      keys.append(
        ConfigurationKey(
          path: limitPath(condition.id), kind: .number(range, unit: unit), standard: .number(limit)))
      if let sustained = condition.sustained {
        keys.append(
          ConfigurationKey(
            path: sustainedLimitPath(condition.id), kind: .number(range, unit: unit),
            standard: .number(sustained.limit)))
        keys.append(
          ConfigurationKey(
            path: sustainedTimePath(condition.id),
            kind: .number(minutes(ConditionTable.sustainedTimes), unit: "minutes"),
            standard: .number(sustained.time.inSeconds / 60)))
      }
    }
    if condition.mayBeSwitchedOff {
      keys.append(ConfigurationKey(path: enabledPath(condition.id), kind: .truth, standard: .truth(true)))
    }
    return keys
  }

  private static func minutes(_ range: ClosedRange<Duration>) -> ClosedRange<Double> {
    range.lowerBound.inSeconds / 60...range.upperBound.inSeconds / 60
  }

  /// Whether SQLite and the system take a text for a file's path. SQLite keeps `:memory:` in memory, and reads `file:` as
  /// an address that may say the same.
  package static func isFile(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("\0") && !text.hasPrefix(":") && !text.hasPrefix("file:")
  }

  /// The key of which adapter is used.
  package static let adapterPath = "bluetooth.adapter"
  /// The key of which sensors are used.
  package static let sensorsPath = SensorKeys.use
  /// The key of where heart rates are taken from.
  package static let heartSourcePath = "sensors.heart-rate"
  /// The key of the file with the list of one's own sensors.
  package static let adoptedPath = "sensors.adopted-file"
  /// The key of whether the records of sensors are fetched.
  package static let historyPath = "sensors.history"
  /// The key of the bind keys.
  package static let bindKeysPath = "sensors.keys"
  /// The key of what is said of single sensors.
  package static let ownPath = SensorKeys.own
  /// The key of who is watched over.
  package static let personsPath = SensorKeys.persons
  /// The key of the bounds of a heart rate that its beats prove.
  package static let boundsPath = "alarms.heart-rate.bounds"
  /// The key of the bounds of any other heart rate.
  package static let unprovedPath = "alarms.heart-rate.unproved"
  /// The key of a condition's limit.
  package static func limitPath(_ id: ConditionID) -> String { "alarms.\(id.name).limit" }
  /// The key by which a condition is switched off.
  package static func enabledPath(_ id: ConditionID) -> String { "alarms.\(id.name).enabled" }
  /// The key of the limit that counts after a long time.
  package static func sustainedLimitPath(_ id: ConditionID) -> String { "alarms.\(id.name).sustained-limit" }
  /// The key of that time.
  package static func sustainedTimePath(_ id: ConditionID) -> String { "alarms.\(id.name).sustained-minutes" }
  /// The key of how long an acknowledgement of a low or medium alarm counts.
  package static let snoozePath = "alarms.snooze-minutes"
}

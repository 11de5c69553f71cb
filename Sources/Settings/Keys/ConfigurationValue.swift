import Alarms
import Bluetooth
import Board
import Circle
import Engine
import Monitor
import Readings
import SensorProtocols

/// A value of the configuration as the file holds it. The typed ``SettingKey`` gives it a meaning.
package enum ConfigurationValue: Sendable, Equatable, CustomStringConvertible {
  case text(String)
  case bool(Bool)
  case number(Double)
  case bindKeys([DeviceAddress: BindKey])
  case sensors(SensorSelection)
  case pressureCorrection(PressureCorrection)
  case persons([ConfiguredPerson])
  case ownSensors([OwnSensor])
  case channels([OutsideChannel])
  case people([CirclePerson])
  case airSources([AirSourceSetting])

  /// Whether it has entries of which another file may have others.
  package var isList: Bool {
    switch self {
    case .text, .bool, .number: false
    case .bindKeys, .sensors, .pressureCorrection, .persons, .ownSensors, .channels, .people, .airSources: true
    }
  }

  /// As the file writes it. For secret keys it shows only their addresses.
  package var description: String {
    switch self {
    case .text(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): Int64(exactly: number).map(\.description) ?? number.description
    case .sensors(let selection): selection.description
    case .pressureCorrection(let correction): correction.description
    case .persons(let persons): Self.list(persons)
    case .ownSensors(let sensors): Self.list(sensors)
    case .channels(let channels): Self.list(channels)
    case .people(let people): Self.list(people)
    case .airSources(let sources): Self.list(sources)
    case .bindKeys(let keys): keys.isEmpty ? "none" : keys.keys.map(\.description).sorted().joined(separator: ", ")
    }
  }

  /// What it holds, of the type that its key has.
  fileprivate var content: any Sendable {
    switch self {
    case .text(let text): text
    case .bool(let bool): bool
    case .number(let number): number
    case .bindKeys(let keys): keys
    case .sensors(let selection): selection
    case .pressureCorrection(let correction): correction
    case .persons(let persons): persons
    case .ownSensors(let sensors): sensors
    case .channels(let channels): channels
    case .people(let people): people
    case .airSources(let sources): sources
    }
  }

  private static func list(_ entries: [some CustomStringConvertible]) -> String {
    entries.isEmpty ? "none" : "{\(entries.map(\.description).joined(separator: ", "))}"
  }
}

/// A Swift type that a key of the configuration can have.
package protocol SettingValue: Sendable {
  /// - Returns: `nil` if the stored value is of another type.
  init?(stored: ConfigurationValue)
  var stored: ConfigurationValue { get }
}

extension SettingValue {
  package init?(stored: ConfigurationValue) {
    guard let value = stored.content as? Self else { return nil }
    self = value
  }
}

extension String: SettingValue { package var stored: ConfigurationValue { .text(self) } }
extension Bool: SettingValue { package var stored: ConfigurationValue { .bool(self) } }
extension Double: SettingValue { package var stored: ConfigurationValue { .number(self) } }
extension SensorSelection: SettingValue { package var stored: ConfigurationValue { .sensors(self) } }
extension PressureCorrection: SettingValue { package var stored: ConfigurationValue { .pressureCorrection(self) } }

extension Dictionary: SettingValue where Key == DeviceAddress, Value == BindKey {
  package var stored: ConfigurationValue { .bindKeys(self) }
}

/// `nil` is written as `none`.
extension Optional: SettingValue where Wrapped: SettingValue {
  package init?(stored: ConfigurationValue) {
    guard stored != .text("none") else {
      self = .none
      return
    }
    guard let value = Wrapped(stored: stored) else { return nil }
    self = .some(value)
  }

  package var stored: ConfigurationValue { self?.stored ?? .text("none") }
}

extension SettingValue where Self: RawRepresentable<String> {
  package init?(stored: ConfigurationValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(rawValue: text)
  }

  package var stored: ConfigurationValue { .text(rawValue) }
}

extension BoxProfile: SettingValue {}
extension HeartRateSource: SettingValue {}
extension FlightDetection: SettingValue {}
extension ButtonMeaning: SettingValue {}

/// A value that the file holds as words.
package protocol SettingWords: SettingValue {
  init?(words: String)
  var words: String { get }
}

extension SettingWords {
  package init?(stored: ConfigurationValue) {
    guard case .text(let text) = stored else { return nil }
    self.init(words: text)
  }

  package var stored: ConfigurationValue { .text(words) }
}

extension SettingWords where Self: CustomStringConvertible { package var words: String { description } }

extension AdapterChoice: SettingWords { package init?(words: String) { self.init(words) } }
extension BoardLine: SettingWords { package init?(words: String) { self.init(words) } }

extension SoundDevice: SettingWords {
  package init?(words: String) { self.init(words) }
  package var words: String { name }
}

/// An element of a list under one key: a person, or a single sensor.
package protocol SettingListEntry: Sendable {
  static func stored(_ list: [Self]) -> ConfigurationValue
}

extension Array: SettingValue where Element: SettingListEntry {
  package var stored: ConfigurationValue { Element.stored(self) }
}

extension ConfiguredPerson: SettingListEntry {
  package static func stored(_ list: [Self]) -> ConfigurationValue { .persons(list) }
}

extension OwnSensor: SettingListEntry {
  package static func stored(_ list: [Self]) -> ConfigurationValue { .ownSensors(list) }
}

extension OutsideChannel: SettingListEntry {
  package static func stored(_ list: [Self]) -> ConfigurationValue { .channels(list) }
}

extension AirSourceSetting: SettingListEntry {
  package static func stored(_ list: [Self]) -> ConfigurationValue { .airSources(list) }
}

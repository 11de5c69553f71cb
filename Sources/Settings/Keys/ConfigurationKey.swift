import Alarms
import Bluetooth
import Board
import Engine
import Readings
import SensorProtocols
import System

/// A key of the configuration as the reader of the file and `config show` take it: whatever its type. The code asks for a
/// setting by its ``SettingKey``.
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
    case bool
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
      case .bool: "true or false"
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

  /// When another value counts for a box that runs.
  package enum TakenOver: Sendable, Equatable {
    /// When it reads its configuration again.
    case byReload
    case atNextStart
  }

  /// Where it stands in the file, levels separated by dots.
  package let path: String
  /// What it may hold.
  package let kind: Kind
  /// What it is where neither a profile nor a file says otherwise.
  package let standard: ConfigurationValue
  package let takenOver: TakenOver
  /// What it is for, in a sentence that image/lapwing.yaml has as well.
  package let help: String

  /// Whether SQLite and the system take a text for a file's path. SQLite keeps `:memory:` in memory, and reads `file:` as
  /// an address that may say the same.
  package static func isFile(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("\0") && !text.hasPrefix(":") && !text.hasPrefix("file:")
  }
}

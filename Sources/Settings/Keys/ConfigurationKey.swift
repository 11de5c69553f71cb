import AirQuality
import Alarms
import Board
import Engine
import System

/// A key of the configuration without its Swift type, for the reader of the file and for `config show`. Other code uses
/// the typed ``SettingKey``.
package struct ConfigurationKey: Sendable {
  package enum Kind: Sendable {
    case path
    case socketPath
    /// An address of IPv4 or IPv6.
    case internetAddress
    /// The label, name or path of a GPIO chip, or `none`.
    case name
    /// A line of a GPIO chip, or `none`.
    case line
    /// A sound card, or `none`.
    case soundDevice
    /// One of these words.
    case choice([String])
    /// `true` or `false`.
    case bool
    case adapter
    case sensors
    /// Whose CO2 is corrected by the air pressure, and how.
    case pressureCorrection
    /// The bind keys of encrypting sensors by address, or `none`.
    case bindKeys
    /// The persons who are watched, or `none`.
    case persons
    /// Name, person and limits of single sensors by address, or `none`.
    case ownSensors
    case sound
    /// The ways by which messages leave the box, or `none`.
    case channels
    /// The people of the care circle, or `none`.
    case people
    /// The sources of the air outdoors, or `none`.
    case airSources
    /// A latitude and a longitude, or `none`.
    case place
    /// Two times of the day, or `none`.
    case hours
    case weekTime
    /// A day such as 2026-11-26, or `none`.
    case date
    /// The address of a file at a web server, or `none`.
    case webAddress
    /// Where people reach the page, or `none`.
    case pageAddress
    /// A name that is shown to people, or `none`.
    case shownName
    /// An address for people, on one line, or `none`.
    case address
    /// The address of the other box of a pair, or `none`.
    case peerAddress
    /// The name or address of a host, or `none`.
    case hostName
    /// A part of a topic of MQTT, or `none`.
    case topicName
    case number(ClosedRange<Double>, unit: String)

    package var allowed: String {
      switch self {
      case .path: "the path of a file"
      case .socketPath: "the path of a socket, of at most \(UnixSocketPath.longest) bytes"
      case .internetAddress: "an address such as 127.0.0.1, 0.0.0.0 or ::"
      case .name: "the label, name or path of a GPIO chip, or none"
      case .line: "a line's name or number with any of \(BoardLine.words) after it, or none"
      case .soundDevice: "auto, a sound card as hw:CARD=NAME,DEV=0 or plughw:CARD=NAME,DEV=0, or none"
      case .choice(let words): "one of " + words.joined(separator: ", ")
      case .bool: "true or false"
      case .adapter: "best, an adapter's name such as hci0, or its address"
      case .sensors:
        "any, or a line for each sensor: its address, the start of the name of its kind (lapwing sensors), or any; "
          + "and after it one of " + SensorSelection.Way.allCases.map(\.rawValue).joined(separator: ", ")
      case .pressureCorrection:
        "automatic, or a line for each sensor: its address, the start of the name of its kind (lapwing sensors), or "
          + "any; and after it one of " + PressureCorrection.Way.allCases.map(\.rawValue).joined(separator: ", ")
      case .bindKeys: "an address for each sensor and after it its bind key of 32 hexadecimal digits, or none"
      case .persons:
        "a name for each person and after it any of sensors, "
          + ConfiguredPerson.limits.map(\.name).joined(separator: ", ")
          + ", bounds, unproved, sound and night, or none"
      case .ownSensors:
        "an address for each sensor and after it any of name, person and the limits of conditions, or none"
      case .sound: "one of \(SoundWay.words)"
      case .channels:
        "a name for each channel and after it its kind (\(OutsideChannel.kinds)) and the keys of that kind, or none"
      case .people: "a name for each person and after it channels and any of from and weekly, or none"
      case .airSources:
        "a line for each source (\(AirSourceID.allCases.map(\.rawValue).joined(separator: ", "))) with consent and its keys, "
          + "or none"
      case .place: "a latitude and a longitude such as 37.57,126.98, or none"
      case .hours: "two different times of the day, such as 22:00-07:00, or none"
      case .weekTime: "a weekday and a time of the day, such as sunday 18:00"
      case .date: "a date such as 2026-11-26, or none"
      case .webAddress: "an address such as https://example.org/lapwing/lapwing-rpi-arm64.json, or none"
      case .pageAddress: "an address such as https://box.example.org:8437, or none"
      case .peerAddress: "an IPv4 address, such as 192.168.1.20 or 192.168.1.20:8438, or none"
      case .hostName: "the name of a host such as broker.example.org, its address, or none"
      case .topicName: "a name of up to \(TopicName.longest) letters, digits, - and _, or none"
      case .shownName: "a name of up to \(ShownName.longest) characters that people see, or none"
      case .address: "an address on one line of up to \(ShownName.longestAddress) characters, or none"
      case .number(let range, let unit):
        "a number from \(ConfigurationValue.number(range.lowerBound)) to "
          + "\(ConfigurationValue.number(range.upperBound))\(unit.isEmpty ? "" : " \(unit)")"
      }
    }
  }

  /// When a changed value takes effect in a running box.
  package enum TakenOver: Sendable, Equatable {
    /// When the box reads its configuration again (`lapwing reload`).
    case byReload
    case atNextStart
  }

  package let path: String
  package let kind: Kind
  /// The value if neither a profile nor a file sets one.
  package let standard: ConfigurationValue
  package let takenOver: TakenOver
  /// The purpose in one sentence. image/lapwing.yaml has the same sentence.
  package let help: String

  /// Whether SQLite and the system take a text as the path of a file. SQLite keeps `:memory:` in memory, and reads
  /// `file:` as a URI that can mean the same.
  package static func isFile(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("\0") && !text.hasPrefix(":") && !text.hasPrefix("file:")
  }
}

import Alarms
import Readings
import Yams

/// How often an alarm sounds, as the configuration writes it: `never`, `once`, `repeat`, `every 300 s`, or the same
/// as `{every: 300 s}`.
extension SoundWay: SettingWords {
  /// What is allowed, for people.
  static let words =
    "never, once, repeat, every \(ConfigurationValue.number(settable.lowerBound)) s … every "
    + "\(ConfigurationValue.number(settable.upperBound)) s"

  private static let every = "every"

  /// - Returns: `nil` for any other words.
  package init?(words: String) {
    switch words {
    case "never": self = .never
    case "once": self = .once
    case "repeat": self = .repeat
    default:
      var parts = words.split(separator: " ")
      if parts.last == "s" { parts.removeLast() }
      guard parts.count == 2, parts[0] == Self.every, let seconds = Double(parts[1]),
        Self.settable.contains(seconds)
      else { return nil }
      self = .every(.seconds(seconds))
    }
  }

  init?(_ node: Node) {
    if case .mapping(let mapping) = node, mapping.count == 1, let entry = mapping.first {
      self.init(words: "\(entry.key.scalar?.string ?? "") \(entry.value.scalar?.string ?? "")")
    } else {
      self.init(words: node.scalar?.string ?? "")
    }
  }

  package var words: String {
    switch self {
    case .never: "never"
    case .once: "once"
    case .repeat: "repeat"
    case .every(let time): "\(Self.every) \(ConfigurationValue.number(time.inSeconds)) s"
    }
  }
}

import Engine
import Readings
import Yams

/// The settings in a copy that leaves the box and may come back, on this box or on another one.
///
/// It is written from the values in force, key by key, and never cut out of a text: so an unforeseen form of YAML
/// can leak nothing. What a copy never has is kept as it is when one comes back: secrets, the places of files, the
/// settings of access to the box, and what leaves it.
package enum SettingsCopy {
  /// Access (page and control socket), and what leaves the box, with the consents.
  private static let kept = ["panel.", "control.", "outside.", "consent."]

  /// Whether a copy has a key. A new kind of keys has to be put on one side here.
  package static func holds(_ key: ConfigurationKey) -> Bool {
    switch key.kind {
    case .path, .socketPath, .internetAddress, .peerAddress, .pageAddress, .webAddress, .bindKeys, .channels, .people,
      .airSources, .place,
      .hostName, .topicName:
      false
    case .name, .line, .soundDevice, .choice, .bool, .adapter, .sensors, .pressureCorrection, .persons, .ownSensors,
      .sound, .hours, .weekTime, .date, .shownName, .address, .number:
      !kept.contains { key.path.hasPrefix($0) }
    }
  }

  /// The values in force as YAML, with every key of a copy.
  package static func text(of configuration: Configuration) -> String {
    let entries = configuration.settings.filter { holds($0.key) }.map {
      (names: $0.key.path.split(separator: ".")[...], value: flow($0.value, $0.key.kind))
    }
    return lines(entries, indent: "").joined(separator: "\n") + "\n"
  }

  private static func lines(_ entries: [(names: ArraySlice<Substring>, value: String)], indent: String) -> [String] {
    var order: [Substring] = []
    for entry in entries { if let name = entry.names.first, !order.contains(name) { order.append(name) } }
    return order.flatMap { name in
      let below = entries.filter { $0.names.first == name }
      if let only = below.first, below.count == 1, only.names.count == 1 { return ["\(indent)\(name): \(only.value)"] }
      let inner = below.map { (names: $0.names.dropFirst(), value: $0.value) }
      return ["\(indent)\(name):"] + lines(inner, indent: indent + "  ")
    }
  }

  /// A value on one line of YAML; a list in braces.
  static func flow(_ value: ConfigurationValue, _ kind: ConfigurationKey.Kind) -> String {
    switch value {
    case .text, .bool, .number: ConfigurationEditor.yaml("\(value)", kind)
    case .sensors(let selection): lines(selection.written) ?? "\(value)"
    case .pressureCorrection(let correction): lines(correction.written) ?? "\(value)"
    case .persons, .ownSensors, .channels, .people, .airSources, .bindKeys: "\(value)"
    }
  }

  /// - Returns: `nil` without lines.
  private static func lines(_ written: [(subject: String, word: String)]) -> String? {
    guard !written.isEmpty else { return nil }
    return "{\(written.map { "\"\($0.subject)\": \($0.word)" }.joined(separator: ", "))}"
  }

  package struct Content: Sendable {
    /// What would be in force with it; a key that it has not is at its default.
    package let configuration: Configuration
    package let kept: [String]
  }

  /// Reads the text of a copy, with the checks of a file.
  package static func read(_ text: String) throws(LapwingError) -> Content {
    let name = "the copy"
    var entries: [String: (entry: ConfigurationFile.Entry, file: String)] = [:]
    var kept: [String] = []
    for (path, entry) in try ConfigurationFile.entries(of: text, in: name) {
      if Keys.all.contains(where: { $0.path == path && holds($0) }) {
        entries[path] = (entry, name)
      } else {
        kept.append(path)
      }
    }
    return Content(configuration: try Configuration(written: entries, profile: nil), kept: kept.sorted())
  }
}

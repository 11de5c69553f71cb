import AirQuality
import Readings
import Yams

/// A source of outdoor air, as the configuration names it. Secrets are not in it: it names their files.
package struct AirSourceSetting: Sendable, Equatable, CustomStringConvertible {
  package enum Key: String, CaseIterable, Sendable {
    /// The date on which a person has agreed. Without it the source is not asked.
    case consent
    case keyFile = "key-file"
    /// The address of the service, if it is another one.
    case url
    /// Of a file on the box.
    case path
    /// The address of a sensor of the box that is outdoors.
    case sensor
  }

  package let source: AirSourceID
  package var values: [Key: String] = [:]

  package init(_ source: AirSourceID, _ values: [Key: String] = [:]) { (self.source, self.values) = (source, values) }

  package subscript(key: Key) -> String? { values[key] }

  /// Whether a person has agreed to what it sends.
  package var hasConsent: Bool { source.terms.sends == .nothing || values[.consent] != nil }

  /// The keys of a source, and the one that it needs.
  package static func keys(of source: AirSourceID) -> (allowed: [Key], needed: Key?) {
    switch source {
    case .own: ([.sensor], .sensor)
    case .file: ([.path], .path)
    default: source.terms.needsKey ? ([.consent, .keyFile, .url], .keyFile) : ([.consent, .url], nil)
    }
  }

  /// One line, as the file would have it.
  package var description: String {
    let parts = Key.allCases.compactMap { key in values[key].map { "\(key.rawValue): \($0)" } }
    return "\(source.rawValue): {\(parts.joined(separator: ", "))}"
  }
}

extension AirSourceSetting: SettingListEntry {
  package static func stored(_ list: [Self]) -> ConfigurationValue { .airSources(list) }
}

/// A place as the configuration writes it: `37.57,126.98`.
package enum PlaceText {
  package static func read(_ text: String) -> Place? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, text.allSatisfy({ "0123456789.-,".contains($0) }), let latitude = Double(parts[0]),
      let longitude = Double(parts[1]), abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }
}

extension ConfigurationFile {
  package static func airSources(_ mapping: Node.Mapping, in path: String) throws(LapwingError) -> [AirSourceSetting] {
    var sources: [AirSourceSetting] = []
    for (nameNode, node) in mapping {
      let name = nameNode.scalar?.string ?? "", prefix = "\(Keys.airSources.path).\(name)"
      guard let source = AirSourceID(rawValue: name) else {
        let words = AirSourceID.allCases.map(\.rawValue).joined(separator: ", ")
        throw fault(path, line(nameNode), "\(Keys.airSources.path) has \"\(name)\"; a source is one of \(words)")
      }
      let (allowed, needed) = AirSourceSetting.keys(of: source)
      var setting = AirSourceSetting(source)
      for entry in try entries(of: node, prefix, allowed.map(\.rawValue), in: path) {
        guard let key = AirSourceSetting.Key(rawValue: entry.key) else { continue }
        guard let text = entry.value.scalar?.string, key.allows(text) else {
          throw refusal(of: entry.value, "\(prefix).\(entry.key)", allowed: key.allowed, in: path)
        }
        setting.values[key] = text
      }
      if let needed, setting[needed] == nil { throw fault(path, line(nameNode), "\(prefix) needs \(needed.rawValue)") }
      sources.append(setting)
    }
    return sources
  }
}

extension AirSourceSetting.Key {
  fileprivate func allows(_ text: String) -> Bool {
    switch self {
    case .consent: ConsentDate.isValid(text)
    case .keyFile, .path: ConfigurationKey.isFile(text)
    case .url: WebAddress(text) != nil && !text.contains("?")
    case .sensor: DeviceAddress(text) != nil
    }
  }

  fileprivate var allowed: String {
    switch self {
    case .consent: "a date such as 2026-11-26"
    case .keyFile: "the path of a file that only its owner can read, or the name of a credential of systemd"
    case .path: "the path of a file"
    case .url: "an address such as https://host/path, without a question mark"
    case .sensor: "the address of a sensor, such as E4:5F:01:00:00:01"
    }
  }
}

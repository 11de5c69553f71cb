import AirQuality
import Readings
import Yams

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
      if let url = setting[.url].flatMap(WebAddress.init), !url.isSecure, setting[.plain] != "true" {
        throw fault(
          path, line(nameNode),
          "\(prefix).url is not secure; write https://, or plain: true for a server in your own network")
      }
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
    case .plain: text == "true" || text == "false"
    case .sensor: DeviceAddress(text) != nil
    }
  }

  fileprivate var allowed: String {
    switch self {
    case .consent: "a date such as 2026-11-26"
    case .keyFile: "the path of a file that only its owner can read, or the name of a credential of systemd"
    case .path: "the path of a file"
    case .url: "an address such as https://host/path, without a question mark"
    case .plain: "true or false"
    case .sensor: "the address of a sensor, such as E4:5F:01:00:00:01"
    }
  }
}

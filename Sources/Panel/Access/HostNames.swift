import System

/// The names under which the page may be asked for. A page of a stranger can point a name of its own at the box (DNS
/// rebinding), and its browser then sends that name: so names that are not the box's are refused. An address cannot be
/// pointed anywhere.
struct HostNames: Sendable {
  let names: Set<String>

  /// - Parameters:
  ///   - host: the name of the machine.
  ///   - others: names in the certificate of its owner; `*.home.example` is any name with one part before the rest.
  init(host: String, others: [String] = []) {
    let name = host.lowercased()
    names = Set(["localhost", name, "\(name).local"] + others.map { $0.lowercased() })
  }

  /// - Parameter header: `Host` of a request, with or without a port.
  func allow(_ header: String) -> Bool {
    let host = Self.host(of: header).lowercased()
    return names.contains(host) || names.contains("*" + host.drop { $0 != "." }) || InternetAddress.isValid(host)
  }

  /// Without the port, and an address of IPv6 without its brackets.
  static func host(of header: String) -> String {
    if header.hasPrefix("[") { return String(header.dropFirst().prefix { $0 != "]" }) }
    return String(header.prefix { $0 != ":" })
  }
}

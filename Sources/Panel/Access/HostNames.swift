import System

/// The names under which the page may be asked for. A page of a stranger can point a name of its own at the box (DNS
/// rebinding), and its browser then sends that name: so names that are not the box's are refused. An address cannot be
/// pointed anywhere.
struct HostNames: Sendable {
  let names: Set<String>

  /// - Parameter host: the name of the machine.
  init(host: String) {
    let name = host.lowercased()
    names = ["localhost", name, "\(name).local"]
  }

  /// - Parameter header: `Host` of a request, with or without a port.
  func allow(_ header: String) -> Bool {
    let host = Self.host(of: header)
    return names.contains(host.lowercased()) || InternetAddress.isValid(host)
  }

  /// Without the port, and an address of IPv6 without its brackets.
  static func host(of header: String) -> String {
    if header.hasPrefix("[") { return String(header.dropFirst().prefix { $0 != "]" }) }
    return String(header.prefix { $0 != ":" })
  }
}

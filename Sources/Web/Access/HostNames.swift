import System

/// The names under which the page may be asked for. A page of a stranger can point a name of its own at the box (DNS
/// rebinding), and its browser then sends that name: so names that are not the box's are refused. An address cannot be
/// pointed anywhere.
package struct HostNames: Sendable {
  package let names: Set<String>

  /// - Parameter others: names in the certificate of its owner; `*.home.example` is any name with one part before
  ///   the rest.
  package init(host: String, others: [String] = []) {
    let name = host.lowercased()
    let own = Self.homes.map { "\(name).\($0)" } + (2...Self.mostOfOneName).map { "\(name)-\($0).local" }
    names = Set(["localhost", name] + own + others.map { $0.lowercased() }.filter(Self.isOfOneOwner))
  }

  /// What routers and the network itself call the box: mDNS (RFC 6762), the private names of RFC 8375, OpenWrt's, and
  /// those of FRITZ!Box, whose domain its maker holds. No stranger can have a name in them.
  private static let homes = ["local", "home.arpa", "lan", "fritz.box"]
  /// Of two boxes of one name the second is `NAME-2.local` (RFC 6762, 9). More than these are not in a home.
  private static let mostOfOneName = 9

  /// - Parameter header: `Host` of a request, with or without a port.
  package func allow(_ header: String) -> Bool {
    guard Self.isWellFormed(header) else { return false }
    let host = Self.host(of: header).lowercased()
    return names.contains(host) || names.contains("*" + host.drop { $0 != "." }) || InternetAddress.isValid(host)
  }

  /// Whether a name of a certificate means a site: `*` and `*.example` are the names of everybody.
  private static func isOfOneOwner(_ name: String) -> Bool {
    guard name.contains("*") else { return !name.isEmpty }
    let rest = name.dropFirst(2)
    return name.hasPrefix("*.") && !rest.contains("*") && rest.contains(".") && !rest.hasPrefix(".")
  }

  /// Whether a header is a host and a port, if it has one (RFC 9110, 7.2). It becomes part of an address of a redirect.
  private static func isWellFormed(_ header: String) -> Bool {
    let host = host(of: header), isBracketed = header.hasPrefix("[")
    let rest = header.dropFirst(isBracketed ? host.count + 2 : host.count)
    let isGoodHost =
      isBracketed
      ? host.contains(":") && header.contains("]")
      : !host.isEmpty
        && host.utf8.allSatisfy {
          (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
        }
    guard !rest.isEmpty else { return isGoodHost }
    guard rest.first == ":", rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
    return isGoodHost && (rest.count == 1 || (UInt16(rest.dropFirst()) ?? 0) > 0)
  }

  /// As it stands in an address.
  package static func withoutPort(_ header: String) -> String {
    header.hasPrefix("[") ? "[\(host(of: header))]" : host(of: header)
  }

  /// Without the port, and an address of IPv6 without its brackets.
  package static func host(of header: String) -> String {
    if header.hasPrefix("[") { return String(header.dropFirst().prefix { $0 != "]" }) }
    return String(header.prefix { $0 != ":" })
  }
}

/// Whether a request that changes something comes from the page itself, and not from a page of a stranger in the same
/// browser, which would carry the cookie along or come from this machine.
package enum SameOrigin {
  /// - Parameters:
  ///   - site: `Sec-Fetch-Site`, which every browser since 2023 sends.
  ///   - origin: `Origin`.
  ///   - host: `Host`.
  package static func allows(site: String?, origin: String?, host: String) -> Bool {
    if let site, site != "same-origin" { return false }
    guard let origin else {
      // No browser sends a form without either. A program that has neither is not misled by a page.
      return true
    }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}

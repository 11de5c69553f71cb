import Glibc
import Readings
import System

/// What counts as one visitor, whose connections and wrong codes count together.
package enum NetworkVisitor {
  /// An address of IPv4, also as IPv6 writes it, and of IPv6 the network of 64 bits, in which a device can give itself as
  /// many addresses as it wants (RFC 4291, 2.5.4; RFC 8981).
  package static func of(_ address: String) -> String {
    var six = in6_addr()
    // An address of one link alone may have the name of its interface behind it.
    guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &six) == 1 else { return address }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    if bytes.prefix(12) == Array(repeating: 0, count: 10) + [0xFF, 0xFF] {
      return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
    }
    guard !InternetAddress.isLoopback(address) else { return address }
    return bytes.prefix(8).map { UInt32($0).digits(2, radix: 16) }.joined() + "/64"
  }
}

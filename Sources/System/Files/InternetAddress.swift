import Glibc

/// Internet addresses as people write them.
package enum InternetAddress {
  /// Whether a text is an address of IPv4 or IPv6, such as `127.0.0.1` or `::`.
  package static func isValid(_ text: String) -> Bool {
    var room = in6_addr()
    return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
  }

  /// Whether an address is this machine itself: 127.0.0.0/8 or `::1`, also as IPv6 writes an address of IPv4.
  package static func isLoopback(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    if bytes == Array(repeating: 0, count: 15) + [1] { return true }
    return bytes.prefix(13) == Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127]
  }
}

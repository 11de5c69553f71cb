import Glibc

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

  /// The addresses of this machine's interfaces that are up, 4 or 16 bytes each; at most 32. Those that hold on one link alone
  /// (fe80::/10) are left out: people do not type them.
  package static func ofThisMachine() -> [[UInt8]] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [[UInt8]] = []
    var next = first
    while let entry = next, found.count < 32 {
      next = entry.pointee.ifa_next
      guard let address = entry.pointee.ifa_addr, entry.pointee.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
      let bytes: [UInt8]
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
          withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) }
        }
      case AF_INET6:
        bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
          withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) }
        }
      default: continue
      }
      let isOfOneLink = bytes.count == 16 && bytes.first == 0xFE && (bytes.dropFirst().first ?? 0) & 0xC0 == 0x80
      if !isOfOneLink, !found.contains(bytes) { found.append(bytes) }
    }
    return found
  }
}

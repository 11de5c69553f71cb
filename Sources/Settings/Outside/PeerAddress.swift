/// An IPv4 address and a UDP port.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The four bytes in their order, the first one highest.
  package let host: UInt32
  package let port: UInt16

  package init(host: UInt32, port: UInt16) { (self.host, self.port) = (host, port) }

  /// - Parameter text: such as `192.168.1.20` or `192.168.1.20:8438`.
  package init?(_ text: String, standardPort: UInt16) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, bytes.count == 4 else { return nil }
    var host: UInt32 = 0
    for byte in bytes {
      guard (1...3).contains(byte.count), byte.utf8.allSatisfy(Self.isDigit), let number = UInt8(byte) else {
        return nil
      }
      host = host << 8 | UInt32(number)
    }
    // No box has this one: it means any address of this box.
    guard host != 0 else { return nil }
    var port = standardPort
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(Self.isDigit), let own = UInt16(parts[1]), own > 0 else { return nil }
      port = own
    }
    self.init(host: host, port: port)
  }

  /// A number may not begin with a sign here.
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  package var description: String {
    let bytes = [24, 16, 8, 0].map { String(host >> UInt32($0) & 0xFF) }
    return "\(bytes.joined(separator: ".")):\(port)"
  }
}

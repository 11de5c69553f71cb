import Glibc

/// A way to send datagrams to a Unix socket of the system. It never waits, and stays usable when the receiver restarts.
final class UnixDatagrams: Sendable {
  private let number: Int32
  private let address: [UInt8]

  /// - Parameter path: where the receiver listens: a path, or `@` and a name for an abstract socket (unix(7)).
  /// - Returns: `nil` where that is no address or the system has no more sockets.
  init?(path: String) {
    var name = Array(path.utf8)
    // 107 bytes: the longest path that sockaddr_un holds with its closing zero.
    guard let first = name.first, name.count <= 107, !name.contains(0) else { return nil }
    switch first {
    case UInt8(ascii: "@"): name[0] = 0
    case UInt8(ascii: "/"): name.append(0)
    default: return nil
    }
    address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name
    number = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  /// Sends one datagram.
  /// - Returns: whether the system took it: `false` where nobody listens or its queue is full.
  @discardableResult func send(_ message: UnsafeRawBufferPointer) -> Bool {
    address.withUnsafeBytes { address in
      guard let start = address.baseAddress else { return false }
      return sendto(
        number, message.baseAddress, message.count, Int32(MSG_NOSIGNAL),
        start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count)) == message.count
    }
  }
}

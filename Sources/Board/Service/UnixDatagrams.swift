import Glibc

/// Sends datagrams to a Unix socket. Any thread may use it. It never waits, and it continues to work after the receiver
/// has restarted.
final class UnixDatagrams: Sendable {
  private let number: Int32
  private let address: [UInt8]

  /// - Parameter path: the address of the receiver: an absolute path, or `@` and a name for an abstract socket
  ///   (unix(7)).
  /// - Returns: `nil` if the address is not valid or the system has no more sockets.
  init?(path: String) {
    var name = Array(path.utf8)
    // 107 bytes is the longest path that fits into sockaddr_un with a zero at its end.
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

  /// - Returns: whether the datagram was sent; `false` if there is no receiver or its queue is full.
  @discardableResult func send(_ message: UnsafeRawBufferPointer) -> Bool {
    address.withUnsafeBytes { address in
      guard let start = address.baseAddress else { return false }
      return sendto(
        number, message.baseAddress, message.count, Int32(MSG_NOSIGNAL),
        start.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count)) == message.count
    }
  }
}

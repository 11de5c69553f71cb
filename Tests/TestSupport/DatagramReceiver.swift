import Glibc

/// Replaces a system service that receives datagrams, such as the service manager or the journal.
package final class DatagramReceiver {
  /// Why the receiver could not be created.
  package struct Failure: Error {
    let errno: Int32
  }

  private let number: Int32

  /// Receives at a path, or at an abstract name if it begins with `@`.
  package init(path: String) throws {
    number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var name = Array(path.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
    let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name
    let isBound = address.withUnsafeBytes {
      bind(number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
    }
    guard isBound else { throw Failure(errno: errno) }
  }

  deinit { close(number) }

  /// Waits for the next datagram, a minute at most.
  package func next() -> [UInt8]? {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 60_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(number, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// Waits for the next datagram as text.
  package func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }

  /// Waits for a datagram that begins with a text, and skips others.
  package func text(beginning start: String) -> String? {
    while let text = nextText() { if text.hasPrefix(start) { return text } }
    return nil
  }
}

import CLinux
import Glibc
import Readings

/// Writes bytes and text to an open descriptor, such as standard output. Writing waits until all bytes are out.
package struct Output: Sendable {
  private let descriptor: Int32

  package static let standard = Output(descriptor: STDOUT_FILENO)
  package static let error = Output(descriptor: STDERR_FILENO)

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// The size of the terminal, or `nil` if the descriptor is not a terminal.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  package var hasRoom: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  package func line(_ text: String) throws(LapwingError) { try write(text + "\n") }

  package func write(_ text: String) throws(LapwingError) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(LapwingError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another process has made the descriptor non-blocking: wait for room as if it were blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      guard count >= 0 else {
        throw LapwingError(
          .inputOutput, code: "write-failed", "the output cannot be written: \(SystemFault.reason)")
      }
      rest = rest.dropFirst(count)
    }
  }
}

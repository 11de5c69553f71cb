import Glibc

/// Reports the state of the program to the service manager, by the protocol of sd_notify(3): one datagram to a Unix
/// socket for each message, without a library. Any thread may use it; it never waits.
package final class ServiceNotifier: Sendable {
  private let datagrams: UnixDatagrams

  /// - Parameter address: the environment variable `NOTIFY_SOCKET`; an abstract socket begins with `@`.
  /// - Returns: `nil` if the address is not valid.
  package init?(address: String) {
    guard let datagrams = UnixDatagrams(path: address) else { return nil }
    self.datagrams = datagrams
  }

  /// The start, or the reload after ``reloading(atMicroseconds:)``, is complete.
  package func ready() { send("READY=1") }

  /// The configuration is being reloaded.
  /// - Parameter microseconds: the time of the monotonic clock.
  package func reloading(atMicroseconds microseconds: Int64) { send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)") }

  package func stopping() { send("STOPPING=1") }

  /// Extends the time that the service manager waits, counted from now.
  package func extendTimeout(bySeconds seconds: Int64) { send("EXTEND_TIMEOUT_USEC=\(seconds)000000") }

  /// Sets the status line that `systemctl status` shows: one English sentence.
  package func status(_ sentence: String) {
    send("STATUS=" + String(sentence.map { $0.isNewline ? " " : $0 }))
  }

  /// Feeds the watchdog of the service manager. Does not allocate.
  /// - Returns: whether the service manager's socket has accepted the message.
  @discardableResult package func pet() -> Bool {
    let message: StaticString = "WATCHDOG=1"
    return datagrams.send(UnsafeRawBufferPointer(start: message.utf8Start, count: message.utf8CodeUnitCount))
  }

  private func send(_ message: String) { _ = Array(message.utf8).withUnsafeBytes { datagrams.send($0) } }
}

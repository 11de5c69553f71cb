import Glibc

/// Tells the service manager how the appliance is: the protocol of sd_notify(3), one datagram to a Unix socket for each
/// message, without a library. Any thread may call it, and it never waits.
package final class ServiceNotifier: Sendable {
  private let datagrams: UnixDatagrams

  /// - Parameter address: what the environment calls `NOTIFY_SOCKET`; an abstract socket begins with `@`.
  /// - Returns: `nil` where that is no address.
  package init?(address: String) {
    guard let datagrams = UnixDatagrams(path: address) else { return nil }
    self.datagrams = datagrams
  }

  /// The appliance does its work, or does it again after ``reloading(atMicroseconds:)``.
  package func ready() { send("READY=1") }

  /// The configuration is being read again.
  /// - Parameter microseconds: the time by the monotonic clock.
  package func reloading(atMicroseconds microseconds: Int64) { send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)") }

  /// The appliance is ending.
  package func stopping() { send("STOPPING=1") }

  /// It takes longer than the service manager would wait; it does from now on.
  package func extendTimeout(bySeconds seconds: Int64) { send("EXTEND_TIMEOUT_USEC=\(seconds)000000") }

  /// How the appliance is, as one sentence for a person.
  package func status(_ sentence: String) {
    send("STATUS=" + String(sentence.map { $0.isNewline ? " " : $0 }))
  }

  /// The appliance is alive. Allocates nothing.
  /// - Returns: whether the service manager's socket took it.
  @discardableResult package func pet() -> Bool {
    let message: StaticString = "WATCHDOG=1"
    return datagrams.send(UnsafeRawBufferPointer(start: message.utf8Start, count: message.utf8CodeUnitCount))
  }

  private func send(_ message: String) { _ = Array(message.utf8).withUnsafeBytes { datagrams.send($0) } }
}

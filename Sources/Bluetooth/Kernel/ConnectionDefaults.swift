/// What the kernel goes by when it makes a connection, in place of its own values. What else it has for this stays: an
/// interval of 30 to 50 ms, with which a link begins (Core, Vol 3, Part C, Appendix A, TGAP(initial_conn_interval)), and
/// in which a service is found within seconds. A device may ask for any other interval, which Linux grants but for the
/// few versions of 2024 that refused longer ones (BlueZ issue 847).
package struct ConnectionDefaults: Sendable, Equatable {
  /// How long the kernel calls a device that it has just heard. It hears nobody else meanwhile. Left to itself: 4 s.
  package var patience: Duration
  /// A link ends after so long without a packet. The kernel's 420 ms is less than a body that turns away takes; Apple asks
  /// 2 to 6 s of accessories (Accessory Design Guidelines, "Connection Parameters"). The least of it leaves a strap that is
  /// gone 3 of the 5 s after which its rate is stale to be connected to again.
  package var supervisionTimeout = Duration.seconds(2)

  /// - Parameter patience: how long the kernel calls a device, up to 65 s.
  package init(patience: Duration = Self.shortestPatience) { self.patience = patience }

  /// Enough for a device that advertises as the specification proposes, every 1.2 s at the slowest (Core, Vol 3, Part C,
  /// Appendix A, TGAP(adv_slow_interval)), also where a connection of another device is in the way.
  package static let shortestPatience = Duration.seconds(2)
  /// What the kernel itself takes.
  package static let longestPatience = Duration.seconds(4)

  /// Types and units as in the kernel's `net/bluetooth/mgmt_config.c`: a type, a length and a number each.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (type, number) in [(0x001A, supervisionTimeout / .milliseconds(10)), (0x001B, patience / .milliseconds(1))] {
      bytes.append(littleEndian: UInt16(type))
      bytes.append(2)
      bytes.append(littleEndian: UInt16(clamping: Int(number)))
    }
    return bytes
  }
}

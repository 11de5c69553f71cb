/// The values with which the kernel makes a connection, instead of its own. Its other values stay: an interval of 30 to
/// 50 ms, with which a link begins (Bluetooth Core, Vol 3, Part C, Appendix A, TGAP(initial_conn_interval)), and in
/// which services are discovered within seconds. A device may ask for another interval. Linux grants it, except for a
/// few versions of 2024 that refused longer ones (BlueZ issue 847).
package struct ConnectionDefaults: Sendable, Equatable {
  /// How long the kernel calls a device that it has just received. It receives no other device meanwhile. The kernel's
  /// own value is 4 s.
  package var patience: Duration
  /// A link ends after this time without a packet. The kernel's 420 ms is shorter than the time for which a body that
  /// turns can block the signal; Apple asks 2 to 6 s of accessories (Accessory Design Guidelines, "Connection
  /// Parameters"). With the shortest of these a lost strap can be connected again in the remaining 3 s of the 5 s after
  /// which its heart rate is stale.
  package var supervisionTimeout = Duration.seconds(2)

  /// - Parameter patience: how long the kernel calls a device, up to 65 s.
  package init(patience: Duration = Self.shortestPatience) { self.patience = patience }

  /// Enough for a device that advertises every 1.2 s, the slowest interval that the specification proposes (Bluetooth
  /// Core, Vol 3, Part C, Appendix A, TGAP(adv_slow_interval)), also if the connection of another device interferes.
  package static let shortestPatience = Duration.seconds(2)
  /// The kernel's own value.
  package static let longestPatience = Duration.seconds(4)

  /// Types and units after the kernel's `net/bluetooth/mgmt_config.c`: a type, a length and a number for each value.
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

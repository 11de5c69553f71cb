import CLinux
import Glibc
import Readings
import Settings
import System

/// The UDP socket of a pair (IPv4): it sends to all boxes of the network and to those that it knows, and never waits.
struct PeerSocket: Sendable {
  let descriptor: Descriptor
  private let port: UInt16

  /// 239.255.0.0/16 stays within a site (RFC 2365); with the usual reach of 1 it stays within the network.
  private static let group: UInt32 = 0xEFFF_4C57
  private static let longest = 512

  /// - Throws: `unavailable` if the port is taken.
  init(port: UInt16) throws(LapwingError) {
    self.port = port
    let number = clinux_udp_open(UInt32(port))
    guard number >= 0 else {
      let reason = SystemFault.reason
      throw LapwingError(
        .unavailable, code: .noPeerPort,
        "UDP port \(port) cannot be used (\(reason)); does another lapwing use it? outside.peer.port names another one")
    }
    descriptor = try Descriptor(number, "UDP socket")
  }

  /// Sends to all boxes of the network and to some addresses.
  /// - Returns: whether it left by any way.
  func send(_ bytes: [UInt8], to others: Set<PeerAddress>) -> Bool {
    let length = UInt32(bytes.count)
    var isSent = clinux_udp_send_to_all(descriptor.number, bytes, length, Self.group, UInt32(port)) > 0
    for other in others where clinux_udp_send(descriptor.number, bytes, length, other.host, UInt32(other.port)) == 0 {
      isSent = true
    }
    return isSent
  }

  /// The next datagram that has arrived; `nil` if there is none. A longer one than any of ours is cut.
  func receive() -> (bytes: [UInt8], from: PeerAddress)? {
    var bytes = [UInt8](repeating: 0, count: Self.longest)
    var host: UInt32 = 0, port: UInt32 = 0
    let count = clinux_udp_receive(descriptor.number, &bytes, UInt32(bytes.count), &host, &port)
    guard count >= 0 else { return nil }
    return (Array(bytes.prefix(Int(count))), PeerAddress(host: host, port: UInt16(clamping: port)))
  }
}

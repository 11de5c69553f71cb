import Bluetooth
import Readings

/// A generated HCI packet, without its H4 type.
package struct HCIPacket: Sendable, Equatable {
  package let kind: HCIPacketKind
  package let bytes: [UInt8]

  /// A packet of any bytes.
  package init(kind: HCIPacketKind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// Generates HCI packets; layouts after Bluetooth Core 5.4, Vol 4, Part E, 7.7 (events) and 5.4.2 (data). Every device
/// has a random address.
package enum HCIEncoder {
  /// How much of an extended advertisement an event contains.
  package enum DataStatus: UInt16, Sendable {
    /// All of it, or its last part.
    case complete = 0
    /// A part; more follow.
    case moreToCome = 1
    /// A part; the controller lost the rest.
    case truncated = 2
  }

  /// LE Advertising Report with any number of reports, one after the other as controllers send them.
  package static func advertisingReport(_ advertisements: [Advertisement]) -> HCIPacket {
    var body: [UInt8] = [UInt8(truncatingIfNeeded: advertisements.count)]
    for advertisement in advertisements {
      body += [0x00, 0x01]  // Connectable and scannable; random address.
      body.append(advertisement.address)
      body.append(UInt8(truncatingIfNeeded: advertisement.data.count))
      body += advertisement.data
      body.append(rssi(advertisement))
    }
    return metaEvent(0x02, body)
  }

  /// LE Extended Advertising Report with one report.
  /// - Parameter set: the advertising set; `nil` for a legacy advertisement, which is in none.
  package static func extendedAdvertisingReport(
    _ advertisement: Advertisement, status: DataStatus = .complete, set: UInt8? = 0
  ) -> HCIPacket {
    var body: [UInt8] = [1]
    body.append(littleEndian: status.rawValue << 5 | (set == nil ? 0x0010 : 0) | 0x0001)  // Connectable.
    body.append(0x01)  // Random address.
    body.append(advertisement.address)
    body += [0x01, set == nil ? 0x00 : 0x01, set ?? 0xFF, 127]  // Both channels at 1M; power not known.
    body.append(rssi(advertisement))
    body += [UInt8](repeating: 0, count: 2 + 1 + 6)  // No periodic advertising, not directed at anyone.
    body.append(UInt8(truncatingIfNeeded: advertisement.data.count))
    body += advertisement.data
    return metaEvent(0x0D, body)
  }

  /// The same advertisement over several LE Extended Advertising Reports.
  package static func extendedAdvertisingReports(
    _ advertisement: Advertisement, partsOf size: Int
  ) -> [HCIPacket] {
    let parts = pieces(of: advertisement.data, size)
    return parts.enumerated().map { index, part in
      extendedAdvertisingReport(
        Advertisement(address: advertisement.address, rssi: advertisement.rssi, data: part),
        status: index == parts.count - 1 ? .complete : .moreToCome)
    }
  }

  /// LE Connection Complete: the box is central. The connection interval is 30 ms, the timeout 420 ms.
  package static func connectionComplete(link: UInt16, to address: DeviceAddress, status: UInt8 = 0) -> HCIPacket {
    var body = connection(link, address, status)
    body += connectionTiming
    return metaEvent(0x01, body)
  }

  /// LE Enhanced Connection Complete, as controllers with address resolution send it.
  package static func enhancedConnectionComplete(link: UInt16, to address: DeviceAddress) -> HCIPacket {
    var body = connection(link, address, 0)
    body += [UInt8](repeating: 0, count: 12)  // No resolvable addresses, neither local nor of the peer.
    body += connectionTiming
    return metaEvent(0x0A, body)
  }

  /// Disconnection Complete.
  /// - Parameter reason: 0x08, the link was lost, by default.
  package static func disconnectionComplete(link: UInt16, reason: UInt8 = 0x08) -> HCIPacket {
    var body: [UInt8] = [0]
    body.append(littleEndian: link)
    body.append(reason)
    return event(0x05, body)
  }

  /// An ATT message in an L2CAP frame on channel 4, in as many ACL packets as its fragments need.
  /// - Parameter fragmentSize: the maximum bytes of the frame in one packet; `nil` for all in one.
  package static func attribute(
    _ message: AttributeMessage, link: UInt16, fragmentSize: Int? = nil
  ) -> [HCIPacket] {
    var frame: [UInt8] = []
    frame.append(littleEndian: UInt16(truncatingIfNeeded: message.bytes.count))
    frame.append(littleEndian: UInt16(4))
    frame += message.bytes
    // Packet boundary: 0 first from host, 2 first from controller, 1 continued (Vol 4, Part E, 5.4.2).
    let first: UInt16 = message.isFromSensor ? 2 : 0
    return pieces(of: frame, fragmentSize ?? frame.count).enumerated().map { index, piece in
      var bytes: [UInt8] = []
      bytes.append(littleEndian: link & 0x0FFF | (index == 0 ? first : 1) << 12)
      bytes.append(littleEndian: UInt16(truncatingIfNeeded: piece.count))
      return HCIPacket(kind: .acl(received: message.isFromSensor), bytes: bytes + piece)
    }
  }

  /// Interval 24 × 1.25 ms, latency 0, timeout 42 × 10 ms, clock accuracy not given.
  private static let connectionTiming: [UInt8] = [0x18, 0x00, 0x00, 0x00, 0x2A, 0x00, 0x00]

  private static func connection(_ link: UInt16, _ address: DeviceAddress, _ status: UInt8) -> [UInt8] {
    var body = [status]
    body.append(littleEndian: link)
    body += [0x00, 0x01]  // Central; random address.
    body.append(address)
    return body
  }

  private static func metaEvent(_ subevent: UInt8, _ body: [UInt8]) -> HCIPacket { event(0x3E, [subevent] + body) }

  private static func event(_ code: UInt8, _ parameters: [UInt8]) -> HCIPacket {
    HCIPacket(kind: .event, bytes: [code, UInt8(truncatingIfNeeded: parameters.count)] + parameters)
  }

  /// 127 means "not measured".
  private static func rssi(_ advertisement: Advertisement) -> UInt8 {
    advertisement.rssi.map { UInt8(bitPattern: $0) } ?? 127
  }

  private static func pieces(of bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    guard !bytes.isEmpty else { return [[]] }
    return stride(from: 0, to: bytes.count, by: max(1, size)).map {
      Array(bytes[$0..<min($0 + max(1, size), bytes.count)])
    }
  }
}

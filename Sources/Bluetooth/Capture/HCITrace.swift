import Readings

/// Follows a stream of HCI packets and returns what the radio received: advertisements, and values of characteristics
/// with the UUIDs from the recorded service discovery.
///
/// Field layouts after Bluetooth Core 5.4, Vol 4, Part E, 7.7.65 (LE events) and 5.4.2 (ACL data).
package struct HCITrace: Sendable {
  /// A link. Its handle is unique for one adapter only.
  private struct Link: Hashable {
    var adapter: UInt16
    var handle: UInt16
  }

  /// A device as one adapter receives it.
  private struct Advertiser: Hashable {
    var adapter: UInt16
    var address: DeviceAddress
  }

  /// One of the sequences of parts that may come interleaved: a device has several advertising sets, and each set has an
  /// advertisement and a scan response.
  private struct AdvertisingSet: Hashable {
    var advertiser: Advertiser
    var number: UInt8
    var isScanResponse: Bool
  }

  private var links: [Link: ATTTrace] = [:]
  /// The characteristics from earlier links: a host that remembers a device does not discover them again.
  private var known: [Advertiser: ATTTrace.Characteristics] = [:]
  /// Extended advertisements of which only some parts have arrived.
  private var parts: [AdvertisingSet: (bytes: [UInt8], at: Instant)] = [:]
  /// Between two parts of one advertisement there is less (Bluetooth Core, Vol 6, Part B, 2.3.4.6: an offset is at most 2.46 s).
  private static let longestGap = Duration.seconds(3)
  /// The number of values without a recorded link or characteristic.
  package private(set) var unattributedValues = 0

  /// In bytes; no extended advertisement is longer (Bluetooth Core, Vol 4, Part E, 7.8.57).
  private static let longestExtendedAdvertisement = 1650

  private static let mostPartedSets = 64

  package init() {}

  /// Handles a packet. A malformed packet, or one of another type, gives nothing.
  package mutating func reports(of packet: RecordedPacket) -> [RadioReport] {
    let span = packet.bytes.span.bytes
    switch packet.kind {
    case .command: return []
    case .event: return event(span, from: packet.adapter, at: packet.instant)
    case .acl(let received): return acl(span, from: packet.adapter, received: received)
    }
  }

  private mutating func event(_ bytes: RawSpan, from adapter: UInt16, at instant: Instant) -> [RadioReport] {
    guard let code = bytes.uint8(at: 0) else { return [] }
    switch code {
    case 0x05: return disconnection(bytes, from: adapter)
    case 0x3E: break
    default: return []
    }
    switch bytes.uint8(at: 2) {
    case 0x01, 0x0A, 0x29: return connection(bytes, from: adapter)
    case 0x02: return advertisingReport(bytes)
    case 0x0D: return extendedAdvertisingReport(bytes, from: adapter, at: instant)
    default: return []
    }
  }

  private mutating func disconnection(_ bytes: RawSpan, from adapter: UInt16) -> [RadioReport] {
    guard let handle = bytes.uint16(at: 3),
      let link = links.removeValue(forKey: Link(adapter: adapter, handle: handle & 0x0FFF))
    else { return [] }
    known[Advertiser(adapter: adapter, address: link.address)] = link.characteristics
    return [.disconnected(link.address)]
  }

  private mutating func connection(_ bytes: RawSpan, from adapter: UInt16) -> [RadioReport] {
    guard bytes.uint8(at: 3) == 0, let handle = bytes.uint16(at: 4), let address = bytes.deviceAddress(at: 8) else {
      return []
    }
    links[Link(adapter: adapter, handle: handle & 0x0FFF)] = ATTTrace(
      address: address, characteristics: known[Advertiser(adapter: adapter, address: address)] ?? [:])
    return [.connected(address)]
  }

  private func advertisingReport(_ bytes: RawSpan) -> [RadioReport] {
    guard let count = bytes.uint8(at: 3) else { return [] }
    var reports: [RadioReport] = []
    var offset = 4
    for _ in 0..<count {
      guard let address = bytes.deviceAddress(at: offset + 2), let length = bytes.uint8(at: offset + 8),
        let rssi = bytes.uint8(at: offset + 9 + Int(length))
      else { break }
      let data = bytes.array(at: offset + 9, count: Int(length))
      reports.append(
        .advertisement(
          Advertisement(
            address: address, rssi: Self.rssi(rssi), data: data,
            addressType: LEAddressType(hci: bytes.uint8(at: offset + 1)))))
      offset += 10 + Int(length)
    }
    return reports
  }

  private mutating func extendedAdvertisingReport(
    _ bytes: RawSpan, from adapter: UInt16, at instant: Instant
  ) -> [RadioReport] {
    guard let count = bytes.uint8(at: 3) else { return [] }
    var reports: [RadioReport] = []
    var offset = 4
    for _ in 0..<count {
      guard let eventType = bytes.uint16(at: offset), let address = bytes.deviceAddress(at: offset + 3),
        let set = bytes.uint8(at: offset + 11), let rssi = bytes.uint8(at: offset + 13),
        let length = bytes.uint8(at: offset + 23),
        bytes.holds(Int(length), at: offset + 24)
      else { break }
      let part = bytes.array(at: offset + 24, count: Int(length))
      let type = LEAddressType(hci: bytes.uint8(at: offset + 2))
      offset += 24 + Int(length)
      // A legacy advertisement belongs to no set and always comes whole.
      let isLegacy = eventType & Self.legacy != 0
      let key = AdvertisingSet(
        advertiser: Advertiser(adapter: adapter, address: address), number: set,
        isScanResponse: eventType & Self.scanResponse != 0)
      let whole = isLegacy ? part : joined(part, to: parts.removeValue(forKey: key), at: instant)
      switch isLegacy ? 0 : eventType >> 5 & 3 {
      case 0 where whole.count <= Self.longestExtendedAdvertisement:
        reports.append(
          .advertisement(Advertisement(address: address, rssi: Self.rssi(rssi), data: whole, addressType: type)))
      // One byte more than the limit is kept, so that the last part of a too long advertisement is not taken for a
      // whole one.
      case 1:
        // These sequences were never finished. No place has this many at once.
        if parts.count >= Self.mostPartedSets { parts.removeAll() }
        parts[key] = (Array(whole.prefix(Self.longestExtendedAdvertisement + 1)), instant)
      default: break  // Too long, or cut short by the controller.
      }
    }
    return reports
  }

  /// A part behind what has come of its set before. If the end of that was lost, the part begins an advertisement of its own.
  private func joined(_ part: [UInt8], to former: (bytes: [UInt8], at: Instant)?, at instant: Instant) -> [UInt8] {
    guard let former, former.at.duration(to: instant) <= Self.longestGap else { return part }
    let whole = former.bytes + part
    return Self.isList(part) && !Self.isList(whole) ? part : whole
  }

  /// Whether bytes are advertising structures, one at least, to their end.
  private static func isList(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count, bytes[offset] > 0 { offset += 1 + Int(bytes[offset]) }
    return offset > 0 && offset <= bytes.count && bytes[min(offset, bytes.count)...].allSatisfy { $0 == 0 }
  }

  /// Bits of the event type (Bluetooth Core, Vol 4, Part E, 7.7.65.13).
  private static let scanResponse: UInt16 = 1 << 3
  private static let legacy: UInt16 = 1 << 4

  /// 127 means "not measured".
  private static func rssi(_ byte: UInt8) -> Int8? { byte == 127 ? nil : Int8(bitPattern: byte) }

  private mutating func acl(_ bytes: RawSpan, from adapter: UInt16, received: Bool) -> [RadioReport] {
    guard let header = bytes.uint16(at: 0), let length = bytes.uint16(at: 2), bytes.holds(Int(length), at: 4) else {
      return []
    }
    let data = bytes.array(at: 4, count: Int(length))
    let isContinuation = header >> 12 & 3 == 1
    let link = Link(adapter: adapter, handle: header & 0x0FFF)
    guard links[link] != nil else {
      if received { unattributedValues += 1 }
      return []
    }
    guard let address = links[link]?.address,
      let values = links[link]?.values(in: data, received: received, isContinuation: isContinuation)
    else { return [] }
    return values.compactMap { value in
      guard let characteristic = value.characteristic else {
        unattributedValues += 1
        return nil
      }
      return .attributeValue(AttributeValue(address: address, characteristic: characteristic, data: value.data))
    }
  }
}

extension RawSpan {
  /// Copies up to `count` bytes from an offset on.
  func array(at offset: Int, count: Int) -> [UInt8] {
    let end = min(byteCount, offset + count)
    guard offset >= 0, offset < end else { return [] }
    return extracting(offset..<end).withUnsafeBytes { Array($0) }
  }
}

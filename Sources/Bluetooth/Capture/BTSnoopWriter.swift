import Readings

/// Writes a BTSnoop file with datalink 1002 (H4) or 2001 (Linux monitor) into memory.
package struct BTSnoopWriter: Sendable {
  /// The bytes since the beginning of the file or the last ``removeBytes()``.
  package private(set) var bytes: [UInt8]
  private let startUnixSeconds: Int64

  /// Begins a file with datalink 1002.
  /// - Parameter startUnixSeconds: the date of ``Instant/start`` in seconds since 1970.
  package init(startUnixSeconds: Int64) { self.init(.h4, startUnixSeconds) }

  /// Begins a file with datalink 2001, for messages of the kernel's monitor.
  package static func ofMonitor() -> BTSnoopWriter { BTSnoopWriter(.monitor, 0) }

  private init(_ datalink: BTSnoop.Datalink, _ startUnixSeconds: Int64) {
    self.startUnixSeconds = startUnixSeconds
    bytes = BTSnoop.magic
    append(BTSnoop.version)
    append(datalink.rawValue)
  }

  /// Adds a packet to a file with datalink 1002.
  /// - Parameter packet: the packet without its H4 type.
  package mutating func write(_ packet: [UInt8], kind: HCIPacketKind, at instant: Instant) {
    let (type, flags): (UInt8, UInt32) =
      switch kind {
      case .command: (0x01, 2)
      case .event: (0x04, 3)
      case .acl(received: false): (0x02, 0)
      case .acl(received: true): (0x02, 1)
      }
    beginRecord(
      length: packet.count + 1, flags: flags,
      unixMicroseconds: startUnixSeconds &* 1_000_000 &+ instant.nanoseconds / 1000)
    bytes.append(type)
    bytes += packet
  }

  /// Adds a message of the kernel's monitor to a file with datalink 2001. The header of a message has an opcode, an
  /// adapter and a length of two bytes each (`hci_mon.h` of the kernel); opcode and adapter become the flags of the
  /// record.
  /// - Returns: `false` if this is not a complete message.
  @discardableResult
  package mutating func write(monitorMessage message: RawSpan, unixMicroseconds: Int64) -> Bool {
    guard let opcode = message.uint16(at: 0), let adapter = message.uint16(at: 2), let length = message.uint16(at: 4),
      message.holds(Int(length), at: 6)
    else { return false }
    beginRecord(length: Int(length), flags: UInt32(adapter) << 16 | UInt32(opcode), unixMicroseconds: unixMicroseconds)
    bytes += message.array(at: 6, count: Int(length))
    return true
  }

  /// Returns and removes the bytes so far, for a file that grows.
  package mutating func removeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func beginRecord(length: Int, flags: UInt32, unixMicroseconds: Int64) {
    append(UInt32(truncatingIfNeeded: length))
    append(UInt32(truncatingIfNeeded: length))
    append(flags)
    append(UInt32(0))  // The number of lost packets, which the kernel does not report.
    append(BTSnoop.unixEpochMicroseconds &+ unixMicroseconds)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

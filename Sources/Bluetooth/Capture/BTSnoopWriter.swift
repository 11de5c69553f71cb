import Readings

/// Writes a BTSnoop file of datalink 1002, or of 2001.
package struct BTSnoopWriter: Sendable {
  /// What was written since the file was begun, or since ``take()``.
  package private(set) var bytes: [UInt8]
  private let startUnixSeconds: Int64

  /// Begins a file of datalink 1002.
  /// - Parameter startUnixSeconds: the date of ``Instant/start``, seconds since 1970.
  package init(startUnixSeconds: Int64) { self.init(.h4, startUnixSeconds) }

  /// Begins a file of datalink 2001, for what the kernel's monitor tells.
  package static func ofMonitor() -> BTSnoopWriter { BTSnoopWriter(.monitor, 0) }

  private init(_ datalink: BTSnoop.Datalink, _ startUnixSeconds: Int64) {
    self.startUnixSeconds = startUnixSeconds
    bytes = BTSnoop.magic
    append(BTSnoop.version)
    append(datalink.rawValue)
  }

  /// Adds a packet to a file of datalink 1002.
  /// - Parameter packet: without its H4 type.
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

  /// Adds a message of the kernel's monitor to a file of datalink 2001. Its header, an opcode, the adapter and a length of
  /// two bytes each, is that of the kernel's `hci_mon.h`; opcode and adapter become the record's flags.
  /// - Returns: whether it was one.
  @discardableResult
  package mutating func write(monitorMessage message: RawSpan, unixMicroseconds: Int64) -> Bool {
    guard let opcode = message.uint16(at: 0), let adapter = message.uint16(at: 2), let length = message.uint16(at: 4),
      message.holds(Int(length), at: 6)
    else { return false }
    beginRecord(length: Int(length), flags: UInt32(adapter) << 16 | UInt32(opcode), unixMicroseconds: unixMicroseconds)
    bytes += message.array(at: 6, count: Int(length))
    return true
  }

  /// What was written so far, which the writer then forgets: for a file that grows.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func beginRecord(length: Int, flags: UInt32, unixMicroseconds: Int64) {
    append(UInt32(truncatingIfNeeded: length))
    append(UInt32(truncatingIfNeeded: length))
    append(flags)
    append(UInt32(0))  // Packets that were lost: the kernel does not tell.
    append(BTSnoop.unixEpochMicroseconds &+ unixMicroseconds)
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}

import Readings

/// The BTSnoop file format, which btmon, Wireshark and Android write and read: a header of 16 bytes, then records.
/// All numbers are big-endian (Symbian's snoop format; constants after BlueZ `src/shared/btsnoop.h`).
package enum BTSnoop {
  /// The first eight bytes of every file.
  package static let magic: [UInt8] = Array("btsnoop\0".utf8)
  static let version: UInt32 = 1
  static let headerSize = 16
  static let recordHeaderSize = 24
  /// Microseconds from the year 0, where the format counts from, to 1970.
  static let unixEpochMicroseconds: Int64 = 0x00DC_DDB3_0F2F_8000

  package enum Datalink: UInt32, Sendable {
    /// Bare HCI packets. The flags of the record give their type.
    case hci = 1001
    /// HCI packets that begin with their UART (H4) type.
    case h4 = 1002
    /// The framing of btmon: the flags of the record hold the adapter and an opcode.
    case monitor = 2001
  }
}

package enum HCIPacketKind: Sendable, Equatable {
  /// From host to controller.
  case command
  /// From controller to host.
  case event
  /// Data, sent or received.
  case acl(received: Bool)
}

package struct RecordedPacket: Sendable, Equatable {
  /// The time since the first packet of the recording. It never decreases.
  package let instant: Instant
  /// The number of the adapter, if the recording holds it. Handles of links belong to one adapter.
  package let adapter: UInt16
  package let kind: HCIPacketKind
  /// The packet, without an H4 type.
  package let bytes: ArraySlice<UInt8>
}

package enum RecordingError: Error, Sendable, Equatable {
  case empty
  /// A header and nothing after it.
  case noPackets
  case notBTSnoop
  case unsupportedVersion(UInt32)
  case unsupportedDatalink(UInt32)
  /// The file ends within a packet.
  case cut(byte: Int, wholePackets: Int)

  package var code: String {
    switch self {
    case .empty: "recording-empty"
    case .noPackets: "recording-empty"
    case .notBTSnoop: "recording-unknown-format"
    case .unsupportedVersion: "recording-unsupported-version"
    case .unsupportedDatalink: "recording-unsupported-datalink"
    case .cut: "recording-cut"
    }
  }

  package var message: String {
    switch self {
    case .empty: "the file is empty; record it again"
    case .noPackets: "the recording holds no packet; record it again"
    case .notBTSnoop: "this is not a BTSnoop recording; give a file that btmon -w has written"
    case .unsupportedVersion(let version): "BTSnoop version \(version) is not supported; only version 1 is"
    case .unsupportedDatalink(let datalink):
      "BTSnoop datalink \(datalink) is not supported; 1001, 1002 (H4) and 2001 (Linux monitor) are"
    case .cut(let byte, let wholePackets):
      "the recording is cut off at byte \(byte), after \(wholePackets) whole packets; the packets before it were used"
    }
  }
}

/// Reads the HCI packets of a BTSnoop file in order. The file is untrusted; every fault is a ``RecordingError``.
package struct BTSnoopReader: Sendable {
  private let bytes: [UInt8]
  private let datalink: BTSnoop.Datalink
  private var offset = BTSnoop.headerSize
  private var records = 0
  private var latestMicroseconds: Int64?
  private var latest = Instant.start

  package init(bytes: [UInt8]) throws(RecordingError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.starts(with: BTSnoop.magic) else { throw .notBTSnoop }
    let span = bytes.span.bytes
    guard let version = span.uint32BigEndian(at: 8), let datalink = span.uint32BigEndian(at: 12) else {
      throw .cut(byte: bytes.count, wholePackets: 0)
    }
    guard version == BTSnoop.version else { throw .unsupportedVersion(version) }
    guard let known = BTSnoop.Datalink(rawValue: datalink) else { throw .unsupportedDatalink(datalink) }
    self.bytes = bytes
    self.datalink = known
  }

  /// Returns the next HCI packet, or `nil` at the end. Other records, such as notes of btmon, are skipped.
  package mutating func next() throws(RecordingError) -> RecordedPacket? {
    while offset < bytes.count {
      guard let record = record(at: offset) else { throw .cut(byte: bytes.count, wholePackets: records) }
      offset = record.data.upperBound
      records += 1
      advance(to: record.microseconds)
      if let packet = packet(in: record) { return packet }
    }
    guard records > 0 else { throw .noPackets }
    return nil
  }

  private struct Record {
    var flags: UInt32
    var microseconds: Int64
    var data: Range<Int>
  }

  private func record(at offset: Int) -> Record? {
    let span = bytes.span.bytes
    let start = offset + BTSnoop.recordHeaderSize
    guard let included = span.uint32BigEndian(at: offset + 4), let flags = span.uint32BigEndian(at: offset + 8),
      let microseconds = span.int64BigEndian(at: offset + 16), span.holds(Int(included), at: start)
    else { return nil }
    return Record(flags: flags, microseconds: microseconds, data: start..<start + Int(included))
  }

  /// Adds the time since the previous packet. A step back, or a step of more than a day, means that the clock was set
  /// during the recording. Such a step counts as no time, and the recording continues from the new time.
  private mutating func advance(to microseconds: Int64) {
    defer { latestMicroseconds = microseconds }
    guard let latestMicroseconds else { return }
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(latestMicroseconds)
    guard !overflow, (0...Self.longestGapMicroseconds).contains(elapsed) else { return }
    latest = latest.advanced(by: .microseconds(elapsed))
  }

  private static let longestGapMicroseconds: Int64 = 86_400_000_000

  private func packet(in record: Record) -> RecordedPacket? {
    let kind: HCIPacketKind
    let flags = record.flags
    var body = bytes[record.data]
    switch datalink {
    case .h4:
      guard let type = body.popFirst() else { return nil }
      switch type {
      case 0x01: kind = .command
      case 0x02: kind = .acl(received: flags & 1 != 0)
      case 0x04: kind = .event
      default: return nil
      }
    case .hci:
      switch flags & 3 {
      case 0: kind = .acl(received: false)
      case 1: kind = .acl(received: true)
      case 2: kind = .command
      default: kind = .event
      }
    case .monitor:
      switch flags & 0xFFFF {
      case 2: kind = .command
      case 3: kind = .event
      case 4: kind = .acl(received: false)
      case 5: kind = .acl(received: true)
      default: return nil
      }
    }
    let adapter = datalink == .monitor ? UInt16(truncatingIfNeeded: flags >> 16) : 0
    return RecordedPacket(instant: latest, adapter: adapter, kind: kind, bytes: body)
  }
}

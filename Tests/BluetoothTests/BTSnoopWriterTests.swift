import Bluetooth
import Readings
import Testing

/// What the writer writes.
struct BTSnoopWriterTests {
  @Test func `what is written is read again`() {
    let packets: [(HCIPacketKind, [UInt8], Double)] = [
      (.command, [0x0C, 0x20, 0x02, 0x01, 0x00], 0), (.event, [0x3E, 0x00], 0.25),
      (.acl(received: true), [0x40, 0x20, 0x00, 0x00], 7), (.acl(received: false), [0x40, 0x00, 0x00, 0x00], 86_400),
      (.event, [], 86_401),
    ]
    var writer = BTSnoopWriter(startUnixSeconds: 1_767_225_600)
    for (kind, bytes, seconds) in packets {
      writer.write(bytes, kind: kind, at: Instant(nanoseconds: Int64(seconds * 1e9)))
    }
    let (read, error) = readAll(writer.bytes)
    #expect(error == nil)
    #expect(read.map(\.kind) == packets.map(\.0))
    #expect(read.map { Array($0.bytes) } == packets.map(\.1))
    #expect(read.map(\.instant.seconds) == packets.map(\.2))
  }

  @Test func `a record carries the date, counted from the year 0`() {
    var writer = BTSnoopWriter(startUnixSeconds: 0)
    writer.write([0x3E], kind: .event, at: Instant(nanoseconds: 1_000_000))
    // The format's own example: 0x00E03AB44A676000 is midnight, 1 January 2000, and that is 946,684,800 s after 1970.
    let expected: Int64 = 0x00E0_3AB4_4A67_6000 - 946_684_800_000_000 + 1000
    let date = writer.bytes[32..<40].reduce(0 as Int64) { $0 << 8 | Int64($1) }
    #expect(date == expected)
  }

  @Test func `the header is that of datalink 1002`() {
    let header = BTSnoopWriter(startUnixSeconds: 0).bytes
    #expect(header == Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA])
  }
}

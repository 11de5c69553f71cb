import Bluetooth
import Readings
import TestSupport
import Testing

/// What is recorded from the kernel's monitor, which puts a header of its own before each packet.
@Suite struct `A recording of the kernel's monitor` {
  private static let date: Int64 = 1_767_225_600_000_000

  /// The demo's packets, as the monitor would have reported them.
  private func recorded() -> (bytes: [UInt8], original: [RecordedPacket]) {
    let original = readAll(DemoRecording().bytes).packets
    var writer = BTSnoopWriter.ofMonitor()
    for packet in original {
      let opcode: UInt8 =
        switch packet.kind {
        case .command: 2
        case .event: 3
        case .acl(received: false): 4
        case .acl(received: true): 5
        }
      let count = packet.bytes.count
      let message = [opcode, 0, 0, 0, UInt8(count & 0xFF), UInt8(count >> 8)] + packet.bytes
      writer.write(monitorMessage: message.span.bytes, unixMicroseconds: Self.date + packet.instant.nanoseconds / 1000)
    }
    return (writer.bytes, original)
  }

  private func reports(_ packets: [RecordedPacket]) -> [RadioReport] {
    var trace = HCITrace()
    return packets.flatMap { trace.reports(of: $0) }
  }

  @Test func `replays to the same advertisements and notifications, at the same times`() {
    let (bytes, original) = recorded()
    let (packets, error) = readAll(bytes)
    #expect(error == nil)
    #expect(packets.map(\.instant.nanoseconds) == original.map { $0.instant.nanoseconds / 1000 * 1000 })
    let reports = reports(packets)
    #expect(reports == self.reports(original))
    #expect(reports.contains { if case .attributeValue = $0 { true } else { false } })
    #expect(reports.contains { if case .advertisement = $0 { true } else { false } })
  }

  @Test func `that was cut off replays up to there`() {
    let (bytes, _) = recorded()
    let whole = readAll(bytes).packets
    for end in stride(from: 17, to: min(bytes.count, 5_000), by: 13) {
      let (packets, _) = readAll(Array(bytes[..<end]))
      #expect(packets == Array(whole.prefix(packets.count)))
    }
  }

  @Test func `holds the date, the adapter and what happened`() {
    var writer = BTSnoopWriter.ofMonitor()
    let message: [UInt8] = [0x11, 0, 2, 0, 1, 0, 0xAB]
    writer.write(monitorMessage: message.span.bytes, unixMicroseconds: 0)
    #expect(Array(writer.bytes[8..<16]) == [0, 0, 0, 1, 0, 0, 0x07, 0xD1])
    let record: [UInt8] = [
      0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0x11, 0, 0, 0, 0, 0, 0xDC, 0xDD, 0xB3, 0x0F, 0x2F, 0x80, 0, 0xAB,
    ]
    #expect(Array(writer.bytes[16...]) == record)
  }

  @Test(arguments: [[], [1], [3, 0, 0, 0, 2, 0, 1], [3, 0, 0, 0, 0xFF, 0xFF]] as [[UInt8]])
  func `has no place for a message that is broken`(message: [UInt8]) {
    var writer = BTSnoopWriter.ofMonitor()
    let before = writer.bytes
    let isTaken = writer.write(monitorMessage: message.span.bytes, unixMicroseconds: 0)
    #expect(!isTaken && writer.bytes == before)
  }
}

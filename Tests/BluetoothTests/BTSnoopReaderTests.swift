import Bluetooth
import Readings
import Testing

/// Recordings of the three framings that are known.
struct BTSnoopReaderTests {
  private func kinds(_ file: RawRecording) -> [HCIPacketKind] { readAll(file.bytes).packets.map(\.kind) }

  @Test func `datalink 1001 recognises the kind by the flags`() {
    var file = RawRecording(datalink: 1001)
    for flags in 0...3 as ClosedRange<UInt32> { file = file.record([0xAA, 0xBB], flags: flags) }
    #expect(kinds(file) == [.acl(received: false), .acl(received: true), .command, .event])
    #expect(readAll(file.bytes).packets.allSatisfy { $0.bytes == [0xAA, 0xBB] })
  }

  @Test func `datalink 1002 recognises the kind by the first byte, which is taken off`() {
    let file = RawRecording(datalink: 1002)
      .record([0x01, 0xAA], flags: 2).record([0x02, 0xAA], flags: 0).record([0x02, 0xAA], flags: 1)
      .record([0x04, 0xAA], flags: 3)
    #expect(kinds(file) == [.command, .acl(received: false), .acl(received: true), .event])
    #expect(readAll(file.bytes).packets.allSatisfy { $0.bytes == [0xAA] })
  }

  @Test func `datalink 2001 recognises the kind by the opcode, whatever the adapter`() {
    var file = RawRecording(datalink: 2001)
    for opcode in 2...5 as ClosedRange<UInt32> { file = file.record([0xAA], flags: opcode | 1 << 16) }
    #expect(kinds(file) == [.command, .event, .acl(received: false), .acl(received: true)])
  }

  @Test func `btmon's notes and unknown H4 types are passed over`() {
    let notes = RawRecording(datalink: 2001)
      .record([0x00], flags: 0).record([0x4C], flags: 12).record([0xAA], flags: 3).record([], flags: 0xFFFF)
    #expect(kinds(notes) == [.event])
    let types = RawRecording(datalink: 1002)
      .record([0x03, 0xAA], flags: 0).record([], flags: 0).record([0x04, 0xAA], flags: 3).record([0x05], flags: 0)
    #expect(kinds(types) == [.event])
  }

  @Test func `time counts from the first record`() {
    let file = RawRecording()
      .record([0x04], flags: 3, microseconds: 63_000_000_000_000_000)
      .record([0x04], flags: 3, microseconds: 63_000_000_000_250_000)
      .record([0x04], flags: 3, microseconds: 63_000_000_012_000_001)
    #expect(readAll(file.bytes).packets.map(\.instant.nanoseconds) == [0, 250_000_000, 12_000_001_000])
  }

  @Test func `a clock that was set back takes no time, and time goes on from there`() {
    var file = RawRecording()
    for second in [100, 110, 105, 109, 112] as [Int64] {
      file = file.record([0x04], flags: 3, microseconds: second * 1_000_000)
    }
    #expect(readAll(file.bytes).packets.map(\.instant.seconds) == [0, 10, 10, 14, 17])
  }

  @Test func `a clock that was set from 1970 to now takes no time, and time goes on from there`() {
    var file = RawRecording()
    for second in [3, 4, 1_700_000_000, 1_700_000_007] as [Int64] {
      file = file.record([0x04], flags: 3, microseconds: second * 1_000_000)
    }
    #expect(readAll(file.bytes).packets.map(\.instant.seconds) == [0, 1, 1, 8])
  }

  @Test func `times out of all reason do not move the clock`() {
    var file = RawRecording()
    for microseconds in [0, .max, .min, 5_000_000, 6_000_000] as [Int64] {
      file = file.record([0x04], flags: 3, microseconds: microseconds)
    }
    #expect(readAll(file.bytes).packets.map(\.instant.seconds) == [0, 0, 0, 0, 1])
  }

  @Test func `a recording without a packet says so`() {
    let (packets, error) = readAll(RawRecording().bytes)
    #expect(packets.isEmpty)
    #expect(error == .noPackets)
  }
}

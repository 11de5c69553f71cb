import Bluetooth
import Readings
import TestSupport
import Testing

/// Files that are no recording, or none to its end.
struct BrokenRecordingTests {
  @Test func `an empty file says so`() {
    #expect(readAll([]).error == .empty)
  }

  @Test func `another format says so`() {
    #expect(readAll(Array("{\"t\":0}".utf8)).error == .notBTSnoop)
    #expect(readAll(RawRecording(magic: "btsnooP\0").bytes).error == .notBTSnoop)
  }

  @Test(arguments: [0, 2, 0x0100_0000] as [UInt32])
  func `an unknown version says which`(version: UInt32) {
    #expect(readAll(RawRecording(version: version).bytes).error == .unsupportedVersion(version))
  }

  @Test(arguments: [0, 1000, 1003, 2002] as [UInt32])
  func `an unknown datalink says which`(datalink: UInt32) {
    #expect(readAll(RawRecording(datalink: datalink).bytes).error == .unsupportedDatalink(datalink))
  }

  @Test func `a file that is cut at any byte gives out what stood before, then says where`() {
    let records = 3
    var file = RawRecording()
    var ends = [file.bytes.count]
    for index in 0..<records {
      file = file.record([0x04, UInt8(index), 0x00], flags: 3, microseconds: Int64(index))
      ends.append(file.bytes.count)
    }
    let whole = readAll(file.bytes).packets
    #expect(whole.count == records)
    for count in 0...file.bytes.count {
      let (packets, error) = readAll(Array(file.bytes.prefix(count)))
      let expected = max(0, ends.count { $0 <= count } - 1)
      #expect(packets == Array(whole.prefix(expected)), "cut at \(count)")
      switch count {
      case 0: #expect(error == .empty)
      case 1..<8: #expect(error == .notBTSnoop, "cut at \(count)")
      case 16: #expect(error == .noPackets)
      case _ where ends.contains(count): #expect(error == nil, "cut at \(count)")
      default: #expect(error == .cut(byte: count, wholePackets: expected), "cut at \(count)")
      }
    }
  }

  @Test func `a record that claims four gigabytes is a cut`() {
    var bytes = RawRecording().record([0x04], flags: 3).bytes
    bytes.replaceSubrange(20..<24, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(readAll(bytes).error == .cut(byte: bytes.count, wholePackets: 0))
  }

  @Test func `random bytes behind a good header never trap`() {
    var random = SplitMix64(seed: 11)
    for datalink in [1001, 1002, 2001] as [UInt32] {
      for _ in 0..<2000 {
        // Small lengths, so that some records are whole.
        var body = random.bytes(Int.random(in: 0...120, using: &random))
        for index in [4, 5, 6] where index < body.count { body[index] = 0 }
        _ = readAll(RawRecording(datalink: datalink).bytes + body)
      }
    }
  }

  @Test func `every error has a code of its own and a sentence`() {
    let errors: [RecordingError] = [
      .empty, .notBTSnoop, .unsupportedVersion(7), .unsupportedDatalink(9), .cut(byte: 40, wholePackets: 1),
    ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    #expect(RecordingError.unsupportedDatalink(9).message.contains("9"))
    #expect(RecordingError.cut(byte: 40, wholePackets: 1).message.contains("40"))
  }
}

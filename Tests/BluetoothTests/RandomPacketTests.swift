import Bluetooth
import Readings
import TestSupport
import Testing

/// Any packets are followed without a trap.
struct RandomPacketTests {
  @Test func `random packets never trap`() {
    var random = SplitMix64(seed: 99)
    let kinds: [HCIPacketKind] = [.command, .event, .acl(received: true), .acl(received: false)]
    for _ in 0..<200 {
      let packets = (0..<100).map { _ in
        var bytes = random.bytes(Int.random(in: 0...60, using: &random))
        if random.next() % 2 == 0, bytes.count > 2 {
          // The events that are followed, so that noise gets past the first question.
          bytes[0] = random.next() % 4 == 0 ? 0x05 : 0x3E
          bytes[2] = [0x01, 0x02, 0x0A, 0x0D][Int(random.next() % 4)]
        }
        return HCIPacket(kind: kinds[Int(random.next() % 4)], bytes: bytes)
      }
      _ = trace(packets)
    }
  }

  @Test func `a good stream with flipped bits never traps, and most of it is still understood`() {
    let good = DemoRecording().entries.map(\.packet)
    let whole = trace(good).reports.count
    var random = SplitMix64(seed: 100)
    var understood = 0
    for _ in 0..<20 {
      let flipped = good.map { packet in
        guard random.next() % 4 == 0 else { return packet }
        var bytes = packet.bytes
        bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
        return HCIPacket(kind: packet.kind, bytes: bytes)
      }
      understood += trace(flipped).reports.count
    }
    #expect(understood > 0)
    #expect(understood / 20 < whole)
  }
}

import Alarms
import Testing

@testable import Peer

@Suite struct `A frame of a pair` {
  private var frame: PeerFrame {
    var frame = PeerFrame(boot: 0x0102_0304_0506_0708, counter: 9)
    (frame.echoedBoot, frame.echoedCounter, frame.health) = (3, 4, .hangs)
    frame.signals[1] = PeerFrame.Signal(Elsewhere.Signal(.silent, .air), number: 77)
    frame.answers = [5, 0, 0, 6]
    return frame
  }

  @Test func `is read as it was written`() throws {
    let bytes = frame.bytes(by: Pair.bedKey)
    #expect(bytes.count == PeerFrame.length)
    #expect(try PeerFrame(bytes, by: Pair.hallKey) == frame)
  }

  @Test func `is refused if any bit of it has changed`() {
    let bytes = frame.bytes(by: Pair.bedKey)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(throws: PeerFrame.Refusal.self) { try PeerFrame(changed, by: Pair.hallKey) }
      }
    }
  }

  @Test func `is refused if it is cut, longer, empty, or of another pair`() {
    let bytes = frame.bytes(by: Pair.bedKey)
    for count in 0..<bytes.count {
      #expect(throws: PeerFrame.Refusal.malformed) { try PeerFrame(Array(bytes.prefix(count)), by: Pair.hallKey) }
    }
    #expect(throws: PeerFrame.Refusal.malformed) { try PeerFrame(bytes + [0], by: Pair.hallKey) }
    let other = PeerKey(own: 2, other: 1, secret: [UInt8](repeating: 1, count: 32))
    #expect(throws: PeerFrame.Refusal.forged) { try PeerFrame(bytes, by: other) }
  }

  @Test func `of a box is none to itself, whatever number it claims`() {
    let bytes = frame.bytes(by: Pair.bedKey)
    #expect(throws: PeerFrame.Refusal.foreign) { try PeerFrame(bytes, by: Pair.bedKey) }
    // With the number of the other box in it, the code is of the wrong direction.
    var turned = bytes
    turned[11] = 2
    #expect(throws: PeerFrame.Refusal.forged) { try PeerFrame(turned, by: Pair.bedKey) }
  }
}

import Testing

@testable import Peer

@Suite struct `Joining two boxes` {
  private func box(_ seed: UInt8) throws -> PeerJoin {
    try #require(PeerJoin(random: (0..<56).map { UInt8(truncatingIfNeeded: Int($0) * 7 + Int(seed)) }))
  }

  private func exchange(_ one: inout PeerJoin, _ other: inout PeerJoin) {
    for _ in 0..<3 {
      for frame in one.frames { other.receive(frame) }
      for frame in other.frames { one.receive(frame) }
    }
  }

  private func shown(_ join: PeerJoin) -> (digits: String, key: PeerKey)? {
    if case .digits(let digits, let key) = join.outcome { (digits, key) } else { nil }
  }

  @Test func `shows the same six digits on both, and makes one key`() throws {
    var bed = try box(1), hall = try box(2)
    exchange(&bed, &hall)
    let one = try #require(shown(bed)), other = try #require(shown(hall))
    #expect(one.digits == other.digits && one.digits.count == 7)
    #expect(one.key.own == other.key.other && one.key.other == other.key.own)
    #expect(one.key.sending == other.key.receiving && one.key.receiving == other.key.sending)
  }

  @Test func `shows nothing of a box before the other one is bound`() throws {
    let bed = try box(1)
    #expect(bed.frames.count == 1 && bed.frames[0].count == 45)
  }

  @Test func `shows other digits if somebody stands in the middle`() throws {
    var equal = 0
    for seed in 0..<50 {
      var bed = try box(UInt8(seed)), hall = try box(UInt8(seed + 60))
      var toBed = try box(UInt8(seed + 120)), toHall = try box(UInt8(seed + 180))
      exchange(&bed, &toBed)
      exchange(&hall, &toHall)
      if try #require(shown(bed)).digits == #require(shown(hall)).digits { equal += 1 }
    }
    #expect(equal == 0)
  }

  @Test func `fails if what is shown is not what was bound`() throws {
    var bed = try box(1), hall = try box(2)
    for frame in hall.frames { bed.receive(frame) }
    for frame in bed.frames { hall.receive(frame) }
    var reveal = try #require(hall.frames.last)
    reveal[40] ^= 1
    bed.receive(reveal)
    #expect(bed.outcome == .failed(.forged))
  }

  @Test func `fails if two other boxes answer`() throws {
    var bed = try box(1)
    let hall = try box(2), third = try box(3)
    for frame in hall.frames + third.frames { bed.receive(frame) }
    #expect(bed.outcome == .failed(.crowd))
  }

  @Test func `keeps its digits when a third box speaks after them`() throws {
    var bed = try box(1), hall = try box(2)
    exchange(&bed, &hall)
    let digits = shown(bed)?.digits
    for frame in try box(3).frames { bed.receive(frame) }
    #expect(digits != nil && shown(bed)?.digits == digits)
  }

  @Test func `ignores its own words, cut ones and noise`() throws {
    var bed = try box(1), hall = try box(2)
    for frame in bed.frames { bed.receive(frame) }
    for frame in hall.frames { bed.receive(Array(frame.dropLast())) }
    for length in 0..<100 { bed.receive([UInt8](repeating: UInt8(length), count: length)) }
    #expect(bed.outcome == .waiting)
    exchange(&bed, &hall)
    #expect(shown(bed) != nil)
  }
}

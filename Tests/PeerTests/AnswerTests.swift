import Alarms
import Readings
import Testing

@testable import Peer

@Suite struct `An answer at the other box` {
  private func sounding() -> Pair {
    var pair = Pair()
    pair.pass(3)
    pair.tellBed(.works, high: .sounding, number: 5)
    pair.pass(0.1)
    #expect(pair.shown[.high] == Elsewhere.Signal(.sounding, .heart, number: 5))
    return pair
  }

  @Test func `counts for the signal that it is about, as long as that sounds`() {
    var pair = sounding()
    pair.hall.tell(.works, pair.hall.signals.map { _ in PeerFrame.Signal() }, answers: [5, 0, 0, 0], at: pair.now)
    pair.pass(0.1)
    #expect(pair.bed.answered(at: pair.now) == [.high])
    pair.tellBed(.works, high: .silent, number: 5)
    #expect(pair.bed.answered(at: pair.now).isEmpty)
    // A new alarm of the same priority is not answered by that.
    pair.tellBed(.works, high: .sounding, number: 6)
    pair.pass(1)
    #expect(pair.bed.answered(at: pair.now).isEmpty)
  }

  @Test func `does not count from a box that is lost`() {
    var pair = sounding()
    pair.hall.tell(.works, pair.hall.signals.map { _ in PeerFrame.Signal() }, answers: [5, 0, 0, 0], at: pair.now)
    pair.pass(0.1)
    pair.pass(7, hallSends: false)
    #expect(pair.bed.answered(at: pair.now).isEmpty)
  }

  @Test func `and every change is sent three times within half a second`() {
    var pair = sounding()
    let before = pair.fromBed.count
    pair.tellBed(.works, high: .silent, number: 5)
    pair.pass(0.5)
    #expect(pair.fromBed.count - before == 3)
    // However often it changes, there are at most 20 a second.
    for number in 0..<2_000 {
      pair.tellBed(.works, high: .sounding, number: UInt32(number))
      if number % 100 == 0 { pair.pass(0.05) }
    }
    #expect(pair.fromBed.count - before <= 3 + 20 + 2)
  }
}

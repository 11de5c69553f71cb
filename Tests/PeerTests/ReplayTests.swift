import Alarms
import Readings
import Testing

@testable import Peer

@Suite struct `A recorded datagram` {
  /// A pair in which the bed has signalled an alarm that was over after a while.
  private func recorded() -> Pair {
    var pair = Pair()
    pair.pass(3)
    pair.tellBed(.works, high: .sounding)
    pair.pass(3)
    #expect(pair.shown[.high].presence == .sounding)
    pair.tellBed(.works)
    pair.pass(3)
    #expect(pair.shown[.high].presence == .off)
    return pair
  }

  @Test func `changes nothing while its box lives`() {
    var pair = recorded()
    for frame in pair.fromBed { #expect(pair.hall.receive(frame, at: pair.now) == .repeated) }
    #expect(pair.shown[.high].presence == .off && pair.loss == nil)
  }

  @Test func `extends no life, forwards, backwards or shuffled`() {
    for order in 0..<3 {
      var pair = recorded()
      var frames = pair.fromBed
      if order == 1 { frames.reverse() }
      if order == 2 { frames.shuffle() }
      for step in 0..<400 {
        pair.pass(0.05, bedSends: false)
        if !frames.isEmpty { _ = pair.hall.receive(frames[step % frames.count], at: pair.now) }
      }
      #expect(pair.loss == .silent)
    }
  }

  @Test func `that was held back extends no life beyond its own time`() {
    var pair = recorded()
    // From now on, an attacker removes what the bed sends. The bed dies after ten seconds.
    let before = pair.fromBed.count
    pair.bedArrives = { [count = before] in $0 <= count }
    for _ in 0..<200 { pair.pass(0.05) }
    var held = Array(pair.fromBed[before...])
    #expect(held.count >= 9)
    // It is given out slowly: one each second.
    for _ in 0..<held.count {
      pair.pass(1, bedSends: false)
      _ = pair.hall.receive(held.removeFirst(), at: pair.now)
      #expect(pair.loss != nil)
    }
    #expect(pair.hall.refused[.stale, default: 0] > 0)
  }

  @Test func `of an earlier run does not make this run believe that the box lives`() {
    let old = recorded()
    var pair = Pair()
    pair.hall = PeerLink(key: Pair.hallKey, boot: 23, at: .start)
    pair.hall.tell(.works, pair.hall.signals, answers: [0, 0, 0, 0], at: pair.now)
    for step in 0..<800 {
      pair.pass(0.05, bedSends: false)
      #expect(pair.hall.receive(old.fromBed[step % old.fromBed.count], at: pair.now) == .stale)
    }
    #expect(pair.loss == .oneWay && pair.shown[.high].presence == .off)
  }

  @Test func `of the bed's earlier run does not come back after its restart`() {
    var pair = recorded()
    pair.tellBed(.works, high: .sounding, number: 9)
    pair.pass(0.5)
    let alarm = pair.fromBed.suffix(3)
    pair.bed = PeerLink(key: Pair.bedKey, boot: 12, at: pair.now)
    pair.tellBed(.works)
    pair.pass(3)
    #expect(pair.shown[.high].presence == .off)
    for frame in alarm { #expect(pair.hall.receive(frame, at: pair.now) == .repeated) }
    #expect(pair.shown[.high].presence == .off)
  }

  @Test func `cannot be sent back to its sender`() {
    var pair = recorded()
    for frame in pair.fromBed { #expect(pair.bed.receive(frame, at: pair.now) == .foreign) }
    #expect(pair.bed.refused.isEmpty, "the network may give a box its own datagrams")
  }

  @Test func `and a hundred thousand forged ones keep no box from hearing the other`() {
    var pair = recorded()
    let before = pair.hall.refused.values.reduce(0, +)
    for number in 0..<100_000 {
      var frame = pair.fromBed[number % pair.fromBed.count]
      frame[number % 80 + 4] ^= UInt8(truncatingIfNeeded: number) | 1
      _ = pair.hall.receive(frame, at: pair.now)
    }
    let refused = pair.hall.refused.values.reduce(0, +)
    #expect(refused - before == 100_000)
    pair.pass(3)
    #expect(pair.loss == nil)
  }
}

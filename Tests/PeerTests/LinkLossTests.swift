import Alarms
import Readings
import Testing

@testable import Peer

@Suite struct `The other box counts as lost` {
  private func heard() -> Pair {
    var pair = Pair()
    pair.pass(5)
    #expect(pair.loss == nil && pair.hall.isSettled(at: pair.now))
    return pair
  }

  @Test func `if nothing is heard for five and a half seconds, and not within three`() {
    var pair = heard()
    pair.pass(3, bedSends: false)
    #expect(pair.loss == nil)
    pair.pass(2.6, bedSends: false)
    #expect(pair.loss == .silent)
    pair.pass(3)
    #expect(pair.loss == nil, "it is received again")
  }

  @Test func `not if three signs of life in a row are lost, again and again`() {
    var pair = heard()
    pair.bedArrives = { $0 % 4 == 0 }
    var worst = 0
    for _ in 0..<400 {
      pair.pass(0.25)
      if pair.loss != nil { worst += 1 }
    }
    #expect(worst == 0)
  }

  @Test(arguments: [
    (PeerFrame.Health.hangs, LinkLoss.hangs), (.missing, .missing), (.stopped, .stopped), (.goodbye, .goodbye),
  ])
  func `if its box does not work, with the reason that it gives`(_ health: PeerFrame.Health, _ loss: LinkLoss) {
    var pair = heard()
    pair.tellBed(health)
    pair.pass(2)
    #expect(pair.loss == nil, "a restart of a process is no alarm")
    pair.pass(4)
    #expect(pair.loss == loss)
  }

  @Test func `with its last word as the reason if it then goes, and with silence if it only hung`() {
    var pair = heard()
    pair.tellBed(.goodbye)
    pair.pass(0.5)
    pair.pass(20, bedSends: false)
    #expect(pair.loss == .goodbye)
    var other = heard()
    other.tellBed(.hangs)
    other.pass(0.5)
    other.pass(20, bedSends: false)
    #expect(other.loss == .silent)
  }

  @Test func `if it was never heard, half a minute after the start`() {
    var pair = Pair()
    pair.pass(29, bedSends: false)
    #expect(pair.loss == nil && !pair.hall.isSettled(at: pair.now))
    pair.pass(1.1, bedSends: false)
    #expect(pair.loss == .neverHeard)
  }

  @Test func `by both if only one direction works`() {
    var pair = heard()
    pair.pass(7, hallSends: false)
    #expect(pair.bed.loss(at: pair.now) == .silent)
    #expect(pair.loss == .oneWay, "it is received and does not answer")
  }

  @Test func `because of this box's network, if that is down`() {
    var pair = heard()
    pair.hall.setNetworkDown(true)
    pair.pass(7, bedSends: false)
    #expect(pair.loss == .noNetwork)
  }

  @Test func `not after a restart of its process, once it is heard again`() {
    var pair = heard()
    pair.bed = PeerLink(key: Pair.bedKey, boot: 12, at: pair.now)
    pair.tellBed(.works)
    pair.pass(4)
    #expect(pair.loss == nil && pair.bed.loss(at: pair.now) == nil)
    pair.pass(10)
    #expect(pair.loss == nil)
  }
}

import Readings
import Testing
@testable import Control

@Suite struct `Places at the control socket` {
  private let places = ConnectionGate(owners: [0, 990])
  private func at(_ seconds: Int) -> Instant { .start.advanced(by: .seconds(seconds)) }

  private func holder(
    _ user: UInt32 = 1000, unreadSince: Int? = nil, lastReceived: Int = 0, isWaiting: Bool = false
  ) -> ConnectionGate.Holder {
    ConnectionGate.Holder(
      user: user, unreadSince: unreadSince.map(at), lastReceived: at(lastReceived), isWaiting: isWaiting)
  }

  private func crowd(_ count: Int, of user: UInt32 = 1000, isWaiting: Bool = true) -> [ConnectionGate.Holder] {
    Array(repeating: holder(user, lastReceived: 100, isWaiting: isWaiting), count: count)
  }

  @Test func `are free for the first 16 members`() {
    #expect(places.decision(for: 1000, among: []) == .room)
    #expect(places.decision(for: 1000, among: crowd(15)) == .room)
    #expect(places.decision(for: 1000, among: crowd(16)) == .cut(15), "the youngest of those that all read")
  }

  @Test func `are lost by a client that reads nothing, and not by the oldest`() {
    var holders = crowd(16)
    holders[0].lastReceived = at(0)
    holders[5].unreadSince = at(40)
    holders[9].unreadSince = at(30)
    #expect(places.decision(for: 1000, among: holders) == .cut(9), "the one that has read nothing for longest")
  }

  @Test func `are then lost by the client that has asked nothing for longest`() {
    var holders = crowd(16)
    holders[3] = holder(lastReceived: 20)
    holders[4] = holder(lastReceived: 10)
    #expect(places.decision(for: 1000, among: holders) == .cut(4))
  }

  @Test func `are kept for root and for the box's own user`() {
    let holders = crowd(16)
    #expect(places.decision(for: 0, among: holders) == .room)
    #expect(places.decision(for: 990, among: holders) == .room)
    #expect(places.decision(for: 1000, among: holders + crowd(2, of: 0)) == .cut(15))
  }

  @Test func `of root are not given to members, whatever root's clients do`() {
    let idle = Array(repeating: holder(0, unreadSince: 1, lastReceived: 0), count: 4)
    #expect(places.decision(for: 1000, among: crowd(16) + idle) == .cut(15))
    #expect(places.decision(for: 0, among: crowd(16) + idle) == .cut(16))
  }

  @Test func `of members make room for root where root's own are full`() {
    #expect(places.decision(for: 0, among: crowd(16) + crowd(4, of: 0)) == .cut(15))
  }

  @Test func `are found by who tells of the circle, whatever crowd follows`() {
    let tellers = ConnectionGate(owners: [0, 990, 991])
    var holders = (UInt32(1000)..<1016).flatMap { crowd(1, of: $0) }
    #expect(tellers.decision(for: 991, among: holders) == .room)
    holders += crowd(4, of: 991)
    // It has the most clients, and takes none from itself.
    guard case .cut(let index) = tellers.decision(for: 991, among: holders) else {
      Issue.record("there is no place")
      return
    }
    #expect(index < 16)
  }

  @Test func `are shared: a user with many followers gives one to a user with none`() {
    #expect(places.decision(for: 1001, among: crowd(16)) == .cut(15), "the youngest of the many")
    #expect(places.decision(for: 1001, among: crowd(8, of: 1001) + crowd(8)) == .cut(7), "its own")
    #expect(places.decision(for: 1000, among: crowd(15) + crowd(1, of: 1001)) == .cut(14), "not the other's only one")
  }
}

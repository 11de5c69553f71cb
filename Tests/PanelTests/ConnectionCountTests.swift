import Testing
@testable import Web

@testable import Panel

@Suite struct `Connections to the page` {
  @Test func `of one address of the network are 32 at most, and others still get in`() {
    let count = ConnectionCount()
    for _ in 0..<HTTPLimits.connectionsOfOne { #expect(count.add("192.0.2.7")) }
    #expect(!count.add("192.0.2.7"))
    #expect(count.add("192.0.2.8"))
    count.remove("192.0.2.7")
    #expect(count.add("192.0.2.7"))
  }

  @Test func `of this machine leave places for the network, and those of the network for this machine`() {
    let count = ConnectionCount()
    for _ in 0..<(HTTPLimits.connections - HTTPLimits.kept) { #expect(count.add("127.0.0.1")) }
    #expect(!count.add("127.0.0.1"))
    for _ in 0..<HTTPLimits.kept { #expect(count.add("192.0.2.7")) }
    #expect(!count.add("192.0.2.8"))
    let other = ConnectionCount()
    var taken = 0
    for host in 1...16 { for _ in 0..<HTTPLimits.connectionsOfOne where other.add("192.0.2.\(host)") { taken += 1 } }
    #expect(taken == HTTPLimits.connections - HTTPLimits.kept)
    #expect(other.add("127.0.0.1"))
  }
}

import Testing

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

  @Test func `of this machine are as many as there are in all`() {
    let count = ConnectionCount()
    for _ in 0..<HTTPLimits.connections { #expect(count.add("127.0.0.1")) }
    #expect(!count.add("127.0.0.1"))
    #expect(!count.add("192.0.2.7"))
  }
}

import NIOCore
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
    for host in 1...199 { for _ in 0..<HTTPLimits.connectionsOfOne where other.add("192.0.2.\(host)") { taken += 1 } }
    #expect(taken == HTTPLimits.connections - HTTPLimits.kept - HTTPLimits.keptForKnown)
    #expect(other.add("127.0.0.1"))
  }

  @Test func `of seven strangers leave the six of a browser to the next`() {
    let count = ConnectionCount()
    for host in 1...7 { for _ in 0..<1000 { _ = count.add("192.0.2.\(host)") } }
    #expect((0..<6).allSatisfy { _ in count.add("192.0.2.99") })
  }

  @Test func `of strangers leave places for those who have entered the code, and are short of time`() {
    let count = ConnectionCount()
    count.know("192.0.2.200")
    #expect(count.headTime(of: "192.0.2.1") == HTTPLimits.headTime)
    for host in 1...199 { for _ in 0..<HTTPLimits.connectionsOfOne { _ = count.add("192.0.2.\(host)") } }
    #expect(!count.add("192.0.2.201") && count.headTime(of: "192.0.2.201") == HTTPLimits.shortHeadTime)
    for _ in 0..<HTTPLimits.connectionsOfOne { #expect(count.add("192.0.2.200")) }
    #expect(!count.add("192.0.2.200") && count.headTime(of: "192.0.2.200") == HTTPLimits.headTime)
    #expect(count.headTime(of: "::1") == HTTPLimits.headTime)
  }

  @Test func `of one network of IPv6 are those of one visitor`() {
    let count = ConnectionCount()
    for host in 0..<HTTPLimits.connectionsOfOne { #expect(count.add("2001:db8:1:2::\(host + 1)")) }
    #expect(!count.add("2001:db8:1:2:ffff::1") && count.add("2001:db8:1:3::1"))
    count.remove("2001:db8:1:2::99")
    #expect(count.add("2001:db8:1:2::5"))
    #expect(count.add("::ffff:192.0.2.7") && count.add("fe80::1%wlan0"))
  }
}

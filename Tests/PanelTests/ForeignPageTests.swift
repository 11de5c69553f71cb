import Testing
import Web

@testable import Panel

/// What a page of a stranger can try in the browser of a person who may see the box.
@Suite struct `A page of a stranger` {
  @Test(arguments: [
    "localhost", "localhost:8437", "127.0.0.1:8437", "[::1]:8437", "192.168.1.5", "[fe80::1]", "box", "Box.local:80",
    "box-2.local:8437", "box.fritz.box", "box.lan", "box.home.arpa", "[2001:db8::5]:8437",
  ]) func `is not at a name of the box`(host: String) {
    #expect(HostNames(host: "box").allow(host))
  }

  @Test(arguments: [
    "", "evil.example", "box.evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8437", "[",
    "box.localdomain", "box-1.local", "box-99.local", "fritz.box", "other.fritz.box", "lan", "box.lan.evil.example",
  ])
  func `cannot give the box a name of its own`(host: String) {
    #expect(!HostNames(host: "box").allow(host))
  }

  @Test(arguments: [
    (nil, "http://evil.example", false), (nil, "null", false), (nil, "http://box:8437", true),
    (nil, "https://box:8437", true), (nil, "http://box", false), (nil, "http://box:8437.evil.example", false),
    ("same-origin", "http://box:8437", true), ("same-site", "http://box:8437", false),
    ("cross-site", nil, false), ("none", nil, false), (nil, nil, true),
  ]) func `cannot send a form`(site: String?, origin: String?, isAllowed: Bool) {
    #expect(SameOrigin.allows(site: site, origin: origin, host: "box:8437") == isAllowed)
  }
}

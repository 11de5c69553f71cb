import Settings
import Testing

@Suite("An address of a web service")
struct WebAddressTests {
  @Test(arguments: [
    ("https://ntfy.sh", "ntfy.sh", 443, "/"), ("http://127.0.0.1:8080/a/b?c=d", "127.0.0.1", 8080, "/a/b?c=d"),
    ("https://[::1]:8443/x", "::1", 8443, "/x"), ("https://a.example?x=1", "a.example", 443, "/?x=1"),
  ]) func `has a host, a port and a target`(text: String, host: String, port: Int, target: String) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.target == target)
  }

  @Test(arguments: [
    "", "ftp://a", "https://", "https://a b", "https://user:secret@host/", "https://host:0/", "https://host:99999/",
    "https://host/#x", "https://[::1", "https://host/ü", "https://a/\r\nX: y", "https://[::1]x/",
  ]) func `is refused if it is not one`(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func `shows its origin, which holds no secret`() {
    #expect(WebAddress("https://hooks.example:8443/token")?.origin == "https://hooks.example:8443")
    #expect(WebAddress("https://[fd00::1]/token")?.origin == "https://[fd00::1]")
  }

  @Test func `takes a path after its own`() {
    #expect(WebAddress("https://a.example/base/")?.appending("/1/messages.json").target == "/base/1/messages.json")
  }
}

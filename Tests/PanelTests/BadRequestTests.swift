import Testing
import Web

@testable import Panel

/// What programs send that mean no good, or are broken. The page lives on.
@Suite(.timeLimit(.minutes(20))) struct `A bad request` {
  @Test(arguments: [
    "\0\u{1}\u{2}garbage\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
    "POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "POST /enter HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
  ]) func `that is not HTTP is refused`(text: String) async throws {
    let bench = try PanelBench()
    let client = try RawClient(port: bench.port)
    await client.send(text)
    let answer = PanelBench.Answer(await client.readToEnd())
    #expect(answer.status == 400 || answer.status == 0, "\(answer.head)")
    #expect(try await bench.ask("GET", "/").status == 200)
  }

  @Test func `with a head of a megabyte, or ten thousand fields, is refused`() async throws {
    let bench = try PanelBench()
    let long = try await bench.ask("GET", "/", ["X-Long: " + String(repeating: "x", count: 1 << 20)])
    #expect(long.status != 200)
    let many = try await bench.ask("GET", "/", (0..<10_000).map { "X-\($0): y" })
    #expect(many.status != 200)
    let target = try await bench.ask("GET", "/" + String(repeating: "x", count: 1 << 20))
    #expect(target.status != 200)
    #expect(try await bench.ask("GET", "/").status == 200)
  }

  @Test func `with a gigabyte of a form is refused before it has come`() async throws {
    let bench = try PanelBench()
    let client = try RawClient(port: bench.port)
    await client.send("POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n")
    let part = String(repeating: "x", count: 1 << 16)
    var sent = 0
    while sent < 1000 {
      guard await client.send(part) else { break }
      sent += 1
    }
    #expect(sent < 1000)
  }

  @Test(arguments: [
    "/../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e%2fetc%2fpasswd", "/%ff", "//", "/assets/",
  ])
  func `for a file outside gets none`(path: String) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("GET", path)
    #expect(!answer.body.contains("root:"))
    #expect(answer.status == 404 || path == "//", "\(answer.status)")
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) func `of another kind is refused`(method: String)
    async throws
  {
    let bench = try PanelBench()
    let answer = try await bench.ask(method, "/")
    #expect(answer.status == 405 && answer.field("Allow") == "GET, HEAD")
  }

  @Test(arguments: [("GET", "/acknowledge", "POST"), ("POST", "/alarms", "GET, HEAD"), ("GET", "/leave", "POST")])
  func `of a kind that this path does not have is told which it has`(method: String, path: String, kinds: String)
    async throws
  {
    let bench = try PanelBench()
    let answer = try await bench.ask(method, path, body: method == "POST" ? "" : nil)
    #expect(answer.status == 405 && answer.field("Allow") == kinds)
    #expect(try await bench.ask(method, path, [PanelBench.fromAfar], body: method == "POST" ? "" : nil).status == 303)
  }

  @Test func `for a name that is not the box's is refused`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", "/", host: "evil.example").status == 421)
  }

  @Test func `for a head alone gets no body`() async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("HEAD", "/")
    #expect(answer.status == 200)
    #expect(answer.body.isEmpty)
  }
}

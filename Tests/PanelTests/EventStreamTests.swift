import Settings
import Testing

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The news of a page` {
  private func listen(_ bench: PanelBench) async throws -> RawClient {
    let client = try RawClient(port: bench.port)
    await client.send("GET /live/now HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return client
  }

  @Test func `say that the box is lost before they know it, and its values when it answers`() async throws {
    let bench = try PanelBench()
    let client = try await listen(bench)
    #expect(await client.read { $0.contains("event: lost") }.contains("text/event-stream"))
    bench.answer()
    #expect(await client.read { $0.contains("event: box") }.contains("\"alarms\":"))
    bench.panel.feed.tellLost("gone")
    #expect(await client.read { $0.contains("event: lost") }.contains("event: lost"))
  }

  @Test func `have only what has changed`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let client = try await listen(bench)
    _ = await client.read { $0.contains("event: box") }
    bench.answer()
    let second = await client.read { $0.contains("event: box") }
    #expect(second.contains("\"parts\":{}"), "\(second)")
  }

  @Test func `reach all who listen, and nobody is kept who has gone`() async throws {
    let bench = try PanelBench()
    bench.answer()
    var clients: [RawClient] = []
    for _ in 0..<8 { clients.append(try await listen(bench)) }
    for client in clients { _ = await client.read { $0.contains("event: box") } }
    #expect(bench.panel.feed.viewers == 8)
    clients.removeAll()
    while bench.panel.feed.viewers > 0 { bench.answer() }
  }

  @Test func `end for somebody who is signed out`() async throws {
    let bench = try PanelBench()
    let cookie = try bench.cookie(.look)
    let client = try RawClient(port: bench.port)
    await client.send(
      "GET /live/now HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(PanelBench.fromAfar)\r\n\(cookie)\r\n\r\n")
    _ = await client.read { $0.contains("event: lost") }
    try bench.panel.access.change { $0.leaveAll() }
    bench.answer()
    let rest = await client.readToEnd()
    #expect(!rest.contains("event: box"))
  }
}

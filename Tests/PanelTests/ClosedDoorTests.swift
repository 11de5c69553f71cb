import Settings
import TestSupport
import Testing
import Web

@testable import Panel

/// What decides who may enter can fail; then no one may.
@Suite(.timeLimit(.minutes(20))) struct `A file of codes that cannot be read` {
  @Test(arguments: ["", "{", "[]", "\u{0}", #"{"visitors": "all"}"#]) func `lets nobody in`(content: String)
    async throws
  {
    let bench = try PanelBench()
    let cookie = try bench.cookie(.change)
    #expect(try await bench.ask("GET", "/sensors", [PanelBench.fromAfar, cookie]).status == 200)
    _ = try bench.folder.write(content, to: "panel.json")
    #expect(try await bench.ask("GET", "/sensors", [PanelBench.fromAfar, cookie]).status == 303)
    let answer = try await bench.ask("POST", "/enter", [PanelBench.fromAfar], body: "code=123456")
    #expect(answer.status == 500 && answer.field("Set-Cookie") == nil)
    #expect(answer.body.contains("delete it, and everybody needs a new code"))
  }
}

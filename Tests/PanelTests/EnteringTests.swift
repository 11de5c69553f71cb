import Settings
import System
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `Somebody of the network` {
  private let afar = [PanelBench.fromAfar]

  @Test func `enters with the code, and has a cookie that scripts and other pages cannot use`() async throws {
    let bench = try PanelBench()
    let code = try bench.panel.access.change { $0.newCode(7, for: .change, at: bench.now) }
    let answer = try await bench.ask("POST", "/enter", afar, body: "code=\(code)")
    #expect(answer.status == 303)
    let cookie = try #require(answer.field("Set-Cookie"))
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/"))
    let pair = "Cookie: " + cookie.prefix { $0 != ";" }
    bench.answer()
    #expect(try await bench.ask("GET", "/", afar + [pair]).status == 200)
    // Signed out, the same cookie opens nothing.
    #expect(try await bench.ask("POST", "/leave", afar + [pair], body: "").status == 303)
    #expect(try await bench.ask("GET", "/", afar + [pair]).status == 303)
  }

  @Test func `is told beside the field that the code is wrong, and that there is none`() async throws {
    let bench = try PanelBench()
    _ = try bench.panel.access.change { $0.newCode(7, for: .change, at: bench.now) }
    let wrong = try await bench.ask("POST", "/enter", afar, body: "code=123456")
    #expect(wrong.status == 403)
    #expect(wrong.body.contains("This is not the code"))
    for _ in 0..<4 { _ = try await bench.ask("POST", "/enter", afar, body: "code=123456") }
    #expect(try await bench.ask("POST", "/enter", afar, body: "code=000007").body.contains("Too many wrong codes"))
    // The owner gets in from another device, and reads that somebody else has tried.
    let other = ["X-Forwarded-For: 192.0.2.8"]
    #expect(try await bench.ask("POST", "/enter", other, body: "code=123456").body.contains("have sent 5 wrong codes"))
    let entered = try await bench.ask("POST", "/enter", other, body: "code=000007")
    #expect(entered.status == 200 && entered.field("Set-Cookie") != nil)
    #expect(entered.body.contains("You are in") && entered.body.contains("have sent 5 wrong codes"))
    #expect(try await bench.ask("POST", "/enter", other, body: "code=000007").body.contains("There is no code"))
  }

  @Test func `has the file of codes that only its owner can read`() async throws {
    let bench = try PanelBench()
    _ = try bench.panel.access.change { $0.newCode(7, for: .change, at: bench.now) }
    #expect(try bench.folder.mode(of: "panel.json") == 0o600)
  }

  @Test func `is not taken for somebody at the machine because of a proxy`() async throws {
    let bench = try PanelBench()
    for field in ["Forwarded: for=192.0.2.7", "X-Real-IP: 192.0.2.7", "Via: 1.1 proxy"] {
      #expect(try await bench.ask("GET", "/", [field]).status == 303)
    }
    #expect(try await bench.ask("GET", "/").status == 200)
  }

  @Test func `is not told the version of the program`() async throws {
    let bench = try PanelBench()
    #expect(try await !bench.ask("GET", "/enter", afar).body.contains("Lapwing 0."))
    #expect(try await bench.ask("GET", "/history").body.contains("Lapwing \(Version.text)"))
  }

  @Test func `learns nothing from a path that does not exist`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", "/nowhere", afar).field("Location") == "/enter")
    #expect(try await bench.ask("GET", "/nowhere").status == 404)
  }
}

import Settings
import Testing
import Web

@testable import Panel

/// Who gets what, for every route that there is.
@Suite(.timeLimit(.minutes(20))) struct `Each route of the page` {
  /// The path of a route with something in place of its parameters.
  private static func path(_ route: Route) -> String {
    "/" + route.parts.map { $0.hasPrefix(":") ? "1" : String($0) }.joined(separator: "/")
  }

  private static let closed = PanelPages.routes.filter { $0.access != .everybody }
  private static let forms = PanelPages.routes.filter { $0.method == .post }

  private func ask(_ route: Route, _ bench: PanelBench, _ fields: [String]) async throws -> PanelBench.Answer {
    try await bench.ask(
      route.method.rawValue, Self.path(route), fields, body: route.method == .post ? "" : nil)
  }

  @Test func `is closed for a stranger of the network, with a made-up cookie too`() async throws {
    let bench = try PanelBench()
    for route in Self.closed {
      for cookie in [[], ["Cookie: lapwing=\(AccessFile.newToken())"], ["Cookie: lapwing="]] {
        let answer = try await ask(route, bench, [PanelBench.fromAfar] + cookie)
        #expect(answer.status == 303, "\(Self.path(route))")
        #expect(answer.field("Location") == "/enter", "\(Self.path(route))")
      }
    }
  }

  @Test func `is opened by the token of a reader only if it is for readers`() async throws {
    let bench = try PanelBench(), token = AccessFile.newToken()
    #expect(try bench.panel.access.change { $0.add(reader: "prometheus", token: token) })
    for route in Self.closed {
      for (shown, status) in [(token, 200), (AccessFile.newToken(), 401)] {
        let answer = try await ask(route, bench, [PanelBench.fromAfar, "Authorization: Bearer \(shown)"])
        #expect(answer.status == (route.access == .reader ? status : 303), "\(Self.path(route))")
      }
    }
  }

  @Test func `that changes something is closed for who may look`() async throws {
    let bench = try PanelBench()
    let cookie = try bench.cookie(.look)
    for route in Self.closed where route.access == .role(.change) {
      let answer = try await ask(route, bench, [PanelBench.fromAfar, cookie])
      #expect(answer.status == 403, "\(Self.path(route))")
    }
  }

  @Test func `with a form is closed for another page`() async throws {
    let bench = try PanelBench()
    for route in Self.forms {
      let answer = try await ask(route, bench, ["Origin: http://evil.example"])
      #expect(answer.status == 403, "\(Self.path(route))")
    }
  }

  @Test func `with a form needs the right to change, or is needed to enter or to answer`() {
    for route in Self.forms
    where !["/enter", "/leave", "/language", "/units", "/colours", "/answer", "/answer/call"].contains(Self.path(route))
    {
      #expect(route.access == .role(.change), "\(Self.path(route))")
    }
  }

  @Test func `has the fields that keep browsers safe`() async throws {
    let bench = try PanelBench()
    for route in PanelPages.routes {
      let answer = try await ask(route, bench, [PanelBench.fromAfar])
      let policy = try #require(answer.field("Content-Security-Policy"))
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Access-Control-Allow-Origin") == nil)
    }
  }
}

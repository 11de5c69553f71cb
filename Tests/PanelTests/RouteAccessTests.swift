import Testing

@testable import Panel

/// Who gets what, for every route that there is.
@Suite(.timeLimit(.minutes(2))) struct `A route of the page` {
  /// The path of a route with something in place of its parameters.
  private static func path(_ route: Route) -> String {
    "/" + route.parts.map { $0.hasPrefix(":") ? "1" : String($0) }.joined(separator: "/")
  }

  private static let all = PanelPages.routes.map { ($0.method.rawValue, path($0), $0.access) }
  private static let closed = all.filter { $0.2 != .everybody }
  private static let forms = all.filter { $0.0 == "POST" }

  @Test(arguments: closed) func `is closed for a stranger of the network`(
    method: String, path: String, access: Route.Access
  ) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask(method, path, [PanelBench.fromAfar], body: method == "POST" ? "" : nil)
    #expect(answer.status == 303)
    #expect(answer.field("Location") == "/enter")
    let other = try await bench.ask(
      method, path, [PanelBench.fromAfar, "Cookie: lapwing=\(AccessFile.newToken())"],
      body: method == "POST" ? "" : nil)
    #expect(other.field("Location") == "/enter")
  }

  @Test(arguments: closed.filter { $0.2 == .role(.change) }) func `that changes something is closed for who may look`(
    method: String, path: String, access: Route.Access
  ) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask(
      method, path, [PanelBench.fromAfar, try bench.cookie(.look)], body: method == "POST" ? "" : nil)
    #expect(answer.status == 403)
  }

  @Test(arguments: forms) func `with a form is closed for another page`(
    method: String, path: String, access: Route.Access
  ) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask(method, path, ["Origin: http://evil.example"], body: "")
    #expect(answer.status == 403)
  }

  @Test(arguments: forms) func `with a form needs at least the right to change, or is needed to enter`(
    method: String, path: String, access: Route.Access
  ) {
    #expect(access == .role(.change) || ["/enter", "/leave", "/language"].contains(path))
  }

  @Test(arguments: all) func `has the fields that keep browsers safe`(
    method: String, path: String, access: Route.Access
  ) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask(method, path, [PanelBench.fromAfar], body: method == "POST" ? "" : nil)
    let policy = try #require(answer.field("Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.field("X-Content-Type-Options") == "nosniff")
    #expect(answer.field("Access-Control-Allow-Origin") == nil)
  }
}

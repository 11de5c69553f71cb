import Foundation
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

/// `data/schemas/page.openapi.json` describes what the page answers: all of it, and nothing else. `make page` has a program that
/// knows only that file ask a running panel.
@Suite(.timeLimit(.minutes(20))) struct `The description of the page` {
  private typealias Object = [String: Any]
  private let paths: Object
  private let schemas: Object

  init() throws {
    let text = try ProjectFile("data/schemas/page.openapi.json").text
    let whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    paths = try #require(whole["paths"] as? Object)
    schemas = try #require((whole["components"] as? Object)?["schemas"] as? Object)
  }

  private func name(_ route: Route) -> String {
    let parts = route.parts.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
    return "\(route.method.rawValue.lowercased()) /\(parts.joined(separator: "/"))"
  }

  /// The described operations, by method and path.
  private var operations: [String: Object] {
    var found: [String: Object] = [:]
    for (path, methods) in paths {
      for (method, operation) in methods as? Object ?? [:] { found["\(method) \(path)"] = operation as? Object }
    }
    return found
  }

  @Test func `has each route, and each of its operations is a route`() {
    #expect(Set(operations.keys) == Set(PanelPages.routes.map(name)))
  }

  @Test func `says who may`() {
    for route in PanelPages.routes {
      let operation = operations[name(route)]
      switch route.access {
      case .everybody:
        #expect(operation?["x-role"] as? String == "everybody", "\(name(route))")
        #expect((operation?["security"] as? [Any])?.isEmpty == true, "\(name(route))")
      case .reader:
        #expect(operation?["x-role"] as? String == "reader", "\(name(route))")
        let ways = operation?["security"] as? [Object]
        #expect(ways?.map { Array($0.keys) } == [["visitor"], ["reader"]], "\(name(route))")
      case .role(let role):
        #expect(operation?["x-role"] as? String == role.rawValue, "\(name(route))")
        #expect(operation?["security"] == nil, "\(name(route))")
      }
    }
  }

  @Test func `has the fields of each form, and no others where the form has no others`() {
    for route in PanelPages.routes where route.method == .post {
      let body = (operations[name(route)]?["requestBody"] as? Object)?["content"] as? Object
      // A form with a file is sent in parts.
      let form = body?["application/x-www-form-urlencoded"] ?? body?["multipart/form-data"]
      #expect(body?.count == 1, "\(name(route))")
      let schema = (form as? Object)?["schema"] as? Object
      guard let schema, let properties = schema["properties"] as? Object else {
        Issue.record("\(name(route)) has no described form")
        continue
      }
      let isClosed = schema["additionalProperties"] as? Bool == false
      if let fields = route.fields, isClosed { #expect(Set(properties.keys) == fields, "\(name(route))") }
      #expect(isClosed == (route.fields != nil && route.parts != ["settings"]), "\(name(route))")
    }
  }

  @Test func `has the fields of the answers in JSON`() async throws {
    let bench = try PanelBench()
    let sheet = try await bench.ask("GET", "/balance/live?aircraft=cessna-172m")
    try expect(sheet.body, is: "SheetNews")
    try expect(try await bench.ask("GET", "/settings/backup.json").body, is: "Backup")
    bench.answer()
    let client = try RawClient(port: bench.port)
    await client.send("GET /live/now HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let stream = await client.read { $0.contains("event: box\ndata: ") && $0.hasSuffix("\n\n\r\n") }
    let data = try #require(stream.split(separator: "\n").first { $0.hasPrefix("data: {") })
    try expect(String(data.dropFirst("data: ".count)), is: "News")
  }

  /// All that is described is there, and all that is there is described.
  private func expect(_ json: String, is name: String) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? Object, "\(json)")
    let schema = try #require(schemas[name] as? Object)
    #expect(Set(object.keys) == Set(schema["required"] as? [String] ?? []))
    #expect(Set(object.keys) == Set((schema["properties"] as? Object ?? [:]).keys))
  }
}

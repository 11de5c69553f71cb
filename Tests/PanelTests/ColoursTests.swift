import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The colours that a person has chosen` {
  @Test func `are on the pages of this browser alone, and lead back`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let choice = try await bench.ask("POST", "/colours", body: "to=%2Fhistory&colours=blue-orange")
    #expect(choice.status == 303 && choice.field("Location") == "/history")
    let cookie = try #require(choice.field("Set-Cookie")?.split(separator: ";").first)
    let page = try await bench.ask("GET", "/kiosk", ["Cookie: \(cookie)"]).body
    #expect(page.contains("<body class=\"screen kiosk blue-orange\""))
    #expect(page.contains("value=\"blue-orange\" aria-pressed=\"true\""))
    #expect(try await !bench.ask("GET", "/kiosk").body.contains("kiosk blue-orange"))
  }

  @Test func `are the usual ones after a choice that there is not`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("POST", "/colours", body: "to=%2F&colours=red").field("Set-Cookie") == nil)
    let page = try await bench.ask("GET", "/", ["Cookie: lapwing-colours=red"]).body
    #expect(page.contains("value=\"usual\" aria-pressed=\"true\""))
  }
}

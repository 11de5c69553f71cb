import Readings
import Testing
import Web
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page Now` {
  @Test func `shows no value of a box that does not answer, and says since when`() async throws {
    let bench = try PanelBench()
    bench.answer()
    #expect(try await bench.ask("GET", "/").body.contains("id=\"asof\">as of "))
    bench.panel.feed.tellLost("gone")
    let page = try await bench.ask("GET", "/").body
    #expect(page.contains("The box has not answered since"))
    #expect(page.contains("id=\"asof\"></p>"))
    #expect(!page.contains("class=\"value\""))
  }

  @Test func `may not be stored`() async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", "/").field("Cache-Control") == "no-store")
  }

  @Test func `says why an order did not work`() async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("POST", "/acknowledge", body: "condition=co2-high")
    #expect(answer.status == 503)
    #expect(answer.body.contains("no lapwing answers there"))
  }

  @Test func `speaks Korean`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let page = try await bench.ask("GET", "/", ["Accept-Language: ko"]).body
    #expect(page.contains("<html lang=\"ko\">"))
    #expect(page.contains("경보 없음"))
  }

  @Test(arguments: ["/", "/history", "//evil.example", "https://evil.example", "/\\evil.example"])
  func `comes back after a choice of the language, and leads nowhere else`(path: String) async throws {
    let bench = try PanelBench()
    let answer = try await bench.ask("POST", "/language", body: "language=ko&to=\(FormFields.encoded(path))")
    #expect(answer.field("Location") == (["/", "/history"].contains(path) ? path : "/"))
    #expect(answer.field("Set-Cookie")?.contains("=ko;") == true)
  }
}

import Testing
import Web

@testable import Panel

/// `Tests/WeightBalanceTests/DecimalCommaTests.swift` has the rule itself.
@Suite(.timeLimit(.minutes(20))) struct `A number that is typed with a comma` {
  private func save(_ bench: PanelBench, _ number: String) async throws -> PanelBench.Answer {
    try await bench.ask(
      "POST", "/settings", body: "alarms.heart-rate-high.limit=\(FormFields.encoded(number))")
  }

  @Test func `is saved with a point on the page of settings`() async throws {
    let bench = try PanelBench()
    let answer = try await save(bench, "130,5")
    #expect(answer.status == 200 && !answer.body.contains("aria-invalid"), "\(answer.body)")
    #expect(try bench.folder.text(of: "lapwing.yaml").contains("limit: 130.5"))
  }

  @Test func `is what a page without a script says will change`() async throws {
    let bench = try PanelBench()
    let body = "alarms.heart-rate-high.limit=130%2C5&ask=yes"
    #expect(try await bench.ask("POST", "/settings", body: body).body.contains("→ <b>130.5</b>"))
  }

  @Test func `is refused where it may be thousands, and stays in its field`() async throws {
    let bench = try PanelBench()
    let answer = try await save(bench, "1,250")
    #expect(answer.status == 422 && answer.body.contains("value=\"1,250\""), "\(answer.body)")
    #expect(try !bench.folder.text(of: "lapwing.yaml").contains("limit"))
  }

  @Test func `is a limit in the first visit`() async throws {
    let bench = try PanelBench("profile: bedside"), box = try FakeBox(bench)
    defer { box.end() }
    bench.answer()
    let answer = try await bench.ask("POST", "/start/limits", body: "alarms.heart-rate-high.limit=130%2C5")
    #expect(answer.status == 303, "\(answer.body)")
    #expect(try bench.folder.text(of: "lapwing.yaml").contains("limit: 130.5"))
  }
}

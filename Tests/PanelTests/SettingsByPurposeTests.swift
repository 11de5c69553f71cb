import Testing

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The settings of alarms` {
  @Test(arguments: [("bedside", true), ("cabin", false)]) func `begin with the heart beside a bed`(
    profile: String, isFirst: Bool
  ) async throws {
    let bench = try PanelBench("profile: \(profile)")
    bench.answer()
    let page = try await bench.ask("GET", "/settings").body
    let heart = try #require(page.firstRange(of: "<legend>Heart rate low</legend>"))
    let air = try #require(page.firstRange(of: "<legend>CO2 elevated</legend>"))
    #expect((heart.lowerBound < air.lowerBound) == isFirst)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The name of a box for people` {
  @Test func `stands on its pages in place of that of the machine`() async throws {
    let named = try PanelBench(page: ", name: \"Mum's bedroom\""), unnamed = try PanelBench()
    let page = try await named.ask("GET", "/settings").body
    #expect(page.contains("<p class=\"box\">Mum&#39;s bedroom</p>") && page.contains(" · Mum&#39;s bedroom</title>"))
    #expect(try await unnamed.ask("GET", "/settings").body.contains("<p class=\"box\">testbox</p>"))
  }

  @Test func `is not shown to someone who has no code`() async throws {
    let page = try await PanelBench(page: ", name: \"Mum's bedroom\"").ask("GET", "/enter", [PanelBench.fromAfar]).body
    #expect(!page.contains("bedroom") && page.contains("testbox"))
  }

  @Test func `is a field of the settings, empty without one`() async throws {
    let page = try await PanelBench().ask("GET", "/settings").body
    let field = try #require(page.firstMatch(of: /<input value="" maxlength="40" id="key-panel.name"/))
    let section = try #require(page.firstRange(of: "<details class=\"card\" id=\"page\">"))
    #expect(field.range.lowerBound > section.lowerBound)
    #expect(!page.contains("name=\"panel.port\""))
  }
}

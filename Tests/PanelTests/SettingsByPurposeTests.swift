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

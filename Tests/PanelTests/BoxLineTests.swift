import Alarms
import FoundationEssentials
import Readings
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `Any page` {
  /// Pages that are got without a parameter, and are no streams, files or figures for programs.
  private static let paths = PanelPages.routes.filter { route in
    route.method == .get && ![.everybody, .reader].contains(route.access)
      && !route.parts.contains { $0.hasPrefix(":") || $0.contains(".") }
      && route.parts.first != "live" && route.parts.last != "live"
  }.map { "/" + $0.parts.joined(separator: "/") }

  @Test(arguments: paths) func `follows the box, and says that it is lost`(path: String) async throws {
    let bench = try PanelBench()
    bench.answer()
    let body = try await bench.ask("GET", path).body
    #expect(
      body.contains(" data-live=\"/live/") && body.contains("<p id=\"lost\" class=\"bar\" role=\"alert\" hidden>"))
    bench.panel.feed.tellLost("gone")
    #expect(try await bench.ask("GET", path).body.contains("The box has not answered since"))
  }

  @Test func `follows nothing for somebody without a code`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let body = try await bench.ask("GET", "/enter", [PanelBench.fromAfar]).body
    #expect(!body.contains("data-live") && !body.contains("<script"))
  }

  @Test func `names the worst alarm that is real before one that is tried`() async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0, isTest: true)
    let tried = try await bed.page("/settings")
    #expect(tried.contains("role=\"status\" class=\"alarm high\"") && tried.contains("test"))
    bed.alarm(.noContact, of: 1)
    let both = try await bed.page("/settings")
    let line =
      both.components(separatedBy: "<section id=\"worst-alarm\" aria-label=\"Alarms\">").last.map {
        String($0.prefix(300))
      } ?? ""
    #expect(line.contains("class=\"alarm medium\"") && line.contains(" + 1"), "\(line)")
  }

  @Test func `interrupts nobody for an alarm that somebody has acknowledged`() async throws {
    let bed = try Bedside()
    #expect(
      try await bed.page("/settings").contains(
        "<section id=\"worst-alarm\" aria-label=\"Alarms\"><p class=\"small\">No alarm</p>"))
    bed.alarm(.heartRateHigh, of: 0, .ack)
    let page = try await bed.page("/settings")
    #expect(page.contains("<p role=\"status\" class=\"alarm high\">") && page.contains("· acknowledged"))
  }
}

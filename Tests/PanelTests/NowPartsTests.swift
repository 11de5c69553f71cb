import Alarms
import FoundationEssentials
import Testing

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The parts of the page Now` {
  @Test func `lets a session be started by the one button that floats, while a value comes and no alarm stands`()
    async throws
  {
    let bed = try Bedside()
    #expect(try await !bed.page("/").contains("class=\"button start\""), "nothing to record yet")
    bed.beats(72, of: 0)
    let page = try await bed.page("/")
    #expect(page.contains("class=\"button start\" id=\"to-session\" href=\"/session\">Start a session</a>"))
    bed.alarm(.heartRateHigh, of: 0)
    #expect(try await !bed.page("/").contains("class=\"button start\""), "nothing lies over an alarm")
  }

  @Test func `names a person by a letter and the name`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.beats(72, of: 1)
    #expect(
      try await bed.page("/").contains("<h2><span class=\"face\" aria-hidden=\"true\">A</span> Heart rate · Anna</h2>"))
  }

  @Test func `says in the title of an alarm whose it is, and nowhere an address that nobody knows`() async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 1)
    let alarms = try #require(try await bed.page("/").components(separatedBy: "<article id=\"alarm-").last)
    let card = try #require(alarms.components(separatedBy: "</article>").first)
    #expect(card.contains("Heart rate high · Bert</h3>") && !card.contains("at \(Bedside.addresses[1])"))
  }

  @Test func `shows a picture, a sentence and what helps while it has no sensor`() async throws {
    let bench = try PanelBench()
    bench.answer()
    let page = try await bench.ask("GET", "/").body
    #expect(page.contains("<div class=\"card empty\"><svg class=\"symbol\"") && page.contains("id=\"to-start\""))
  }
}

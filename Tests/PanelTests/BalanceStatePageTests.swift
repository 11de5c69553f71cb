import Documents
import Foundation
import TestSupport
import Testing
import Web
import WeightBalance
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page says no loading plainly inside that is not` {
  @Test(arguments: BalanceState.all) func `in either language`(state: BalanceState) async throws {
    let bench = try PanelBench()
    try FileManager.default.createDirectory(atPath: bench.folder.file("scenarios"), withIntermediateDirectories: true)
    _ = try bench.folder.write(state.scenario, to: "scenarios/a.json")
    for (language, words) in [("en", state.english), ("ko", state.korean)] {
      let page = try await bench.ask(
        "GET", "/balance/sheet?scenario=a.json", ["Cookie: \(Cookies.language)=\(language)"]
      ).body
      let verdict = try #require(page.firstMatch(of: /<p class="verdict (\w+)"><span class="badge">(.*?)<\/span>/))
      #expect(verdict.2.hasPrefix(words), "\(state), \(language): \(verdict.2)")
      #expect((verdict.1 == "good") == state.isPlain, "\(state)")
      #expect(verdict.1 == (state.level == "danger" ? "high" : state.isPlain ? "good" : "low"), "\(state)")
      let rest = page.replacing(words, with: "").replacing(/lang="en".*?<\/span>/, with: "")
      #expect(!rest.contains("INSIDE") && !rest.contains("Inside all") && !rest.contains("모든 한계 이내"), "\(state)")
      #expect(page.contains("id=\"description\">\(verdict.2)"), "the chart says the same")
    }
  }

  /// An empty 172M is lighter than its envelope, and a page that opens in red is believed no more.
  @Test(arguments: [("aircraft=cessna-172m", true), ("aircraft=bonanza-a36", false)])
  func `and judges a new one only with someone on board`(query: String, isBelow: Bool) async throws {
    let bench = try PanelBench()
    let page = try await bench.ask("GET", "/balance/sheet?\(query)").body
    #expect(page.contains("<p class=\"verdict\"><span class=\"badge\">No one is on board yet</span> Enter people"))
    #expect(page.contains("it is lighter than its envelope") == isBelow)
    #expect(!page.contains("OUTSIDE") && !page.contains("INSIDE"))
    let korean = try await bench.ask("GET", "/balance/sheet?\(query)", ["Cookie: \(Cookies.language)=ko"]).body
    #expect(korean.contains("아직 탑승자가 없습니다") && !korean.contains("한계 이내"))
    let manned = try await bench.ask("GET", "/balance/sheet?\(query)&typed=imperial&load.front-seats.0=170").body
    #expect(!manned.contains("on board yet") && manned.contains("INSIDE"))
  }

  @Test func `also without someone on board, if a limit is broken`() async throws {
    let query = "aircraft=cessna-172m&typed=imperial&fuel.main-fuel=90"
    let page = try await PanelBench().ask("GET", "/balance/sheet?\(query)").body
    #expect(page.contains("NOT WITHIN LIMITS"))
  }

  @Test func `has words in Korean for each verdict, and only one of them is the plain one`() {
    let terms = KoreanSheetTerms()
    let plain = terms.text(.verdict(.inside([])))
    for verdict in Verdict.all where verdict != .inside([]) {
      let words = terms.text(.verdict(verdict))
      #expect(words != plain && words.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(verdict)")
    }
  }
}

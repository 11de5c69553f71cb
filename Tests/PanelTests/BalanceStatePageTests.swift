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

  @Test func `has words in Korean for each verdict, and only one of them is the plain one`() {
    let terms = KoreanSheetTerms()
    let plain = terms.text(.verdict(.inside([])))
    for verdict in Verdict.all where verdict != .inside([]) {
      let words = terms.text(.verdict(verdict))
      #expect(words != plain && words.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(verdict)")
    }
  }
}

import Alarms
import TestSupport
import Testing
import Web
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The name of an alarm on the page` {
  @Test func `stands in the list of every condition`() {
    #expect(Set(ConditionID.allCases.map(\.name)) == Set(ConditionNames.ids))
  }

  @Test(arguments: ConditionNames.ids)
  func `is the one of docs, in both languages, on page, kiosk and tile`(id: String) async throws {
    let names = try #require(ConditionNames.all[id]), condition = try #require(ConditionID(name: id))
    let bed = try Bedside()
    bed.alarm(condition, of: 0)
    _ = try await bed.page("/now")
    for (language, name) in [("en", names.en), ("ko", names.ko)] {
      for path in ["/", "/kiosk", "/tile", "/settings"] {
        let page = try await bed.bench.ask("GET", path, ["Cookie: \(Cookies.language)=\(language)"]).body
        #expect(page.contains(">\(name)<") || page.contains(" \(name)<"), "\(path) \(language)")
      }
    }
  }
}

import Engine
import Foundation
import Status
import Testing
import Words
@testable import Panel

@Suite struct `A sensor whose messages do not count, on the page` {
  @Test(arguments: SensorTrouble.allCases)
  func `has its reason in both languages`(trouble: SensorTrouble) throws {
    let line = #"{"address": "C0:FF:EE:00:31:01", "adopted": true, "silent_s": 0}"#
    var identity = try JSONDecoder().decode(SensorReport.self, from: Data(line.utf8)).identity
    #expect(SensorTroubleWords(identity) == nil)
    identity.trouble = trouble.rawValue
    let words = try #require(SensorTroubleWords(identity))
    #expect(words.both.en.contains(trouble.sentence))
    #expect(words.both.ko.contains { $0 >= "가" && $0 <= "힣" })
  }
}

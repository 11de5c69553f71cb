import Alarms
import Flight
import Readings
import Testing
import Web
import Words

@testable import Panel

@Suite struct `The advice on the Korean page` {
  private func isKorean(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }

  @Test(arguments: ConditionID.allCases) func `is Korean for every condition`(id: ConditionID) {
    #expect(isKorean(AdviceWords.condition(id).text(.korean)))
    #expect(AdviceWords.condition(id).text(.english) == ConditionTable.standard[id].rationale.advice)
  }

  @Test(arguments: PassengerSentence.allCases) func `is Korean for every sentence to passengers`(
    sentence: PassengerSentence
  ) {
    #expect(isKorean(AdviceWords.passenger(sentence).text(.korean)))
    #expect(AdviceWords.html(of: sentence.rawValue, in: .english).text == ("\(sentence.rawValue)" as HTML).text)
  }

  @Test func `leaves a sentence that it does not know as it is, and says that it is English`() {
    #expect(AdviceWords.html(of: "New <words>", in: .korean).text == "<span lang=\"en\">New &lt;words&gt;</span>")
  }
}

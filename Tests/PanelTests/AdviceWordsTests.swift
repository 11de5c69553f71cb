import Alarms
import Flight
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

  @Test(arguments: PassengerAdvice.allCases) func `is Korean for every sentence to passengers`(advice: PassengerAdvice)
  {
    for caffeine in [true, false] {
      for phase in Phase.allCases {
        let sentences = [
          advice.action(in: phase, hasTakenCaffeine: caffeine), advice.evidence(hasTakenCaffeine: caffeine),
          advice.limitation(hasTakenCaffeine: caffeine),
        ]
        for sentence in sentences.compactMap(\.self) {
          #expect(AdviceWords.passengers[sentence].map(isKorean) == true, "\(sentence)")
        }
      }
    }
  }

  @Test func `leaves a sentence that it does not know as it is, and says that it is English`() {
    #expect(AdviceWords.html(of: "New <words>", in: .korean).text == "<span lang=\"en\">New &lt;words&gt;</span>")
  }
}

import Testing
import WeightBalance

@Suite("A remedy that rests on a guess says so")
struct GuessInRemedyTests {
  @Test("An arm that is not known is named in the sentence of the step, and all guesses in a list")
  func arm() throws {
    var paper = PaperAircraft(isEnvelopeKnown: false)
    paper.tailArmKnown = false
    (paper.takeoff, paper.categoryMax) = ("1500", "1500")
    let remedies = Solver(try paper.sheet(["seat": "180", "tail": "50"])).remedies()
    let off = try #require(remedies.first { $0.kind == .remove && $0.place == "tail" })
    #expect(off.sentence == "Take 30 lb off Tail. The arm of Tail is a guess.")
    #expect(off.guesses == ["the envelope, category Normal", "the arm of Tail"])
    let drain = try #require(remedies.first { $0.kind == .drain })
    #expect(!drain.sentence.contains("guess"))
  }

  @Test("What still fits does too")
  func room() throws {
    var paper = PaperAircraft()
    paper.tailArmKnown = false
    let remedies = Solver(try paper.sheet(["seat": "180"])).remedies()
    let tail = try #require(remedies.first { $0.kind == .mostPayload && $0.place == "tail" })
    #expect(tail.sentence.hasSuffix("more. The arm of Tail is a guess."))
    #expect(tail.guesses == ["the arm of Tail"])
    #expect(remedies.first { $0.place == "seat" }?.guesses == [])
  }
}

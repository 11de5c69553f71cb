import Testing
import WeightBalance

@Suite("Values that are guesses are called guesses")
struct GuessTests {
  @Test("A limit that is not known and exceeded keeps its level, and asks for a look")
  func exceeded() throws {
    let warning = try #require(
      try PaperAircraft(seatLimit: "200", seatKnown: false).sheet(["seat": "201"]).warning(.stationOverweight))
    #expect(warning.level == .danger)
    #expect(warning.regulatoryRef == "14 CFR 91.103")
    #expect(warning.detail.contains("guess"))
    let known = try #require(try PaperAircraft(seatLimit: "200").sheet(["seat": "201"]).warning(.stationOverweight))
    #expect(known.regulatoryRef == "14 CFR 91.9(a)")
    #expect(!known.detail.contains("guess"))
  }

  @Test("A placeholder envelope is never a plain inside, and what it finds is a guess")
  func placeholder() throws {
    let sheet = try PaperAircraft(isEnvelopeKnown: false).sheet(["seat": "300"])
    #expect(sheet.verdict == .inside([.envelope, .limits]))
    let outside = try PaperAircraft(isEnvelopeKnown: false).sheet(["tail": "1000"])
    #expect(outside.verdict == .outside)
    #expect(outside.warning(.cgOutOfEnvelope)?.regulatoryRef == "14 CFR 91.103")
    #expect(try PaperAircraft().sheet(["seat": "300"]).verdict == .inside([]))
  }
}

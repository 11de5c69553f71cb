import Testing
import WeightBalance

@Suite("What changes no verdict is said as a remark")
struct RemarkTests {
  @Test("A type without cruiseFlow says that the reserve is not checked, and what to give")
  func reserve() throws {
    let remark = try #require(try PaperAircraft().sheet(["seat": "170"]).remarks.first)
    #expect(remark.subject == .reserve)
    #expect(remark.sentence.hasPrefix("The fuel reserve is not checked"))
    #expect(remark.sentence.contains("cruiseFlow"))
    #expect(try PaperAircraft().sheet(["seat": "170"], trip: "0").remarks.isEmpty)
    var paper = PaperAircraft()
    paper.more = ", \"cruiseFlow\": \(PaperAircraft.value("8", "gal/h"))"
    #expect(try paper.sheet(["seat": "170"]).remarks.isEmpty)
  }

  @Test("Cautions with the same words are given once")
  func once() throws {
    let sheet = try PaperAircraft(isEnvelopeKnown: false).sheet(["tail": "1"])
    #expect(Set(sheet.warnings).count == sheet.warnings.count)
  }
}

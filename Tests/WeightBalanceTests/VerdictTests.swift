import Testing
import WeightBalance

@Suite("The verdict of a sheet")
struct VerdictTests {
  private func sheet(
    _ paper: PaperAircraft, on day: String? = nil, own: (String, String)? = nil, weighed: String? = nil
  ) throws -> LoadSheet {
    try paper.sheet(["seat": "300"]) { loading in
      loading.date = day
      if let own {
        loading.empty = .init(weight: try Weight(own.0, .pounds), arm: try Arm(own.1, .inches))
        loading.weighedOn = weighed
      }
    }
  }

  @Test("A typical empty weight is a caution, and never plainly inside, until a weighing is given")
  func typicalEmpty() throws {
    let typical = try sheet(PaperAircraft(weighedOn: nil))
    #expect(typical.verdict == .inside(.emptyWeight) && typical.verdict.level == .caution && typical.isLegal)
    #expect(typical.warnings.map(\.code) == [.unverifiedEmpty])
    #expect(typical.guesses == ["the empty weight"])
    #expect(!typical.limitingFactor.hasPrefix("Nothing is exceeded. "))
    let own = ("1001", "90"), paper = PaperAircraft(weighedOn: nil)
    #expect(try sheet(paper, on: "2026-01-01", own: own, weighed: "2026-01-01").verdict == .inside([]))
  }

  @Test("An own empty weight without the day of its weighing, or before it, can be anyone's")
  func undated() throws {
    let own = ("1001", "90")
    for paper in [PaperAircraft(weighedOn: nil), PaperAircraft()] {
      let undated = try sheet(paper, own: own)
      #expect(undated.verdict == .inside(.emptyWeight) && !undated.hasTypicalEmpty)
      #expect(undated.warnings.first?.message.contains("day of the weighing is missing") ?? false)
      let later = try sheet(paper, on: "2025-12-31", own: own, weighed: "2026-01-01")
      #expect(later.verdict == .inside(.emptyWeight))
      #expect(later.warnings.first?.message == "The weighing of 2026-01-01 is after the day of the sheet.")
    }
    let old = try sheet(PaperAircraft(weighedOn: nil), on: "2029-01-02", own: own, weighed: "2026-01-01")
    #expect(old.codes == [.oldWeighing])
  }

  @Test("A copy of the typical values is no weighing")
  func copy() throws {
    #expect(try sheet(PaperAircraft(weighedOn: nil), own: ("1000", "90")).verdict == .inside(.emptyWeight))
  }

  @Test("A weighing in the aircraft file counts from its day on, and is old after 36 months")
  func weighedType() throws {
    #expect(try sheet(PaperAircraft(weighedOn: "2025-06-01"), on: "2025-05-31").verdict == .inside(.emptyWeight))
    #expect(try sheet(PaperAircraft(weighedOn: "2025-06-01"), on: "2025-06-01").verdict == .inside([]))
    let old = try sheet(PaperAircraft(weighedOn: "2025-06-01"), on: "2028-06-02")
    #expect(old.verdict == .inside(.cautions) && old.codes == [.oldWeighing])
  }

  @Test("Less than 5 % below the greatest weight is good to know, and changes no verdict")
  func advisory() throws {
    var paper = PaperAircraft()
    (paper.takeoff, paper.categoryMax) = ("1640", "1640")
    let sheet = try sheet(paper)
    #expect(sheet.warnings.map(\.level) == [.advisory] && sheet.codes == [.nearMaxGross])
    #expect(sheet.verdict == .inside([]) && sheet.isLegal)
  }

  @Test("Only a sheet without any doubt has the plain word and level")
  func onlyOneIsPlain() {
    for verdict in Verdict.all {
      let isPlain = verdict == .inside([])
      #expect((verdict.level == .inside) == isPlain && (verdict.state == "inside") == isPlain, "\(verdict)")
    }
    #expect(Set(Verdict.all.map(\.state)).count == 7)
  }
}

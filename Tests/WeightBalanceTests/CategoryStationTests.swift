import Testing
import WeightBalance

@Suite("A station that a category wants empty must be empty")
struct CategoryStationTests {
  private func paper(known: Bool) -> PaperAircraft {
    var paper = PaperAircraft()
    paper.category =
      ", \"emptyStations\": {\"value\": [\"tail\"], \"known\": \(known), \"source\": \(PaperAircraft.source)}"
    return paper
  }

  @Test("Rear seat and baggage in the utility category of a 172M are a danger, and in the normal one nothing")
  func utility() throws {
    let loads = ["front-seats": "340", "rear-seats": "1", "baggage-1": "1"]
    let sheet = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "10")], trip: "5", category: "utility")
    let warnings = sheet.warnings.filter { $0.code == .categoryStation }
    #expect(warnings.map(\.level) == [.danger, .danger])
    #expect(warnings.map(\.regulatoryRef) == ["14 CFR 91.9(a)", "14 CFR 91.9(a)"])
    #expect(warnings.first?.message.hasPrefix("Rear") == true)
    let normal = try Fleet.sheet("cessna-172m", loads, fuel: [("main-fuel", "10")], trip: "5")
    #expect(!normal.codes.contains(.categoryStation))
  }

  @Test("A rule that is only a guess is a caution")
  func guess() throws {
    let warning = try #require(try paper(known: false).sheet(["tail": "1"]).warning(.categoryStation))
    #expect(warning.level == .caution)
    #expect(warning.regulatoryRef == "14 CFR 91.103")
    #expect(warning.detail.contains("guess"))
  }

  @Test("It breaks the limit in every random loading, and is named as the cause")
  func risk() throws {
    let risk = MonteCarlo(try paper(known: true).sheet(["tail": "1"])).run(samples: 100, seed: 1)
    #expect(risk.probability == 1)
    #expect(risk.byCode.first?.code == .categoryStation)
    #expect(MonteCarlo(try paper(known: false).sheet(["tail": "1"])).run(samples: 100, seed: 1).probability == 0)
  }

  @Test("A station that does not exist is refused")
  func unknown() throws {
    var paper = PaperAircraft()
    paper.category =
      ", \"emptyStations\": {\"value\": [\"attic\"], \"known\": true, \"source\": \(PaperAircraft.source)}"
    #expect(throws: DataFileError.self) { try paper.aircraft() }
  }
}

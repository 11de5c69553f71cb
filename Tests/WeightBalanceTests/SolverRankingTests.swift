import Testing
import WeightBalance

@Suite("The solver proposes first what a person would rather do")
struct SolverRankingTests {
  @Test("Baggage is left behind before people change places, fuel is drained or a person stays")
  func ranking() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], fuel: [("main-fuel", "25")],
      trip: "10")
    let remedies = Solver(sheet).remedies()
    #expect(remedies.first?.kind == .remove)
    #expect(remedies.first?.place == "baggage-1")
    let drain = try #require(remedies.firstIndex { $0.kind == .drain })
    let person = try #require(remedies.firstIndex { $0.sentence.hasPrefix("Leave all") })
    #expect(drain < person)
  }

  @Test("People exchange places as wholes")
  func swap() throws {
    // Too heavy in front: the heavier person belongs in the middle.
    let sheet = try Fleet.sheet("bonanza-a36", fuel: [("main-fuel", "20")], trip: "10") {
      $0.empty = .init(weight: try Weight("2450", .pounds), arm: try Arm("70.5", .inches))
      $0.stationLoads = [
        .init(station: "front-seats", weight: Weight(100, .pounds), name: "Ann"),
        .init(station: "front-seats", weight: Weight(290, .pounds), name: "Bob"),
        .init(station: "middle-seats", weight: Weight(30, .pounds)),
      ]
    }
    #expect(!sheet.isLegal)
    let swaps = Solver(sheet).remedies().filter { $0.kind == .swap }
    let words = "Let Bob (290 lb) of Front seats and 30 lb of 3rd & 4th seats exchange places."
    #expect(swaps.contains { $0.sentence.hasPrefix(words) })
    for swap in swaps {
      #expect(try LoadSheet(aircraft: sheet.aircraft, scenario: swap.scenario).isLegal, "\(swap.sentence)")
    }
    #expect(!swaps.isEmpty)
  }

  @Test("Two steps are proposed only if no single one helps, and each pair is legal")
  func twoSteps() throws {
    // Too heavy by 420 lb: no single load is that heavy, and the fuel is needed.
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "380", "rear-seats": "380", "baggage-1": "120", "baggage-2": "50"],
      fuel: [("main-fuel", "38")], trip: "37")
    let remedies = Solver(sheet).remedies()
    #expect(!remedies.isEmpty)
    for remedy in remedies {
      #expect(try LoadSheet(aircraft: sheet.aircraft, scenario: remedy.scenario).isLegal, "\(remedy.sentence)")
      #expect(remedy.kind != .two || remedy.steps.count == 2)
    }
    let kinds = Set(remedies.map(\.kind))
    #expect(kinds.contains(.two) ? kinds == [.two] : true)
  }
}

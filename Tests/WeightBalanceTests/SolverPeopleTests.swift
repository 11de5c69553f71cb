import Testing
import WeightBalance

@Suite("The solver knows that people are people")
struct SolverPeopleTests {
  /// A 172M that is too heavy because of its people.
  private func heavy(_ loads: [Loading.StationLoad]) throws -> [Remedy] {
    let sheet = try Fleet.sheet("cessna-172m", fuel: [("main-fuel", "25")], trip: "10") { $0.stationLoads = loads }
    #expect(!sheet.isLegal)
    return Solver(sheet).remedies()
  }

  private func load(_ station: String, _ pounds: Int, _ name: String? = nil) -> Loading.StationLoad {
    Loading.StationLoad(station: station, weight: Weight(pounds, .pounds), name: name)
  }

  @Test("The pilot's station is never emptied, and loses nothing but whole people")
  func pilot() throws {
    let sum = try heavy([load("front-seats", 340), load("rear-seats", 300), load("baggage-1", 60)])
    #expect(!sum.isEmpty)
    #expect(!sum.contains { $0.kind == .remove && $0.place == "front-seats" })
    let two = try heavy([
      load("front-seats", 170, "Ann"), load("front-seats", 170, "Bob"), load("rear-seats", 300), load("baggage-1", 60),
    ])
    let removals = two.filter { $0.kind == .remove && $0.place == "front-seats" }.map(\.sentence)
    #expect(!removals.isEmpty)
    #expect(removals.allSatisfy { $0.hasPrefix("Leave Ann (170 lb)") || $0.hasPrefix("Leave Bob (170 lb)") })
  }

  @Test("A whole load is called by its name, and all of a station is said only of all")
  func names() throws {
    let named = try heavy([
      load("front-seats", 340), load("rear-seats", 250, "Bob"), load("rear-seats", 50), load("baggage-1", 60),
    ]).map(\.sentence)
    #expect(named.contains("Leave Bob (250 lb) of Rear passengers behind."))
    #expect(named.contains("Leave 50 lb of Rear passengers behind."))
    #expect(!named.contains { $0.hasPrefix("Leave all") })
  }

  @Test("The same remedy is listed once")
  func once() throws {
    let sentences = try heavy([
      load("front-seats", 340), load("rear-seats", 150), load("rear-seats", 150), load("baggage-1", 60),
    ]).map(\.sentence)
    #expect(sentences.contains("Leave 150 lb of Rear passengers behind."))
    #expect(Set(sentences).count == sentences.count)
  }

  @Test("The sum of a row does not exchange places as if it were one person")
  func rows() throws {
    let sheet = try Fleet.sheet(
      "bonanza-a36", ["front-seats": "390", "middle-seats": "120"], fuel: [("main-fuel", "20")], trip: "10"
    ) { $0.empty = .init(weight: try Weight("2450", .pounds), arm: try Arm("70.5", .inches)) }
    #expect(!sheet.isLegal)
    #expect(!Solver(sheet).remedies().contains { $0.kind == .swap })
  }

  @Test("A number that cannot be right is to be corrected first")
  func wrongNumber() throws {
    let weight = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "baggage-1": "-10"], fuel: [("main-fuel", "25")])
    #expect(weight.wrongNumber?.code == .negativeWeight)
    #expect(Solver(weight).remedies().isEmpty)
    let fuel = try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "-5")])
    #expect(fuel.wrongNumber?.code == .negativeFuel)
    #expect(Solver(fuel).remedies().isEmpty)
    let arm = try Fleet.sheet("cessna-172m", fuel: [("main-fuel", "25")], trip: "10") {
      $0.stationLoads = [
        .init(station: "front-seats", weight: Weight(340, .pounds), arm: try Arm("200", .inches))
      ]
    }
    #expect(arm.wrongNumber?.code == .armOutOfRange)
    #expect(Solver(arm).remedies().isEmpty)
  }
}

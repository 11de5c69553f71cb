import Testing
import WeightBalance

@Suite("Two steps that only help together are found, each with the amount it needs")
struct SolverPairTests {
  private func steps(_ remedy: Remedy) -> [String] {
    remedy.steps.map { step in
      let amount = step.weight.map { $0.text(in: .pounds, places: 1) } ?? step.volume?.text(in: .usGallons, places: 1)
      return "\(step.kind.rawValue) \(step.place) \(amount ?? "")"
    }
  }

  @Test("A part of the baggage and a part of the fuel, if neither is heavy enough alone")
  func baggageAndFuel() throws {
    var paper = PaperAircraft()
    (paper.takeoff, paper.categoryMax) = ("1260", "1260")
    // 80 lb too heavy: the baggage is 40 lb, and less than 60 lb of fuel can be spared.
    let remedies = Solver(try paper.sheet(["tail": "40"], trip: "40")).remedies()
    let first = try #require(remedies.first)
    #expect(steps(first) == ["remove tail 38", "drain main 7"])
    #expect(remedies.count { steps($0).map { $0.prefix(6) } == ["remove", "drain "] } == 1)
  }

  @Test("Two parts of different loads, if the balance allows neither to go as a whole")
  func twoLoads() throws {
    var paper = PaperAircraft()
    (paper.takeoff, paper.categoryMax) = ("1330", "1330")
    paper.ring = "[1000, 89.5], [3000, 89.5], [3000, 90.5], [1000, 90.5]"
    // Too heavy by 30 lb. Without one of the loads the centre of gravity is out.
    let sheet = try paper.sheet(["tail": "30", "nose": "30"], trip: "49")
    let remedies = Solver(sheet).remedies()
    #expect(!remedies.isEmpty && remedies.allSatisfy { $0.kind == .two })
    var least: Int?
    for nose in 1...30 {
      for tail in 1...30 {
        let after = try paper.sheet(["tail": "\(30 - tail)", "nose": "\(30 - nose)"], trip: "49")
        if after.isLegal { least = min(least ?? 100, nose + tail) }
      }
    }
    let both = try #require(remedies.first { steps($0).allSatisfy { $0.hasPrefix("remove") } })
    let sum = both.steps.compactMap(\.weight).reduce(Weight.zero, +)
    #expect(try sum == Weight("\(try #require(least))", .pounds))
  }

  @Test("A station that the category wants empty is emptied as a whole")
  func category() throws {
    var paper = PaperAircraft()
    paper.category =
      ", \"emptyStations\": {\"value\": [\"tail\"], \"known\": true, \"source\": \(PaperAircraft.source)}"
    let remedies = Solver(try paper.sheet(["tail": "12"])).remedies()
    #expect(remedies.map(\.sentence).contains("Take 12 lb off Tail."))
    #expect(remedies.allSatisfy { $0.place == "tail" && $0.weight == Weight(12, .pounds) })
  }

  @Test("A result is given once, in the words that a person would rather use")
  func sameResult() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], fuel: [("main-fuel", "38")],
      trip: "36")
    let remedies = Solver(sheet).remedies()
    let loads = remedies.map { remedy in
      remedy.scenario.stationLoads.filter { $0.weight > .zero }.map { "\($0.station) \($0.weight)" }.sorted()
        + remedy.scenario.fuelLoads.map { "\($0.volume)" }
    }
    #expect(Set(loads).count == loads.count)
  }

  @Test("Nothing that is moved or taken off brings fuel")
  func dry() throws {
    let sheet = try PaperAircraft().sheet(["seat": "170", "tail": "900"], fuel: ["main": "20"], trip: "20")
    #expect(sheet.codes.contains(.dryTanks))
    #expect(Solver(sheet).remedies().isEmpty)
  }
}

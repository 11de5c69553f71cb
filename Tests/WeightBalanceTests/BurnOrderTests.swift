import Testing
import WeightBalance

@Suite("An order of tanks can return to a tank")
struct BurnOrderTests {
  private func sheet(_ order: [Loading.BurnStep]?, trip: String = "100") throws -> LoadSheet {
    let tanks = try Fleet.aircraft("navajo-chieftain-pa31").tanks.map(\.id)
    return try Fleet.sheet(
      "navajo-chieftain-pa31", ["pilot-copilot": "340"], fuel: [(tanks[0], "60"), (tanks[1], "60")], trip: trip
    ) { $0.burnOrder = order }
  }

  private func tanks() throws -> [String] { try Fleet.aircraft("navajo-chieftain-pa31").tanks.map(\.id) }

  @Test("First a part of one tank, then another one, then the rest of the first")
  func returning() throws {
    let tanks = try tanks()
    let sheet = try sheet([
      .init(tank: tanks[0], volume: Volume(20, .usGallons)), .init(tank: tanks[1]), .init(tank: tanks[0]),
    ])
    let ramp = try #require(sheet.burnPath.first?.weight)
    let flown = sheet.burnPath.filter { $0.part > .takeoff }
    let burned = flown.map { (ramp - $0.weight).text(in: .pounds, places: 3) }
    #expect(burned == ["120", "480", "600", "720"])
    #expect(flown[0].label.hasSuffix("changed over"))
    #expect(flown[2].label == "landing")
  }

  @Test("What amounts leave burns last, in the order in which the tanks were first named")
  func leftovers() throws {
    let tanks = try tanks()
    let ten = Volume(10, .usGallons)
    let sheet = try sheet([.init(tank: tanks[1], volume: ten), .init(tank: tanks[0], volume: ten)], trip: "75")
    let used = Dictionary(uniqueKeysWithValues: sheet.fuelDetails.map { ($0.tank.id, $0.tripBurn) })
    #expect(used[tanks[1]] == Volume(60, .usGallons))
    #expect(used[tanks[0]] == Volume(15, .usGallons))
    #expect(sheet.burnPath.contains { $0.label.hasSuffix("changed over, use 2") })
  }

  @Test("An amount of all that a tank holds is the same as the tank alone")
  func whole() throws {
    let tanks = try tanks()
    let plain = try sheet([.init(tank: tanks[0]), .init(tank: tanks[1])])
    let amounts = try sheet([.init(tank: tanks[0], volume: Volume(60, .usGallons)), .init(tank: tanks[1])])
    #expect(plain.burnPath == amounts.burnPath)
  }

  @Test("A tank with less than nothing between two steps of another one is no change of tank")
  func negative() throws {
    var paper = PaperAircraft()
    paper.tanks = [("main", "90", "100"), ("aux", "90", "20")]
    let sheet = try paper.sheet(["seat": "170"], fuel: ["main": "50", "aux": "-3"], trip: "30") {
      $0.burnOrder = [.init(tank: "main", volume: Volume(20, .usGallons)), "aux", "main"]
    }
    #expect(sheet.codes.contains(.negativeFuel))
    #expect(sheet.burnPath.map(\.label) == ["ramp", "take-off", "landing", "aux changed over", "zero fuel"])
  }
}

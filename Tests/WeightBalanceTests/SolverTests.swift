import Testing
import WeightBalance

@Suite("The solver says what brings a loading inside")
struct SolverTests {
  @Test("Every remedy of a broken loading makes it legal, and one step less of it does not")
  func remediesHold() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "300", "baggage-1": "60"], fuel: [("main-fuel", "25")],
      trip: "10")
    let remedies = Solver(sheet).remedies()
    #expect(!remedies.isEmpty)
    for remedy in remedies {
      let after = try LoadSheet(aircraft: sheet.aircraft, scenario: remedy.scenario)
      #expect(after.isLegal, "\(remedy.sentence)")
    }
    // 2316 lb: 16 lb too many, and 16 lb of fuel is 2.67 gal.
    #expect(remedies.contains { $0.kind == .remove && $0.place == "rear-seats" && $0.weight == Weight(16, .pounds) })
    #expect(try remedies.contains { try $0.kind == .drain && $0.volume == Volume("2.7", .usGallons) })
  }

  @Test("A nose-heavy loading is helped by moving weight aft or by ballast")
  func moves() throws {
    let sheet = try Fleet.sheet("bonanza-a36", ["front-seats": "400"], fuel: [("main-fuel", "20")], trip: "10") {
      $0.empty = .init(weight: try Weight("2450", .pounds), arm: try Arm("72", .inches))
    }
    #expect(sheet.codes.first == .cgOutOfEnvelope)
    let remedies = Solver(sheet).remedies()
    #expect(remedies.contains { $0.kind == .move && $0.place == "front-seats" })
    #expect(remedies.contains { $0.kind == .ballast && $0.place == "baggage" })
    for remedy in remedies {
      #expect(try LoadSheet(aircraft: sheet.aircraft, scenario: remedy.scenario).isLegal, "\(remedy.sentence)")
    }
  }

  @Test("A legal loading has the most fuel and payload that still fit, rounded down")
  func whatStillFits() throws {
    let sheet = try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "20")], trip: "10")
    let remedies = Solver(sheet).remedies()
    #expect(remedies.first?.kind == .mostFuel)
    // 38 gal fit into the tanks, and 20 gal are in them.
    #expect(remedies.first?.volume == Volume(18, .usGallons))
    #expect(remedies.first?.total == Volume(38, .usGallons))
    #expect(remedies.first?.sentence == "The tanks can take 18 gal more, 38 gal in all.")
    let front = try #require(remedies.first { $0.kind == .mostPayload && $0.place == "front-seats" })
    #expect(front.weight == Weight(60, .pounds))
  }
}

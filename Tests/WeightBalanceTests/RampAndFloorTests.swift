import Testing
import WeightBalance

@Suite("The ramp is judged by one rule, and the end of a chart is no limit")
struct RampAndFloorTests {
  @Test("A ramp above the ring counts by the limits at its greatest weight, in phases and in the way")
  func oneRule() throws {
    // The POH sample: 2307 lb on the ramp, 2300 lb at take-off.
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "rear-seats": "266", "baggage-1": "6"], fuel: [("main-fuel", "38")],
      taxi: "1", trip: "30")
    #expect(sheet.isInside(.ramp) == true)
    #expect(sheet.burnPath.first?.inEnvelope == true)
    #expect(sheet.isWithinCGEnvelope)
    #expect(!sheet.codes.contains(.rampCG))
  }

  @Test("A ramp out of balance is a caution: the envelope is a limit of flight")
  func rampCaution() throws {
    // 100 gal at 20 in make the aeroplane nose-heavy until some of it has burned in taxi.
    var paper = PaperAircraft()
    paper.tanks = [("main", "20", "100")]
    let sheet = try paper.sheet(["seat": "100"], fuel: ["main": "33"], taxi: "5", trip: "5")
    let ramp = try #require(sheet.warning(.rampCG))
    #expect(ramp.level == .caution)
    #expect(ramp.regulatoryRef == nil)
    #expect(sheet.isInside(.ramp) == false)
    #expect(sheet.burnPath.first?.inEnvelope == false)
    #expect(!sheet.codes.contains(.cgOutOfEnvelope))
    #expect(sheet.isWithinCGEnvelope)
  }

  @Test("Below the lowest weight is outside the envelope: a warning where no limit is published, else a danger")
  func floor() throws {
    var paper = PaperAircraft(ring: "[1500, 80], [3000, 80], [3000, 100], [1500, 100]")
    let below = try paper.sheet()
    #expect(below.warning(.belowEnvelopeFloor)?.level == .warning)
    #expect(below.warning(.belowEnvelopeFloor)?.regulatoryRef == nil)
    #expect(below.warning(.belowEnvelopeFloor)?.detail.hasPrefix("No limit is published below it") == true)
    #expect(below.verdict == .belowEnvelope && below.verdict.level == .danger)
    #expect(!below.isWithinCGEnvelope && !below.isLegal)
    #expect(try paper.sheet(["seat": "500"]).isWithinCGEnvelope)
    // The balance still counts, by the limits at the lowest weight.
    #expect(try paper.sheet(["tail": "300"]).codes.contains(.cgOutOfEnvelope))
    paper.floorIsLimit = true
    #expect(try paper.sheet().warning(.belowEnvelopeFloor)?.level == .danger)
    #expect(try paper.sheet().warning(.belowEnvelopeFloor)?.regulatoryRef == "14 CFR 91.9(a)")
  }

  @Test("A ring that ends below the take-off limit is a limit, also if only the reserve is out of balance")
  func aboveTheRing() throws {
    var paper = PaperAircraft(ring: "[1000, 80], [1500, 80], [1500, 100], [1000, 100]")
    #expect(try paper.sheet(["seat": "400"]).warning(.cgOutOfEnvelope)?.message.contains("above the highest") == true)
    paper.tanks = [("main", "20", "100")]
    let sheet = try paper.sheet(["tail": "230", "seat": "100"], fuel: ["main": "50"], trip: "20")
    #expect(sheet.codes.contains(.zeroFuelCGOutOfEnvelope))
    #expect(sheet.codes.contains(.cgOutOfEnvelope))
  }

  @Test("Arms are exact to nine places")
  func ninePlaces() throws {
    let sheet = try PaperAircraft().sheet {
      $0.empty = .init(weight: try Weight("2000", .pounds), arm: try Arm("92.243668966", .inches))
      $0.fuelLoads = []
      $0.tripFuel = .zero
    }
    #expect(sheet.phases.first?.moment.text(in: .pounds, .inches, places: 6) == "184487.337932")
  }
}

import Testing
import WeightBalance

@Suite("The way of the centre of gravity as fuel burns")
struct BurnPathTests {
  private let tanks = [("inboard-fuel", "80"), ("outboard-fuel", "76")]
  private let loads = ["pilot-copilot": "340", "row-2": "340", "row-3": "340", "row-4": "180", "aft-baggage": "40"]

  @Test("Both ends inside and the middle out is found")
  func middleOut() throws {
    let sheet = try Fleet.sheet("navajo-chieftain-pa31", loads, fuel: tanks, trip: "140")
    #expect(sheet.isInside(.takeoff) == true)
    #expect(sheet.isInside(.landing) == true)
    #expect(!sheet.isWithinCGEnvelope)
    #expect(sheet.codes.contains(.cgOutOfEnvelope))
    #expect(sheet.burnPath.contains { $0.part == .flight && !$0.inEnvelope })
  }

  @Test("The other order of tanks is another way, and names its corners")
  func otherOrder() throws {
    let sheet = try Fleet.sheet("navajo-chieftain-pa31", loads, fuel: tanks.reversed(), trip: "140")
    #expect(sheet.burnPath.map(\.label).contains("Outboard (2 x 40) changed over"))
    let parts = sheet.burnPath.map(\.part)
    #expect(parts == parts.sorted())
    #expect(parts.first == .ramp && parts.last == .zeroFuel)
    #expect(!sheet.codes.contains(.cgOutOfEnvelope))
  }

  @Test("Inside at take-off and outside at landing is reported for the landing")
  func landingOut() throws {
    let sheet = try Fleet.sheet(
      "bonanza-a36", ["front-seats": "150", "middle-seats": "340", "rear-seats": "300"],
      fuel: [("main-fuel", "66.6")], trip: "60")
    #expect(sheet.isInside(.takeoff) == true)
    #expect(sheet.isInside(.landing) == false)
    #expect(sheet.codes.contains(.landingCGOutOfEnvelope))
    #expect(!sheet.isLegal)
  }

  @Test("Fuel is in every tank what was loaded, less taxi and trip in the order of burning")
  func details() throws {
    let sheet = try Fleet.sheet("navajo-chieftain-pa31", loads, fuel: tanks, taxi: "5", trip: "100")
    #expect(sheet.fuelDetails.map { $0.taxiBurn.text(in: .usGallons, places: 1) } == ["5", "0"])
    #expect(sheet.fuelDetails.map { $0.tripBurn.text(in: .usGallons, places: 1) } == ["75", "25"])
    #expect(sheet.fuelDetails.map { $0.remaining.text(in: .usGallons, places: 1) } == ["0", "51"])
  }
}

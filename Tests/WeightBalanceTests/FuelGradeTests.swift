import Testing
import WeightBalance

@Suite("The density of fuel by grade and temperature")
struct FuelGradeTests {
  private func sheet(_ grade: FuelGrade?, celsius: String? = nil) throws -> LoadSheet {
    try Fleet.sheet("cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "30")], trip: "20") {
      $0.fuelGrade = grade
      $0.fuelCelsius = celsius.flatMap { ExactDecimal($0) }
    }
  }

  @Test("At 15 °C a gallon of each grade weighs its planning value, exactly")
  func planning() throws {
    for (grade, pounds) in [
      (.avgas100LL, "180"), (.mogas, "180"), (.jetA, "201"), (.jetB, "195"),
    ] as [(FuelGrade, String)] {
      #expect(try sheet(grade).fuelDetails.first?.weight.text(in: .pounds, places: 4) == pounds)
      #expect(try sheet(grade, celsius: "15").phases == sheet(grade).phases)
    }
  }

  @Test("Cold fuel is heavier and warm fuel lighter, by 950 millionths a degree for gasoline")
  func temperature() throws {
    // 180 lb x (1 + 0.00095 x 25) and 180 lb x (1 - 0.00095 x 15).
    #expect(
      try sheet(.avgas100LL, celsius: "-10").fuelDetails.first?.weight.text(in: .pounds, places: 4)
        == "184.275")
    #expect(
      try sheet(.avgas100LL, celsius: "30").fuelDetails.first?.weight.text(in: .pounds, places: 4)
        == "177.435")
    // 201 lb x (1 - 0.0009 x 15).
    #expect(
      try sheet(.jetA, celsius: "30").fuelDetails.first?.weight.text(in: .pounds, places: 4)
        == "198.2865")
  }

  @Test(
    "The sheet says which density is in force, and that a temperature's effect rests on no authority"
  )
  func basis() throws {
    #expect(try sheet(nil).fuelDensityBasis == "6 lb/gal, the value of the aircraft file")
    #expect(
      try sheet(.avgas100LL).fuelDensityBasis == "6 lb/gal, the planning value of 100LL at 15 °C")
    let warm = try sheet(.avgas100LL, celsius: "30").fuelDensityBasis
    #expect(
      warm.hasPrefix("5.915 lb/gal, 100LL at 30 °C")
        || warm.hasPrefix("5.914 lb/gal, 100LL at 30 °C"))
    #expect(warm.contains("no authority was found"))
  }

  @Test("A measured density is the one in force")
  func measured() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "30")], trip: "20"
    ) {
      $0.fuelDensity = try Density(try #require(ExactDecimal("5.9")), .pounds, per: .usGallons)
    }
    #expect(sheet.fuelDetails.first?.weight.text(in: .pounds, places: 4) == "177")
    #expect(sheet.fuelDensityBasis == "5.9 lb/gal, from the scenario")
  }
}

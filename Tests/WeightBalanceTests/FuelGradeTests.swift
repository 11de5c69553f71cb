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

  @Test("Cold fuel is heavier and warm fuel lighter, by Table 54B")
  func temperature() throws {
    // Computed to 50 digits elsewhere: 180 lb x exp(-x (1 + 0.8 x)) with x = 0.0012805 x (t - 15), and 0.0009224 for Jet A.
    for (grade, celsius, pounds) in [
      (.avgas100LL, "-10", "185.703165"), (.avgas100LL, "30", "176.523535"),
      (.avgas100LL, "-60", "196.687424"), (.mogas, "60", "169.470364"),
      (.jetA, "30", "198.207757"), (.jetB, "-40", "206.095781"),
    ] as [(FuelGrade, String, String)] {
      #expect(try sheet(grade, celsius: celsius).fuelDetails.first?.weight.text(in: .pounds, places: 6) == pounds)
    }
  }

  @Test("182 gal of avgas at -20 °C are 12 lb heavier than with the old 0.00095 a degree")
  func coldAvgas() {
    let cold = Volume(182, .usGallons) * FuelGrade.avgas100LL.density(celsius: ExactDecimal(-20))
    let excess = cold - Weight(182 * 6, .pounds)
    #expect(excess > Weight(47, .pounds) && excess < Weight(49, .pounds))
  }

  @Test(
    "The sheet says which density is in force, and by which table a temperature changes it"
  )
  func basis() throws {
    #expect(try sheet(nil).fuelDensityBasis.text == "6 lb/gal, the value of the aircraft file")
    #expect(
      try sheet(.avgas100LL).fuelDensityBasis.text == "6 lb/gal, the planning value of 100LL at 15 °C")
    let warm = try sheet(.avgas100LL, celsius: "30").fuelDensityBasis.text
    #expect(warm.hasPrefix("5.884 lb/gal, 100LL at 30 °C"))
    #expect(warm.contains("Table 54B"))
  }

  @Test("A measured density is the one in force")
  func measured() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "30")], trip: "20"
    ) {
      $0.fuelDensity = try Density(try #require(ExactDecimal("5.9")), .pounds, per: .usGallons)
    }
    #expect(sheet.fuelDetails.first?.weight.text(in: .pounds, places: 4) == "177")
    #expect(sheet.fuelDensityBasis.text == "5.9 lb/gal, from the scenario")
  }
}

import TestSupport
import Testing

@Suite("The fuel of a scenario file")
struct FuelInScenarioTests {
  private let scenario = ProjectFile("data/loadings/172m-two-up.json")

  @Test("may be named by grade and temperature, and the sheet says which density was used")
  func grade() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      try scenario.text(
        replacing: #""tripFuel""#,
        by: #""fuelGrade": "100LL", "fuelTemperature": {"value": -10, "unit": "°C"}, "tripFuel""#),
      to: "cold.json")
    let text = try LapwingProcess.run(["balance", "compute", "--scenario", path])
    #expect(text.status == 0, "\(text.error)")
    #expect(
      text.output.contains("Fuel density: 6.19 lb/gal, 100LL at -10 °C by ASTM D1250 Table 54B"))
    let json = try LapwingProcess.run(["balance", "compute", "--json", "--scenario", path])
    #expect(json.output.contains(#""density":6.190105,"#))
    #expect(json.output.contains(#""fuelDensityBasis":"6.19"#))
  }

  @Test(
    "is refused where it contradicts itself or is none",
    arguments: [
      DataSlip(
        #""tripFuel""#, #""fuelGrade": "Diesel", "tripFuel""#,
        says: "17: fuelGrade: is “Diesel”; write one of"),
      DataSlip(
        #""tripFuel""#, #""fuelTemperature": {"value": 20, "unit": "°C"}, "tripFuel""#,
        says: "17: fuelTemperature: needs fuelGrade"),
      DataSlip(
        #""tripFuel""#,
        #""fuelGrade": "100LL", "fuelDensity": {"value": 6, "unit": "lb/gal"}, "tripFuel""#,
        says: "17: fuelGrade: is given together with the measured fuelDensity"),
      DataSlip(
        #""tripFuel""#,
        #""fuelGrade": "100LL", "fuelTemperature": {"value": 61, "unit": "°C"}, "tripFuel""#,
        says: "17: fuelTemperature.value: is not a temperature of fuel"),
      DataSlip(
        #""tripFuel""#,
        #""fuelGrade": "100LL", "fuelTemperature": {"value": 61, "unit": "K"}, "tripFuel""#,
        says: "17: fuelTemperature.unit: is “K”; write one of °C"),
    ])
  func contradictions(slip: DataSlip) throws {
    let outcome = try slip.check(in: scenario)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }
}

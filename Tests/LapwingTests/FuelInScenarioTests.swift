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
    "may have a measured density in any unit, if a fuel can have it",
    arguments: [
      #"{"value": 4.5, "unit": "lb/gal"}"#, #"{"value": 9, "unit": "lb/gal"}"#, #"{"value": 0.54, "unit": "kg/l"}"#,
      #"{"value": 1.08, "unit": "kg/l"}"#, #"{"value": 7.2, "unit": "lb/imp gal"}"#,
    ])
  func measured(density: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      try scenario.text(replacing: #""tripFuel""#, by: #""fuelDensity": \#(density), "tripFuel""#), to: "own.json")
    let outcome = try LapwingProcess.run(["balance", "check", path])
    #expect(outcome.status == 0, "\(outcome.error)")
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
      DataSlip(
        #""tripFuel""#, #""fuelDensity": {"value": 0.72, "unit": "lb/gal"}, "tripFuel""#,
        says: "17: fuelDensity.value: is 0.72 lb/gal; fuel weighs 5 to 8 lb/gal (0.6 to 0.96 kg/l): is it in kg/l?"),
      DataSlip(
        #""tripFuel""#, #""fuelDensity": {"value": 6, "unit": "kg/l"}, "tripFuel""#,
        says: "17: fuelDensity.value: is 6 kg/l; fuel weighs 5 to 8 lb/gal (0.6 to 0.96 kg/l): is it in lb/gal?"),
      DataSlip(
        #""tripFuel""#, #""fuelDensity": {"value": 60, "unit": "lb/gal"}, "tripFuel""#,
        says: "17: fuelDensity.value: is 60 lb/gal; fuel weighs 5 to 8 lb/gal (0.6 to 0.96 kg/l): check the number"),
    ])
  func contradictions(slip: DataSlip) throws {
    let outcome = try slip.check(in: scenario)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }
}

import Testing
import WeightBalance

@Suite("Fuel that is given by weight, or with a fraction cut off")
struct RoundedFuelTests {
  /// 1000 lb empty, 300 lb in the seat and 50 gal are 1600 lb on the ramp; 8 lb burn in taxi.
  private func sheet(taxi: String, _ more: String = "") throws -> LoadSheet {
    var paper = PaperAircraft()
    (paper.takeoff, paper.categoryMax) = ("1592", "1592")
    paper.ring = "[1000, 80], [1592, 80], [1592, 100], [1000, 100]"
    let aircraft = try paper.aircraft()
    let text = """
      {"aircraftId": "paper", "stationLoads": {"seat": 300}, "fuelLoads": {"main": {"value": 300, "unit": "lb"}},
      "taxiFuel": \(taxi), "tripFuel": {"value": 120, "unit": "lb"}\(more)}
      """
    return try LoadSheet(
      aircraft: aircraft, scenario: try Loading(bytes: Array(text.utf8), file: "s.json", types: [aircraft]))
  }

  @Test(
    "A handbook's 8 lb of taxi fuel leave exactly the greatest weight",
    arguments: [#"{"value": 8, "unit": "lb"}"#, "1.3333333333", "1.333333333"])
  func onTheLimit(taxi: String) throws {
    let sheet = try sheet(taxi: taxi)
    #expect(sheet.verdict == .inside([]) && sheet.codes == [.nearMaxGross], "\(sheet.warnings)")
    #expect(sheet.weightMargin == .zero && sheet.isWithinWeightLimit && sheet.isWithinCGEnvelope)
    for phase in sheet.phases { #expect(phase.inEnvelope) }
    #expect(sheet.fuelDetails.first?.loaded.text(in: .usGallons, places: 6) == "50")
  }

  @Test("Fewer decimals are what they say, and the sentence shows by how much they are too few")
  func tooMuch() throws {
    let sheet = try sheet(taxi: "1.3333")
    let warning = try #require(sheet.warning(.overMaxGross))
    #expect(warning.detail.hasPrefix("1592.0002 lb; the maximum is 1592 lb"))
  }

  @Test("All of the fuel by weight leaves nothing, and is no shortage")
  func dry() throws {
    let sheet = try sheet(taxi: #"{"value": 180, "unit": "lb"}"#)
    #expect(sheet.codes.contains(.dryTanks) && !sheet.codes.contains(.fuelShort))
  }

  @Test("A density of the scenario counts")
  func density() throws {
    let sheet = try sheet(taxi: #"{"value": 8, "unit": "lb"}"#, #", "fuelDensity": 6.25"#)
    #expect(sheet.fuelDetails.first?.loaded.text(in: .usGallons, places: 6) == "48")
    #expect(sheet.pounds(.ramp) == "1600")
  }
}

import Testing
import WeightBalance

@Suite("A slip about the pilot or the fuel is a caution")
struct CrewAndFuelTests {
  private func grade(_ grade: FuelGrade, _ more: String = "") throws -> Warning? {
    var paper = PaperAircraft()
    paper.more = more
    return try paper.sheet(["seat": "170"]) { $0.fuelGrade = grade }.warning(.wrongFuel)
  }

  @Test("Jet fuel in an engine for gasoline, by the grade of the type")
  func jet() throws {
    let warning = try #require(try grade(.jetA))
    #expect(warning.level == .caution)
    #expect(warning.message == "Jet A is no fuel for this type: 100LL, Mogas is.")
    #expect(try grade(.mogas) == nil)
    #expect(try grade(.avgas100LL) == nil)
  }

  @Test("A type that names its fuels is believed")
  func named() throws {
    let fuels = ", \"fuelGrades\": [\"100LL\", \"Jet A\"]"
    #expect(try grade(.jetA, fuels) == nil)
    #expect(try grade(.mogas, fuels)?.message == "Mogas is no fuel for this type: 100LL, Jet A is.")
    #expect(throws: DataFileError.self) { try grade(.jetA, ", \"fuelGrades\": [\"milk\"]") }
    #expect(throws: DataFileError.self) { try grade(.jetA, ", \"fuelGrades\": [\"100LL\", \"100LL\"]") }
  }

  @Test("Nobody in the first seats")
  func nobody() throws {
    let warning = try #require(try PaperAircraft().sheet(["tail": "10"]).warning(.noPilot))
    #expect(warning.level == .caution)
    #expect(warning.message == "Nobody sits in Seat.")
    #expect(try PaperAircraft().sheet(["seat": "1"]).warning(.noPilot) == nil)
    // A negative load is a danger of its own.
    #expect(try PaperAircraft().sheet(["seat": "-1"]).warning(.noPilot) == nil)
  }
}

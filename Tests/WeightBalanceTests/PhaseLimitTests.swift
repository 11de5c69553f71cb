import Testing
import WeightBalance

@Suite("The weight limits of a phase are those of type and category together")
struct PhaseLimitTests {
  private func key(_ name: String, _ value: String) -> String { ", \"\(name)\": \(PaperAircraft.value(value, "lb"))" }

  @Test("A category with a lower maximum lowers ramp and landing too")
  func utility() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "20")], trip: "10", category: "utility")
    #expect(sheet.limit(.takeoff) == "2000")
    #expect(sheet.limit(.ramp) == "2007")
    #expect(sheet.limit(.landing) == "2000")
    #expect(sheet.limit(.zeroFuel) == nil)
  }

  @Test("The limits of a category count")
  func own() throws {
    var paper = PaperAircraft(limits: [("ramp", "3020"), ("zeroFuel", "2900")], categoryMax: "2000")
    paper.category = key("maxRamp", "2010") + key("maxLanding", "1900") + key("maxZeroFuel", "1800")
    let sheet = try paper.sheet(["seat": "700"], fuel: ["main": "52"], trip: "10")
    #expect(sheet.limit(.ramp) == "2010")
    #expect(sheet.limit(.landing) == "1900")
    #expect(sheet.limit(.zeroFuel) == "1800")
    #expect(sheet.codes.prefix(3) == [.overMaxGross, .overMaxRamp, .overMaxLanding])
  }

  @Test("Without any landing limit there is none, unless the category's maximum is lower than the type's")
  func landing() throws {
    #expect(try PaperAircraft().sheet().limit(.landing) == nil)
    #expect(try PaperAircraft(categoryMax: "2500").sheet().limit(.landing) == "2500")
    #expect(try PaperAircraft(limits: [("landing", "2800")]).sheet().limit(.landing) == "2800")
    #expect(try PaperAircraft(limits: [("landing", "2800")], categoryMax: "2500").sheet().limit(.landing) == "2500")
  }

  @Test("A ramp limit of a category below its own maximum is refused")
  func contradiction() throws {
    var paper = PaperAircraft()
    paper.category = key("maxRamp", "2999")
    let error = #expect(throws: DataFileError.self) { try paper.aircraft() }
    #expect(error?.message.contains("maxRamp") == true)
  }
}

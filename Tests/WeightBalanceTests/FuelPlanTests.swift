import Testing
import WeightBalance

@Suite("A plan needs fuel for taxi, trip and a reserve")
struct FuelPlanTests {
  private let flow = ", \"cruiseFlow\": \(PaperAircraft.value("10", "gal/h"))"

  @Test("A plan that ends with dry tanks is a danger with 14 CFR 91.151")
  func dryTanks() throws {
    let sheet = try PaperAircraft().sheet(fuel: ["main": "20"], trip: "20")
    let warning = try #require(sheet.warnings.first)
    #expect(warning.code == .dryTanks)
    #expect(warning.level == .danger)
    #expect(warning.regulatoryRef == "14 CFR 91.151")
    #expect(try !PaperAircraft().sheet(fuel: ["main": "20"], trip: "0").codes.contains(.dryTanks))
  }

  @Test("A shortage is said once, with the same regulation, and the taxi fuel of the type is not dropped")
  func shortage() throws {
    let sheet = try PaperAircraft(taxi: "2").sheet(fuel: ["main": "20"], taxi: nil, trip: "20")
    #expect(sheet.codes.first == .fuelShort)
    #expect(sheet.warnings.first?.regulatoryRef == "14 CFR 91.151")
    #expect(sheet.warnings.first?.message.contains("2 gal") == true)
    #expect(!sheet.codes.contains(.dryTanks))
  }

  @Test("A cruise flow may be a plain number in the file's unit of volume, if the file gives one source for all")
  func plainFlow() throws {
    let more = #", "cruiseFlow": 10, "units": {"volume": "gal"}, "source": "#
    let paper = PaperAircraft(more: more + PaperAircraft.source)
    #expect(try paper.aircraft().cruiseFlow?.value == Volume(10, .usGallons))
  }

  @Test("Less than 30 minutes at the type's cruise flow is a caution, and exactly 30 minutes is not")
  func reserve() throws {
    let paper = PaperAircraft(more: flow)
    let short = try paper.sheet(fuel: ["main": "24.99"], trip: "20")
    let warning = try #require(short.warning(.lowReserve))
    #expect(warning.level == .caution)
    #expect(warning.regulatoryRef == "14 CFR 91.151")
    #expect(warning.message.contains("29 minutes"))
    #expect(warning.message.contains("45 minutes at night"))
    #expect(try !paper.sheet(fuel: ["main": "25"], trip: "20").codes.contains(.lowReserve))
    #expect(try !paper.sheet(fuel: ["main": "2"], trip: "0").codes.contains(.lowReserve))
    #expect(try !PaperAircraft().sheet(fuel: ["main": "21"], trip: "20").codes.contains(.lowReserve))
  }

  @Test("A helicopter needs 20 minutes")
  func helicopter() throws {
    let paper = PaperAircraft(kind: "helicopter", more: flow)
    #expect(try !paper.sheet(fuel: ["main": "23.34"], trip: "20").codes.contains(.lowReserve))
    #expect(try paper.sheet(fuel: ["main": "23.33"], trip: "20").codes.contains(.lowReserve))
  }

  @Test("Without fuel and trip, taxi fuel is 0 and the sheet says so")
  func noFuel() throws {
    let parked = try PaperAircraft(taxi: "2").sheet(fuel: [:], taxi: nil, trip: "0")
    #expect(parked.codes.contains(.noFuel))
    #expect(!parked.codes.contains(.fuelShort))
    #expect(try !PaperAircraft(taxi: "2").sheet(fuel: [:], taxi: "0", trip: "0").codes.contains(.noFuel))
    #expect(try PaperAircraft(taxi: "2").sheet(fuel: [:], taxi: nil, trip: "1").codes.first == .fuelShort)
  }

  @Test("A scenario without trip fuel gets a caution, and an aircraft without tanks does not")
  func noTrip() throws {
    #expect(try PaperAircraft().sheet(trip: "0") { $0.hasTripFuel = false }.codes.contains(.noTripFuel))
    #expect(try !PaperAircraft().sheet(trip: "0").codes.contains(.noTripFuel))
    let glider = try PaperAircraft(kind: "glider", tanks: []).sheet(["seat": "200"], fuel: [:], taxi: nil, trip: "0") {
      $0.hasTripFuel = false
    }
    #expect(glider.codes.isEmpty)
  }
}

import Testing
import WeightBalance

@Suite("A negative load")
struct NegativeLoadTests {
  @Test("is within no limit, even if the sum of its station is")
  func sum() throws {
    let sheet = try PaperAircraft().sheet { scenario in
      scenario.stationLoads = [
        .init(station: "seat", weight: Weight(200, .pounds), name: "Ann"),
        .init(station: "seat", weight: Weight(-10, .pounds), name: "Bob"),
      ]
    }
    #expect(sheet.codes.contains(.negativeWeight))
    #expect(sheet.stationDetails.first?.isWithinLimit == false)
    #expect(!sheet.isWithinAllStationLimits)
  }
}

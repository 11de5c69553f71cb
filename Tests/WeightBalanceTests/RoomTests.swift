import Testing
import WeightBalance

@Suite("The room of a sheet is what really still fits")
struct RoomTests {
  private func isFree(_ sheet: LoadSheet, _ station: String, _ pounds: Weight) throws -> Bool {
    var scenario = sheet.scenario
    let detail = try #require(sheet.stationDetails.first { $0.station.id == station })
    scenario.stationLoads.removeAll { $0.station == station }
    scenario.stationLoads.append(.init(station: station, weight: detail.weight + pounds))
    let after = try LoadSheet(aircraft: sheet.aircraft, scenario: scenario)
    return after.isLegal && !after.stationDetails.contains { $0.station.id == station && $0.isImplausible }
  }

  @Test("All amounts up to the room fit, and a pound more does not", arguments: ["5", "15", "25", "38"])
  func room(_ gallons: String) throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "200", "rear-seats": "100"], fuel: [("main-fuel", gallons)], trip: "4")
    let room = try #require(sheet.room)
    var fits = Weight.zero
    while try isFree(sheet, room.station.id, fits + Weight(1, .pounds)) { fits += Weight(1, .pounds) }
    #expect(room.weight == fits)
    #expect(sheet.limitingFactor.hasPrefix("Nothing is exceeded as far as is known. \(room.station.name) can take "))
    for detail in sheet.stationDetails where detail.station.kind != .oil {
      #expect(try !isFree(sheet, detail.station.id, room.weight + Weight(1, .pounds)))
    }
  }

  @Test("A sheet that exceeds a limit has no room")
  func noRoom() throws {
    #expect(try Fleet.sheet("cessna-172m", ["front-seats": "1800"]).room == nil)
  }
}

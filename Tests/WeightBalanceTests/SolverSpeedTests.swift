import Foundation
import ShippedAircraft
import Testing
import WeightBalance

@Suite("The solver's time does not grow with the amounts")
struct SolverSpeedTests {
  @Test("Very heavy loads take no longer than usual ones", arguments: ["2000", "100000", "8000000"])
  func heavy(_ pounds: String) throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340", "baggage-1": pounds], fuel: [("main-fuel", "25")], trip: "10")
    let clock = ContinuousClock()
    var remedies: [Remedy] = []
    let time = clock.measure { remedies = Solver(sheet).remedies() }
    // Without optimization, on a slow machine; the old solver took minutes on a fast one.
    #expect(time < .seconds(60))
    #expect(remedies.first?.kind == .remove && remedies.first?.place == "baggage-1")
  }

  @Test("A tank of far too many gallons is found by its capacity")
  func muchFuel() throws {
    let sheet = try Fleet.sheet(
      "cessna-172m", ["front-seats": "340"], fuel: [("main-fuel", "200000")], trip: "10")
    var remedies: [Remedy] = []
    let time = ContinuousClock().measure { remedies = Solver(sheet).remedies() }
    #expect(time < .seconds(60))
    #expect(remedies.first { $0.kind == .drain }?.volume == Volume(199_962, .usGallons))
  }

  /// A 172M with very many stations and tanks.
  private func large(stations: Int, tanks: Int) throws -> Aircraft {
    let file = try #require(ShippedAircraft.files.first { $0.name.contains("172m") })
    var object = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
    func many(_ key: String, _ id: String, _ count: Int) throws -> [[String: Any]] {
      let first = try #require((object[key] as? [[String: Any]])?.first)
      return (0..<count).map { index in
        var copy = first
        copy["id"] = "\(id)-\(index)"
        if var arm = copy["arm"] as? [String: Any] {
          arm["value"] = 30 + index
          copy["arm"] = arm
        }
        copy["armRange"] = nil
        return copy
      }
    }
    object["stations"] = try many("stations", "station", stations)
    object["tanks"] = try many("tanks", "tank", tanks)
    object["burnOrder"] = (0..<tanks).map { "tank-\($0)" }
    object["combinedLimits"] = []
    object["categories"] = (object["categories"] as? [[String: Any]])?.map { category in
      var category = category
      category["emptyStations"] = nil
      return category
    }
    return try Aircraft(bytes: [UInt8](JSONSerialization.data(withJSONObject: object)), file: "large.json")
  }

  @Test("An aircraft with 50 stations and 20 tanks is solved as well")
  func large() throws {
    let aircraft = try large(stations: 50, tanks: 20)
    let scenario = Loading(
      id: "test", aircraft: aircraft.id, name: "Test",
      stationLoads: (0..<50).map { .init(station: "station-\($0)", weight: Weight(40, .pounds)) },
      fuelLoads: (0..<20).map { .init(tank: "tank-\($0)", volume: Volume(10, .usGallons)) },
      tripFuel: Volume(50, .usGallons))
    let sheet = try LoadSheet(aircraft: aircraft, scenario: scenario)
    #expect(!sheet.isLegal)
    let time = ContinuousClock().measure { _ = Solver(sheet).remedies() }
    print("large aircraft: \(time)")
    #expect(time < .seconds(240))
  }
}

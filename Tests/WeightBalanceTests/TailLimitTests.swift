import Testing
import WeightBalance

@Suite("A station that only a tail has is under the rules of its type")
struct TailLimitTests {
  private func sheet(_ loads: [String: String], _ keys: String = "", kind: String = "baggage") throws -> LoadSheet {
    let type = try Fleet.aircraft("cessna-172m")
    let text = """
      {"registration": "N1", "aircraftId": "cessna-172m", "source": {"document": "d"},
       "weighings": [{"date": "2026-01-01", "weight": 1400, "arm": 39}],
       "stations": [{"id": "shelf", "name": "Shelf", "kind": "\(kind)", "arm": 110, "maxWeight": 60\(keys)}]}
      """
    let tail = try Tail(bytes: Array(text.utf8), file: "N1.json", types: [type])
    let scenario = Loading(
      id: "test", aircraft: type.id, category: "utility", name: "Test",
      stationLoads: try loads.sorted { $0.key < $1.key }.map {
        .init(station: $0.key, weight: try Weight($0.value, .pounds))
      }, fuelLoads: [.init(tank: "main-fuel", volume: Volume(10, .usGallons))], tripFuel: Volume(5, .usGallons))
    return try LoadSheet(aircraft: tail.aeroplane(of: type), scenario: scenario)
  }

  @Test("It must be empty in a category that wants stations empty, unless the tail says otherwise")
  func category() throws {
    let loads = ["front-seats": "340", "shelf": "10"]
    #expect(try sheet(loads).codes.contains(.categoryStation))
    #expect(try !sheet(loads, ", \"emptyIn\": []").codes.contains(.categoryStation))
    #expect(try sheet(loads, ", \"emptyIn\": [\"utility\"]").codes.contains(.categoryStation))
  }

  @Test("It counts in a combined limit of stations of its kind, unless the tail says otherwise")
  func combined() throws {
    let loads = ["front-seats": "340", "baggage-1": "100", "shelf": "50"]
    #expect(try sheet(loads).codes.contains(.combinedOverweight))
    #expect(try !sheet(loads, ", \"combinedLimits\": []").codes.contains(.combinedOverweight))
    #expect(try !sheet(loads, kind: "other").codes.contains(.combinedOverweight))
  }

  @Test("Names that the type does not have are refused")
  func unknown() throws {
    #expect(throws: DataFileError.self) { try sheet([:], ", \"emptyIn\": [\"nosuch\"]") }
    #expect(throws: DataFileError.self) { try sheet([:], ", \"combinedLimits\": [\"nosuch\"]") }
  }
}

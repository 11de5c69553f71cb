import Foundation
import TestSupport
import Testing

@Suite("A list fits into 80 columns")
struct ListWidthTests {
  @Test("of aircraft and tails")
  func aircraft() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      {"registration": "N1", "aircraftId": "cessna-172m", "source": {"document": "d"},
       "weighings": [{"date": "2026-01-01", "weight": 1454, "arm": 39.0}]}
      """, to: "N1.json")
    let outcome = try LapwingProcess.run(["balance", "list", "--tails-folder", folder.path])
    #expect(outcome.lines.contains { $0.contains("weighed 2026-01-01") })
    #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
  }

  @Test("of scenarios, and gives no date for one that has none")
  func scenarios() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "a long name ", count: 10)
    _ = try folder.write(
      #"{"aircraftId": "cessna-172m", "name": "\#(name)", "stationLoads": {}, "fuelLoads": {}}"#, to: "flight.json")
    let outcome = try LapwingProcess.run(["scenarios", "list", "--scenarios", folder.path])
    #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
    let shown = try LapwingProcess.run(["scenarios", "show", "flight", "--scenarios", folder.path])
    #expect(shown.output.contains("  changed   20"))
    #expect(!shown.output.contains("1970") && !shown.output.contains("created"))
    let json = try LapwingProcess.run(["scenarios", "show", "flight", "--json", "--scenarios", folder.path])
    #expect(json.output.contains(#""createdAt":null"#) && !json.output.contains("1970"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite("A sheet says which of two values is in force")
struct SheetRemarkTests {
  private let folder: TemporaryFolder
  private static let loads = #""stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 20}, "tripFuel": 10}"#

  init() throws {
    folder = try TemporaryFolder()
    for (name, weight) in [("N1", 1454), ("N2", 1500)] {
      _ = try folder.write(
        """
        {"registration": "\(name)", "aircraftId": "cessna-172m", "source": {"document": "d"},
         "weighings": [{"date": "2026-01-01", "weight": \(weight), "arm": 39.0}],
         "equipment": [{"date": "2026-01-01", "name": "Radio", "weight": 5, "arm": 20}]}
        """, to: "\(name).json")
    }
  }

  private func sheet(_ scenario: String, _ arguments: String...) throws -> (remarks: [String], empty: Double?) {
    let file = try folder.write(scenario + Self.loads, to: "flight.scenario")
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--json", "--scenario", file, "--date", "2026-11-25", "--tails-folder", folder.path]
        + arguments)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome.error)")
    let phases = object["phases"] as? [[String: Any]]
    let ramp = phases?.first?["weight"] as? Double
    return (object["remarks"] as? [String] ?? [], ramp.map { $0 - 340 - 120 })
  }

  @Test("The scenario's own empty weight, which wins over that of its tail")
  func own() throws {
    let sheet = try sheet(#"{"tail": "N1", "emptyWeight": 1480, "emptyArm": 39.5, "#)
    #expect(sheet.empty == 1480)
    #expect(
      sheet.remarks.contains(
        "The empty weight is that of the scenario, 1480 lb at 39.5 in; the tail file of N1 has 1454 lb at 39 in."))
  }

  @Test("The tail of the command line, which wins over the scenario's tail and empty weight")
  func commandLine() throws {
    let sheet = try sheet(#"{"tail": "N1", "emptyWeight": 1480, "emptyArm": 39.5, "#, "--tail", "N2")
    #expect(sheet.empty == 1500)
    #expect(sheet.remarks.contains("The tail file of N2 is in force; the scenario names N1."))
    #expect(
      sheet.remarks.contains(
        "The empty weight is that of the tail file of N2, 1500 lb at 39 in; the scenario has 1480 lb at 39.5 in."))
  }

  @Test("The empty weight of the command line, which wins over all")
  func option() throws {
    let sheet = try sheet(#"{"tail": "N1", "#, "--empty", "1490@39.2")
    #expect(sheet.empty == 1490)
    #expect(
      sheet.remarks.contains(
        "The empty weight is that of --empty, 1490 lb at 39.2 in; the tail file of N1 has 1454 lb at 39 in."))
  }

  @Test("Equipment of the day of the weighing, which counts as weighed")
  func equipment() throws {
    let sheet = try sheet(#"{"tail": "N1", "#)
    #expect(sheet.empty == 1454)
    #expect(sheet.remarks == ["The weighing of 2026-01-01 includes what was changed on that day: Radio."])
  }

  @Test("A change of equipment of 0 lb is refused")
  func nothing() throws {
    let file = try folder.write(
      """
      {"registration": "N3", "aircraftId": "cessna-172m", "source": {"document": "d"},
       "weighings": [{"date": "2026-01-01", "weight": 1400, "arm": 39}],
       "equipment": [{"date": "2026-02-01", "name": "Radio", "weight": 0, "arm": 20}]}
      """, to: "N3.json")
    let outcome = try LapwingProcess.run(["balance", "check", file])
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("equipment[0].weight: is 0, which changes nothing"))
  }

  @Test("Remarks and notes come after the warnings in the text, and in the short form too")
  func text() throws {
    let file = try folder.write(
      #"{"aircraftId": "cherokee-six-pa32", "notes": "Bring a map.", "#
        + #""stationLoads": {}, "fuelLoads": {"main-fuel": 20}, "tripFuel": 1}"#, to: "notes.scenario")
    let outcome = try LapwingProcess.run(["balance", "compute", "--scenario", file])
    guard outcome.status < 2 else { throw Failure(text: outcome.error) }
    let note = try #require(outcome.output.range(of: "Bring a map."))
    let last = try #require(outcome.output.range(of: "CAUTION", options: .backwards))
    #expect(last.lowerBound < note.lowerBound)
    let remark = try #require(outcome.output.range(of: "NOTE: The fuel reserve is not checked"))
    #expect(last.lowerBound < remark.lowerBound)
    let brief = try LapwingProcess.run(["balance", "compute", "--brief", "--scenario", file])
    #expect(brief.output.contains("NOTE: The fuel reserve is not checked"))
    #expect(brief.lines.count <= 24)
  }

  private struct Failure: Error { let text: String }
}

import Foundation
import TestSupport
import Testing

@Suite("A scenario file")
struct ScenarioFormTests {
  private func line(_ text: String, _ more: [String] = [], name: String = "flight.json") throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: name)
    let outcome = try LapwingProcess.run(["balance", "compute", "--json", "--scenario", path] + more)
    #expect(outcome.status < 2, "\(outcome.error)")
    return outcome.output
  }

  private func compute(_ text: String, _ more: String..., name: String = "flight.json") throws -> [String: Any] {
    let data = Data(try line(text, more, name: name).utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func weights(_ sheet: [String: Any]) -> [Double] {
    (sheet["phases"] as? [[String: Any]])?.compactMap { $0["weight"] as? Double } ?? []
  }

  @Test("needs only aircraft, loads and fuel; id and name follow from its file")
  func defaults() throws {
    let sheet = try compute(
      #"{"aircraftId": "cessna-172m", "stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 38}}"#,
      name: "Sunday flight.json")
    #expect(weights(sheet) == [2034, 2028, 2028, 1806])
    #expect(sheet["scenario"] as? String == "Sunday flight")
    #expect(sheet["scenarioId"] as? String == "Sunday-flight")
  }

  @Test("in the short form gives the same sheet as in the long form")
  func sameSheet() throws {
    let long = try line(try ProjectFile("data/loadings/172m-two-up.json").text, name: "172m-two-up.json")
    let short = try line(
      """
      // Two up.
      {
        "aircraftId": "cessna-172m",  // a comment with "quotes" and {
        "name": "172M, two up, full tanks",
        "emptyWeight": 1454, "emptyArm": 39.0,
        "stationLoads": {"front-seats": 340, "baggage-1": 20},
        "fuelLoads": {"main-fuel": 38},
        "tripFuel": 20
      }
      """, name: "172m-two-up.json")
    #expect(long == short)
  }

  @Test("gives the units of its plain numbers once")
  func units() throws {
    let sheet = try compute(
      """
      {"aircraftId": "cessna-172m", "units": {"weight": "kg", "arm": "mm", "volume": "l"},
       "emptyWeight": 660, "emptyArm": 1000,
       "stationLoads": {"front-seats": [{"weight": 100, "arm": 900}, {"value": 110, "unit": "lb"}]},
       "fuelLoads": {"main-fuel": 100}, "tripFuel": 50}
      """, "--metric")
    let stations = try #require(sheet["stationDetails"] as? [[String: Any]])
    #expect(stations[0]["weight"] as? Double == 149.895161)
    let tanks = try #require(sheet["fuelDetails"] as? [[String: Any]])
    #expect(tanks[0]["volume"] as? Double == 100)
  }

  @Test("may have several loads in a station, in both forms")
  func severalLoads() throws {
    let short = try compute(
      """
      {"aircraftId": "cessna-172m", "fuelLoads": {"main-fuel": 38},
       "stationLoads": {"front-seats": [{"weight": 170, "arm": 36}, {"weight": 150, "arm": 40, "name": "Ann"}, 10]}}
      """)
    let long = try compute(
      """
      {"aircraftId": "cessna-172m", "fuelLoads": {"main-fuel": 38},
       "stationLoads": [{"stationId": "front-seats", "weight": 170, "arm": 36},
         {"stationId": "front-seats", "weight": 150, "arm": 40, "name": "Ann"},
         {"stationId": "front-seats", "weight": 10, "name": "Coats"}]}
      """)
    for sheet in [short, long] {
      let stations = try #require(sheet["stationDetails"] as? [[String: Any]])
      #expect(stations[0]["weight"] as? Double == 330)
      #expect(stations[0]["moment"] as? Double == 12490)  // 170 × 36 + 150 × 40 + 10 × 37
    }
  }

  @Test("with a load outside its station is computed, with a warning")
  func outsideStation() throws {
    let sheet = try compute(
      """
      {"aircraftId": "cessna-172m", "fuelLoads": {"main-fuel": 38},
       "stationLoads": {"front-seats": {"weight": 170, "arm": 99}}}
      """)
    let warnings = try #require(sheet["warnings"] as? [[String: Any]])
    #expect(warnings.contains { $0["code"] as? String == "ARM_OUT_OF_RANGE" })
  }

  @Test("may come through standard input")
  func standardInput() throws {
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--scenario", "-"],
      input: #"{"aircraftId": "cessna-172m", "stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 38}}"#)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("standard input"))
    let broken = try LapwingProcess.run(["balance", "compute", "--scenario", "-"], input: "{}")
    #expect(broken.status == 65)
    #expect(broken.error.contains("standard input:1: the key “stationLoads” is missing"))
  }

  @Test("that was deleted is refused by compute and solve, and named by check")
  func deleted() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      try ProjectFile("data/loadings/172m-two-up.json").text(
        replacing: #""deletedAt": null"#, by: #""deletedAt": "2026-11-23T00:00:00Z""#), to: "old.json")
    for verb in ["compute", "solve"] {
      let outcome = try LapwingProcess.run(["balance", verb, "--scenario", path])
      #expect(outcome.status == 65)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains("the scenario was deleted at 2026-11-23T00:00:00Z"))
      #expect(outcome.error.contains("lapwing scenarios restore \(path)"))
    }
    let check = try LapwingProcess.run(["balance", "check", path])
    #expect(check.status == 0)
    #expect(check.output.contains("deleted at 2026-11-23T00:00:00Z"))
  }
}

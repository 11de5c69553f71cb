import Foundation
import TestSupport
import Testing

@Suite("A tail file")
struct TailTests {
  private static let text = """
    // One aeroplane of the club.
    {
      "registration": "N12345",
      "aircraftId": "cessna-172m",
      "source": {"document": "Weight and balance record N12345"},
      "weighings": [
        {"date": "2019-04-02", "weight": 1440, "arm": 38.9},
        {"date": "2024-05-01", "weight": 1454, "arm": 39.0, "by": "the club's workshop"}
      ],
      "equipment": [
        {"date": "2023-01-01", "name": "weighed already", "weight": 100, "arm": 100},
        {"date": "2024-06-01", "name": "Autopilot", "weight": 10, "arm": 20},
        {"date": "2025-06-01", "name": "ADF removed", "weight": -4, "arm": 14}
      ],
      "tanks": [{"id": "main-fuel", "name": "Long-range tanks", "arm": 48, "capacity": 48}]
    }
    """
  private static let loads = #""stationLoads": {"front-seats": 340}, "fuelLoads": {"main-fuel": 48}}"#

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Self.text, to: "N12345.json")
  }

  private func run(_ arguments: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["balance"] + arguments + ["--tails-folder", folder.path])
  }

  private func sheet(_ arguments: String...) throws -> [String: Any] {
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--json"] + arguments + ["--tails-folder", folder.path])
    #expect(outcome.status < 2, "\(outcome.error)")
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func codes(_ sheet: [String: Any]) -> [String] {
    (sheet["warnings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
  }

  @Test("gives the newest weighing and what has changed since, exactly, and its own tanks")
  func weighing() throws {
    let scenario = try folder.write(#"{"tail": "N12345", "# + Self.loads, to: "flight")
    let sheet = try sheet("--scenario", scenario, "--date", "2026-11-25")
    let phases = try #require(sheet["phases"] as? [[String: Any]])
    #expect(phases[0]["weight"] as? Double == 2088)  // 1454 + 10 - 4 + 340 + 48 × 6
    #expect(phases[0]["moment"] as? Double == 83254)  // 1454 × 39 + 200 - 56 + 340 × 37 + 288 × 48
    #expect(sheet["usefulLoad"] as? Double == 840)
    #expect(!codes(sheet).contains("FUEL_OVERCAPACITY"))
    #expect(!codes(sheet).contains("OLD_WEIGHING"))
  }

  @Test("An old weighing is a caution, from the day after 36 months")
  func oldWeighing() throws {
    let options = ["--tail", "N12345", "--load", "front-seats=340", "--fuel", "38", "--trip", "10", "--date"]
    func codes(on day: String) throws -> [String] {
      let outcome = try LapwingProcess.run(
        ["balance", "compute", "--json"] + options + [day, "--tails-folder", folder.path])
      let sheet = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      return self.codes(sheet)
    }
    #expect(try !codes(on: "2027-05-01").contains("OLD_WEIGHING"))
    #expect(try codes(on: "2027-05-02").contains("OLD_WEIGHING"))
    // A record that the pilot gives for this flight takes the place of the tail's.
    let own = try sheet("--tail", "N12345", "--empty", "1454@39", "--date", "2030-01-01")
    #expect(!self.codes(own).contains("OLD_WEIGHING"))
  }

  @Test("Weighings and changes after the day of the sheet do not count")
  func laterWeighings() throws {
    func weights(on day: String) throws -> Double? {
      let sheet = try sheet("--tail", "N12345", "--load", "front-seats=340", "--fuel", "38", "--date", day)
      return sheet["usefulLoad"] as? Double
    }
    #expect(try weights(on: "2024-04-30") == 760)  // 2300 - 1440 - 100
    #expect(try weights(on: "2024-05-01") == 846)  // 2300 - 1454
    #expect(try weights(on: "2024-06-01") == 836)
    let scenario = try folder.write(#"{"tail": "N12345", "date": "2019-04-01", "# + Self.loads, to: "early")
    let early = try run("compute", "--scenario", scenario)
    #expect(early.status == 65)
    #expect(
      early.error.contains("weighings: the first one is of 2019-04-02, after the day of the sheet, 2019-04-01"),
      "\(early.error)")
    #expect(try run("compute", "--scenario", scenario, "--date", "2019-04-02").status < 2)
    // A record that the pilot gives needs no weighing of the tail.
    #expect(try run("compute", "--scenario", scenario, "--empty", "1454@39").status < 2)
  }

  @Test("Two weighings of one day are refused, and so is a density that no fuel has")
  func slips() throws {
    let twice = try folder.write(Self.text.replacing("2019-04-02", with: "2024-05-01"), to: "twice.json")
    let outcome = try run("check", twice)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("weighings[1].date: is 2024-05-01, as that of another weighing"), "\(outcome.error)")
    let light = try folder.write(
      Self.text.replacing("\"capacity\": 48", with: "\"capacity\": 48, \"density\": 0.72"), to: "light.json")
    let density = try run("check", light).error
    #expect(density.contains("tanks[0].density: is 0.72 lb/gal; fuel weighs 5 to 8 lb/gal"), "\(density)")
    #expect(density.contains("is it in kg/l?"))
  }

  @Test("The scenario's type and that of the tail must agree, and the tail must exist")
  func disagreement() throws {
    let other = try folder.write(#"{"tail": "N12345", "aircraftId": "bonanza-a36", "# + Self.loads, to: "a")
    let outcome = try run("compute", "--scenario", other)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("aircraftId: is “bonanza-a36”, but N12345 is a cessna-172m"))
    let missing = try folder.write(#"{"tail": "N777", "# + Self.loads, to: "b")
    #expect(try run("compute", "--scenario", missing).error.contains("tail: there is no tail file N777.json"))
    let path = try folder.write(#"{"tail": "../N12345", "# + Self.loads, to: "c")
    #expect(try run("compute", "--scenario", path).status == 65)
    _ = try folder.write(Self.text, to: "N2.json")
    #expect(try run("compute", "--tail", "N2").error.contains("N2.json:1: registration: is “N12345”"))
  }

  @Test("is listed and checked")
  func listed() throws {
    let list = try run("list")
    #expect(list.status == 0, "\(list.error)")
    #expect(list.output.contains("N12345  cessna-172m, empty 1460 lb at 38.94 in, weighed 2024-05-01\n"))
    #expect(list.output.contains("\n  useful load 840 lb"))
    #expect(try run("check", folder.file("N12345.json")).output.contains("good, tail N12345, a cessna-172m"))
    _ = try folder.write(Self.text.replacing("\"by\"", with: "\"bye\""), to: "N3.json")
    let broken = try run("list")
    #expect(broken.status == 65)
    #expect(broken.output.contains("N12345  "))
    #expect(broken.error.contains("N3.json:8: weighings[1]: the key “bye” is unknown here"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite("A load sheet from options")
struct LoadingOptionTests {
  private func compute(_ options: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["balance", "compute", "--json"] + options)
  }

  private func sheet(_ outcome: LapwingProcess.Outcome) throws -> [String: Any] {
    #expect(outcome.status < 2, "\(outcome.error)")
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func weights(_ sheet: [String: Any]) -> [Double] {
    (sheet["phases"] as? [[String: Any]])?.compactMap { $0["weight"] as? Double } ?? []
  }

  @Test("needs no file")
  func noFile() throws {
    let sheet = try sheet(
      try compute(
        "--aircraft", "cessna-172m", "--load", "front-seats=340", "--load", "baggage-1=20@95", "--fuel", "38", "--trip",
        "20", "--empty", "1454@39.0"))
    #expect(weights(sheet) == [2042, 2036, 1916, 1814])
    let own = [
      "--aircraft", "cessna-172m", "--load", "front-seats=340", "--fuel", "38", "--trip", "20", "--empty", "1454@39",
    ]
    let undated = try self.sheet(try LapwingProcess.run(["balance", "compute", "--json"] + own))
    #expect(undated["verdictState"] as? String == "inside-unverified-empty")
    let weighed = try self.sheet(
      try LapwingProcess.run(
        ["balance", "compute", "--json"] + own + ["--weighed", "2025-05-01", "--date", "2026-01-01"]))
    #expect(weighed["verdictState"] as? String == "inside")
    let utility = try self.sheet(
      try compute("--aircraft", "cessna-172m", "--load", "front-seats=340", "--fuel", "20", "--category", "utility"))
    #expect(utility["category"] as? String == "utility")
  }

  @Test("Options override the file, and leave the rest of it")
  func override() throws {
    let path = ProjectFile("data/loadings/172m-two-up.json").path
    let sheet = try sheet(
      try compute(
        "--scenario", path, "--load", "front-seats=100@36", "--load", "front-seats=50kg", "--fuel", "main-fuel=100 l",
        "--taxi", "0"))
    let stations = try #require(sheet["stationDetails"] as? [[String: Any]])
    #expect(stations[0]["weight"] as? Double == 210.231131)
    #expect(stations[2]["weight"] as? Double == 20)
    let tanks = try #require(sheet["fuelDetails"] as? [[String: Any]])
    #expect(tanks[0]["volume"] as? Double == 26.417205)
    #expect(tanks[0]["tripBurn"] as? Double == 20)
  }

  @Test(
    "What cannot be meant is refused with a sentence",
    arguments: [
      (
        ["--aircraft", "cessna-172m", "--load", "front=1"], "--load front=1: there is no such station; use front-seats"
      ),
      (["--aircraft", "cessna-172m", "--load", "front-seats"], "write a station and a weight"),
      (
        ["--aircraft", "cessna-172m", "--load", "front-seats=x"],
        "“x” is not a stored name, and no names are stored; write a weight"
      ),
      (["--aircraft", "cessna-172m", "--load", "front-seats=1stone"], "“stone” is not a unit; use lb, kg"),
      (["--aircraft", "cessna-172m", "--fuel", "38,5"], "--fuel 38,5: has a comma; write the number with a point"),
      (["--aircraft", "cessna-172m", "--fuel", "aux=1"], "there is no such tank; use main-fuel"),
      (["--aircraft", "cessna-172m", "--trip=-1"], "--trip -1: is negative"),
      (["--aircraft", "cessna-172m", "--empty", "1454"], "write a weight above 0 and its arm"),
      (["--aircraft", "cessna-172m", "--empty", "1454@39", "--weighed", "May"], "--weighed is May; write a day as"),
      (["--aircraft", "cessna-172m", "--weighed", "2025-05-01"], "is the day of the weighing that --empty is of"),
      (["--aircraft", "cessna-172m", "--category", "space"], "write one of normal, utility, seaplane"),
      (["--aircraft", "cessna-172m", "--date", "today"], "write a day as 2026-11-22"),
      (
        ["--aircraft", "navajo-chieftain-pa31", "--fuel", "50"],
        "has several tanks; name one: --fuel inboard-fuel=… --fuel outboard-fuel=…"
      ),
      ([], "name a scenario file with --scenario, or an aircraft"),
    ])
  func refused(options: [String], sentence: String) throws {
    let outcome = try LapwingProcess.run(["balance", "compute"] + options)
    #expect(outcome.status == 64, "\(outcome.error)")
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
    #expect(outcome.output.isEmpty)
  }
}

@Suite("lapwing balance new")
struct ScenarioTemplateTests {
  @Test(
    "writes a file that computes as it is and names every station, tank and default",
    arguments: ["cessna-172m", "bonanza-a36", "cherokee-six-pa32", "navajo-chieftain-pa31"])
  func template(id: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new.json")
    let made = try LapwingProcess.run(["balance", "new", id, "-o", path])
    #expect(made.status == 0, "\(made.error)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let compute = try LapwingProcess.run(["balance", "compute", "--json", "--scenario", path])
    #expect(compute.status < 2, "\(compute.error)")
    let sheet = try #require(JSONSerialization.jsonObject(with: Data(compute.output.utf8)) as? [String: Any])
    for key in ["stationDetails", "fuelDetails"] {
      for entry in try #require(sheet[key] as? [[String: Any]]) {
        #expect(text.contains("\"\(try #require(entry["id"] as? String))\": 0"))
      }
    }
    for key in [
      "units", "name", "category", "emptyWeight", "emptyArm", "taxiFuel", "tripFuel", "fuelGrade", "fuelTemperature",
      "fuelDensity", "notes",
    ] {
      #expect(text.contains("\"\(key)\":"), "\(key)")
    }
    // Every default can be switched on by deleting its //.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("  // \"") ? "  " + line.dropFirst(5) : String(line)
    }
    let full = try folder.write(lines.joined(separator: "\n"), to: "full.json")
    let fullSheet = try LapwingProcess.run(["balance", "check", full])
    #expect(fullSheet.status == 0, "\(fullSheet.error)")
  }

  @Test("never overwrites a file without --force")
  func force() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("mine", to: "mine.json")
    let refused = try LapwingProcess.run(["balance", "new", "cessna-172m", "-o", path])
    #expect(refused.status == 74)
    #expect(refused.error.contains("--force"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine.json"])
    #expect(try LapwingProcess.run(["balance", "new", "cessna-172m", "-o", path, "--force"]).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("front-seats"))
  }
}

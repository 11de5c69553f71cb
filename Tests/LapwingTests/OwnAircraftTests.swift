import Foundation
import TestSupport
import Testing

@Suite("An aircraft file of one's own")
struct OwnAircraftTests {
  private let example = ProjectFile("data/aircraft-examples/n9999x.json")

  @Test("has at most 60 lines, passes the check and computes")
  func short() throws {
    #expect(try example.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    let check = try LapwingProcess.run(["balance", "check", example.path])
    #expect(check.status == 0, "\(check.error)")
    #expect(check.output.contains("good, aircraft “Cessna 172N of the flying club”"))
    let outcome = try LapwingProcess.run([
      "balance", "compute", "--json", "--aircraft", example.path, "--load", "front-seats=340", "--fuel", "38", "--trip",
      "20",
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let sheet = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let phases = try #require(sheet["phases"] as? [[String: Any]])
    #expect(phases[0]["weight"] as? Double == 2046.5)
    #expect(phases[1]["weight"] as? Double == 2039.9)
  }

  @Test("The one to fill in from a handbook is unverified until it says when it was weighed")
  func fromHandbook() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("g-abcd.json")
    let new = try LapwingProcess.run(["balance", "new", "--handbook", "-o", file])
    #expect(new.status == 0, "\(new.error)")
    #expect(try LapwingProcess.run(["balance", "check", file]).status == 0)
    func firstLine() throws -> Substring? {
      try LapwingProcess.run([
        "balance", "compute", "--aircraft", file, "--load", "front=340", "--fuel", "30", "--trip", "15", "--date",
        "2026-11-25",
      ]).lines.first
    }
    #expect(try firstLine() == "INSIDE, unverified empty weight")
    let weighed = try String(contentsOfFile: file, encoding: .utf8).replacing("// \"weighedOn\"", with: "\"weighedOn\"")
    try weighed.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try firstLine() == "INSIDE all limits")
  }

  @Test("A new tail file is refused until its weighing is filled in")
  func newTail() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("N12345.json")
    let new = try LapwingProcess.run(["balance", "new", "cessna-172m", "--tail", "n12345", "-o", file])
    #expect(new.status == 0, "\(new.error)")
    let refused = try LapwingProcess.run(["balance", "check", file])
    #expect(refused.status == 65 && refused.error.contains("weighings[0].date: is “YEAR-MONTH-DAY”; write a day"))
    let filled = try String(contentsOfFile: file, encoding: .utf8)
      .replacing("YEAR-MONTH-DAY", with: "2025-03-14").replacing(
        "\"weight\": 0, \"arm\": 0", with: "\"weight\": 1454, \"arm\": 39")
    try filled.write(toFile: file, atomically: true, encoding: .utf8)
    let sheet = try LapwingProcess.run([
      "balance", "compute", "--tail", "N12345", "--tails-folder", folder.path, "--load", "front-seats=340", "--date",
      "2026-11-25",
    ])
    #expect(
      sheet.status == 0 && sheet.lines.first == "INSIDE all limits, with cautions", "\(sheet.output)\(sheet.error)")
  }

  @Test("Every number names its source, by name or the one of the file")
  func sources() throws {
    let outcome = try LapwingProcess.run(["balance", "sources", example.path])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("emptyWeight 1478.5 lb [unchecked, claimed low]\n  Weight and balance record N9999X"))
    #expect(outcome.output.contains("limits.takeoff 2300 lb [unchecked, claimed low]\n  Pilot's Operating Handbook"))
    #expect(outcome.output.contains("stations.front-seats.maxWeight 500 lb [unknown, claimed low]"))
  }

  @Test(
    "with a slip is refused",
    arguments: [
      DataSlip(#""source": "record"},"#, #""source": "recrod"},"#, says: "12: emptyWeight.source: there is no source"),
      DataSlip(#""source": "poh","#, "", says: "1"),
      DataSlip(#""units": {"#, #""unit": {"#, says: "5: the key “unit” is unknown here"),
      DataSlip("[34, 46]", "[46, 34]", says: "20: stations[0].armRange[1]: is forward of the forward end"),
      DataSlip("[1950, 35]", "[1950]", says: "16: categories[0].envelope[1]: has 1 entries"),
      DataSlip(#""takeoff": 2300"#, #""takeoff": -2300"#, says: "14: limits.takeoff: must be above 0"),
    ])
  func slips(slip: DataSlip) throws {
    let outcome = try slip.check(in: example)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }
}

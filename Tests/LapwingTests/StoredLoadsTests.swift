import Foundation
import TestSupport
import Testing

@Suite("Stored people and bags")
struct StoredLoadsTests {
  private let example = ProjectFile("data/aircraft-examples/loads.json")

  private func sheet(_ arguments: [String]) throws -> (status: Int32, loads: [[String: Any]], error: String) {
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--json", "--loads-file", example.path, "--date", "2026-11-25"] + arguments)
    let sheet = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return (outcome.status, sheet?["loads"] as? [[String: Any]] ?? [], outcome.error)
  }

  private func scenario(_ loads: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let text = #"{"aircraftId": "cessna-172m", "stationLoads": {\#(loads)}, "fuelLoads": {"main-fuel": 20}}"#
    return (folder, try folder.write(text, to: "flight.json"))
  }

  @Test("weigh what their file says, in a scenario and as options")
  func weights() throws {
    let (folder, file) = try scenario(#""front-seats": ["Ann", "Ben"], "baggage-1": ["Tent", 3]"#)
    defer { _ = folder }
    let plain = try LapwingProcess.run([
      "balance", "compute", "--brief", "--aircraft", "cessna-172m", "--metric", "--load", "front-seats=143", "--load",
      "baggage-1=15lb", "--fuel", "20gal", "--date", "2026-11-25",
    ])
    let named = try LapwingProcess.run([
      "balance", "compute", "--brief", "--metric", "--scenario", file, "--loads-file", example.path, "--date",
      "2026-11-25",
    ])
    let options = try LapwingProcess.run([
      "balance", "compute", "--brief", "--aircraft", "cessna-172m", "--metric", "--load", "front-seats=Ann", "--load",
      "front-seats=Ben", "--load", "baggage-1=Tent", "--load", "baggage-1=3lb", "--fuel", "20gal", "--loads-file",
      example.path, "--date", "2026-11-25",
    ])
    #expect(plain.status == 0 && plain.output.contains(" kg"), "\(plain.output)\(plain.error)")
    let sheet = named.output.replacing("\nflight\n", with: "\nFrom the command line\n")
    #expect(sheet == plain.output, "\(named.output)\(named.error)\(plain.output)")
    #expect(options.output == plain.output, "\(options.output)\(options.error)")
  }

  @Test(
    "are in one place only, and have to be stored",
    arguments: [
      (#""front-seats": "Ann", "rear-seats": ["Ann"]"#, "“Ann” occurs twice; keep one"),
      (
        #""front-seats": ["Carl"]"#,
        "“Carl” is not a stored name; use one of Ann, Ben, Flight bag, Tent, or write a weight"
      ),
    ])
  func refused(loads: String, sentence: String) throws {
    let (folder, file) = try scenario(loads)
    defer { _ = folder }
    let outcome = try sheet(["--scenario", file])
    #expect(outcome.status == 65 && outcome.error.contains(sentence), "\(outcome.error)")
  }

  @Test("A name as an option is refused like one in a file")
  func options() throws {
    let aircraft = ["--aircraft", "cessna-172m", "--load"]
    let unknown = try sheet(aircraft + ["front-seats=Carl"])
    #expect(unknown.status == 64 && unknown.error.contains("“Carl” is not a stored name"), "\(unknown.error)")
    let twice = try sheet(aircraft + ["front-seats=Ann", "--load", "rear-seats=Ann"])
    #expect(twice.status == 64 && twice.error.contains("“Ann” is loaded twice"), "\(twice.error)")
  }

  @Test(
    "with a slip are refused, with the line",
    arguments: [
      DataSlip(#""weight": 62"#, #""weight": 0"#, says: "4: people[0].weight: must be above 0"),
      DataSlip(#""name": "Ben""#, #""name": "Ann""#, says: "4: people[1]: “Ann” occurs twice"),
      DataSlip(#""Flight bag""#, #""Ben""#, says: "5: bags[0]: “Ben” occurs twice"),
      DataSlip(
        #""bags""#, #""luggage""#,
        says: "5: the key “luggage” is unknown here; use $schema, schemaVersion, units, people, bags"),
    ])
  func slips(slip: DataSlip) throws {
    let outcome = try slip.check(in: example)
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }

  @Test("are listed, and their file is checked as what it is")
  func listed() throws {
    let check = try LapwingProcess.run(["balance", "check", example.path])
    #expect(check.output == "\(example.path): good, 4 people and bags\n", "\(check.error)")
    let list = try LapwingProcess.run(["balance", "list", "--loads-file", example.path])
    #expect(list.lines.contains("Ann  person, 136.7 lb (62 kg)"), "\(list.output)")
    #expect(list.lines.contains("Flight bag  bag, 16.5 lb (7.5 kg)"), "\(list.output)")
  }
}

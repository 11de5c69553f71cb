import TestSupport
import Testing

@Suite("A scenario file with a slip is refused with file, line and key")
struct BadScenarioTests {
  @Test(
    "Each slip is named where it stands",
    arguments: [
      DataSlip(#""value": 340"#, #""value": NaN"#, says: "11: a value is expected"),
      DataSlip(#""value": 340"#, #""value": 1e30"#, says: "11: stationLoads[0].weight.value: is too large"),
      DataSlip(
        #""value": 340"#, #""value": "340""#, says: "11: stationLoads[0].weight.value: is a text; write a number"),
      DataSlip(
        #"340, "unit": "lb""#, #"340, "unit": "stone""#,
        says: "11: stationLoads[0].weight.unit: is “stone”; write one of lb, kg"),
      DataSlip(
        #""front-seats""#, #""wing-seats""#, says: "11: stationLoads[0].stationId: there is no station “wing-seats”"),
      DataSlip(#""main-fuel""#, #""tip-fuel""#, says: "15: fuelLoads[0].tankId: there is no tank “tip-fuel”"),
      DataSlip(#""baggage-1""#, #""front-seats""#, says: "12: stationLoads[1]: “front-seats” occurs twice"),
      DataSlip(#""cessna-172m""#, #""concorde""#, says: "5: aircraftId: there is no aircraft “concorde”"),
      DataSlip(
        #""notes""#, #""category": "aerobatic", "notes""#, says: "7: category: there is no category “aerobatic”"),
      DataSlip(#""name":"#, #""nome":"#, says: "6: the key “nome” is unknown here"),
      DataSlip(#""fuelLoads":"#, #""fuelLoad":"#, says: "1: the key “fuelLoads” is missing"),
      DataSlip(#""notes""#, #""remark": 1, "notes""#, says: "7: the key “remark” is unknown here"),
      DataSlip(#""dirty": false"#, #""dirty": false, "dirty": true"#, says: "21: dirty: the key occurs twice"),
      DataSlip(#""dirty": false"#, #""dirty": 0"#, says: "21: dirty: is a number; write true or false"),
      DataSlip(#""tripFuel": {"value": 20"#, #""tripFuel": {"value": -20"#, says: "17: tripFuel.value: is negative"),
      DataSlip(#""createdAt": "2026-11-22"#, #""createdAt": "2026-02-30"#, says: "18: createdAt: is “2026-02-30"),
      DataSlip(#""schemaVersion": 1"#, #""schemaVersion": 2"#, says: "3: schemaVersion: is not 1"),
      DataSlip(#""emptyWeight": {"value": 1454, "unit": "lb"},"#, "", says: "9: emptyArm: is given alone"),
      DataSlip("{\n  \"$schema\"", "\u{FEFF}\u{FEFF}{\n  \"$schema\"", says: "1: a value is expected"),
      DataSlip(#""dirty": false"#, #""dirty": false, "weighedOn": "May""#, says: "21: weighedOn: is "),
      DataSlip(#""172M, two up, full tanks""#, #""  ""#, says: "6: name: is empty"),
      DataSlip(
        #""tripFuel""#, #""burnOrder": ["wing"], "tripFuel""#, says: "17: burnOrder[0]: there is no tank “wing”"),
      DataSlip("\"dirty\": false\n}", "\"dirty\": false\n", says: "23: a comma or } is expected"),
    ])
  func slips(slip: DataSlip) throws {
    let outcome = try slip.check(in: ProjectFile("data/loadings/172m-two-up.json"))
    #expect(outcome.status == 65)
    #expect(outcome.error.contains("/slip.json:" + slip.message), "\(outcome.error)")
  }

  @Test("A bad file among good ones is the one that is named, and nothing is computed from it")
  func amongGoodOnes() throws {
    let good = ProjectFile("data/loadings/172m-two-up.json")
    let folder = try TemporaryFolder()
    let bad = try folder.write("[]", to: "bad.json")
    let check = try LapwingProcess.run(["balance", "check", good.path, bad])
    #expect(check.status == 65)
    #expect(check.output.contains("172m-two-up.json: good, scenario"))
    #expect(check.error.contains("bad.json:1: "))
    let compute = try LapwingProcess.run(["balance", "compute", "--scenario", bad])
    #expect(compute.status == 65)
    #expect(compute.output.isEmpty)
  }
}

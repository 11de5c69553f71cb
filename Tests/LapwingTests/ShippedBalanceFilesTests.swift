import TestSupport
import Testing

@Suite("What is shipped for weight and balance")
struct ShippedBalanceFilesTests {
  @Test("All four aircraft and all scenarios pass lapwing balance check")
  func check() throws {
    let aircraft = try ProjectFile.paths(in: "data/aircraft"), scenarios = try ProjectFile.paths(in: "data/loadings")
    #expect(aircraft.count == 4)
    #expect(scenarios.count >= 7)
    let outcome = try LapwingProcess.run(["balance", "check"] + aircraft + scenarios)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.lines.count == aircraft.count + scenarios.count)
    #expect(outcome.lines.filter { $0.contains("good, aircraft") }.count == 4)
  }

  @Test("The example of a tail file passes lapwing balance check and computes")
  func tail() throws {
    let folder = ProjectFile("data/aircraft-examples/tails").path
    let check = try LapwingProcess.run(["balance", "check", folder + "/N12345.json"])
    #expect(check.status == 0, "\(check.error)")
    let compute = try LapwingProcess.run([
      "balance", "compute", "--tail", "N12345", "--tails-folder", folder, "--load", "child-seat=40", "--load",
      "front-seats=340", "--fuel", "40", "--trip", "10", "--date", "2026-11-25",
    ])
    #expect(compute.status == 0, "\(compute.error)")
    #expect(compute.output.contains("Empty (N12345, weighed 2024-05-01)"))
  }

  @Test(
    "lapwing balance sources gives every number with a badge",
    arguments: ["cessna-172m", "bonanza-a36", "cherokee-six-pa32", "navajo-chieftain-pa31"])
  func sources(id: String) throws {
    let outcome = try LapwingProcess.run(["balance", "sources", id])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("limits.takeoff"))
    #expect(outcome.output.contains("last verified 2026-"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Options of a sheet that do not fit together are refused with a sentence")
struct SheetOptionTests {
  private func compute(_ arguments: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(
      ["balance", "compute", "--aircraft", "cessna-172m", "--load", "front-seats=340", "--fuel", "38"] + arguments)
  }

  @Test(
    "Each names the option to leave out or to add",
    arguments: [
      (["--brief", "--json"], "--brief and --json are two forms of the sheet"),
      (["--brief", "--samples", "10"], "--brief does not show the probability; add --text"),
      (["--svg", "-", "--samples", "10"], "--svg does not show the probability"),
      (["--seed", "3"], "--seed only matters with --samples"),
      (["--person-deviation", "30"], "--person-deviation only matters with --samples"),
      (["--samples", "-3"], "--samples is -3; write a whole number"),
    ])
  func refused(_ options: [String], _ sentence: String) throws {
    let outcome = try LapwingProcess.run(["balance", "compute", "--aircraft", "cessna-172m"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
    #expect(outcome.output.isEmpty)
  }

  @Test("What fits together still works")
  func accepted() throws {
    #expect(try compute("--brief", "--text", "--samples", "10", "--seed", "3").output.contains("seed 3"))
    #expect(try compute("--json", "--samples", "10").output.contains("\"seed\":1"))
  }

  @Test(
    "A negative amount of fuel is refused as that, and not as an unknown option",
    arguments: [["--trip", "-3"], ["--taxi", "-3"], ["--trip=-3"]])
  func negative(_ options: [String]) throws {
    let outcome = try LapwingProcess.run(["balance", "compute", "--aircraft", "cessna-172m", "--fuel", "38"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("-3: is negative; write 0 or more"), "\(outcome.error)")
    let fuel = try LapwingProcess.run(["balance", "compute", "--aircraft", "cessna-172m", "--fuel", "-3", "--json"])
    #expect(fuel.output.contains("NEGATIVE_FUEL"))
  }

  @Test("scenarios list of an aircraft that does not exist is no empty list")
  func noAircraft() throws {
    let folder = try TemporaryFolder()
    let outcome = try LapwingProcess.run(["scenarios", "list", "--scenarios", folder.path, "--aircraft", "nosuch"])
    #expect(outcome.status == 66)
    #expect(outcome.error.contains("there is no aircraft nosuch; there are bonanza-a36, cessna-172m"))
  }
}

import TestSupport
import Testing

@Suite("The standard deviations of lapwing balance compute --samples")
struct DeviationOptionTests {
  private func compute(_ options: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(
      [
        "balance", "compute", "--samples", "4000", "--scenario",
        ProjectFile("data/loadings/172m-poh-sample.json").path,
      ]
        + options)
  }

  @Test("are settable, and without any error a legal loading is never out by weight")
  func settable() throws {
    let usual = try compute("--json").output
    let none = try compute(
      "--json", "--person-deviation", "0", "--scale-deviation", "0"
    ).output
    #expect(usual.contains(#""personDeviation":47,"meanPerson":190,"scaleDeviationPercent":0.1,"#))
    #expect(usual.contains(#""OVER_MAX_GROSS":0."#))
    #expect(none.contains(#""personDeviation":0,"meanPerson":190,"scaleDeviationPercent":0,"#))
    #expect(!none.contains(#""OVER_MAX_GROSS":0."#))
    #expect(
      try compute("--person-deviation", "20").output.contains(
        "standard deviations of 20 lb a person"))
  }

  @Test(
    "are refused where they are no numbers or out of range",
    arguments: [("--person-deviation", "-1"), ("--mean-person", "0"), ("--scale-deviation", "nan")])
  func refused(option: String, value: String) throws {
    let outcome = try compute("\(option)=\(value)")
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("\(option) is \(value); write a number from"))
  }
}

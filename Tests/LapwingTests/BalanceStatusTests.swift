import TestSupport
import Testing

@Suite("The exit status of lapwing balance compute")
struct BalanceStatusTests {
  private func compute(_ scenario: String, _ more: String...) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(
      ["balance", "compute", "--scenario", ProjectFile("data/loadings/\(scenario).json").path] + more)
  }

  @Test("is 0 inside all limits, even at exactly the greatest weight and with cautions")
  func inside() throws {
    for scenario in ["172m-two-up", "172m-poh-sample", "a36-four-up", "pa32-family"] {
      #expect(try compute(scenario).status == 0, "\(scenario)")
    }
    #expect(try compute("172m-poh-sample", "--json").output.contains(#""name":"takeoff","weight":2300,"#))
  }

  @Test("is 1 beyond a limit, also where both ends of the flight are inside and its middle is not")
  func outside() throws {
    #expect(try compute("172m-aft").status == 1)
    #expect(try compute("172m-empty").status == 1)
    let middle = try compute("pa31-middle-out", "--json")
    #expect(middle.status == 1)
    #expect(middle.output.contains(#""isWithinCGEnvelope":false"#))
  }

  @Test("is 65 where the scenario is for another aircraft, and 66 where there is no file")
  func refused() throws {
    let other = try compute("172m-two-up", "--aircraft", "bonanza-a36")
    #expect(other.status == 65)
    #expect(other.error.contains("the scenario is for cessna-172m, not for bonanza-a36"))
    let missing = try compute("none")
    #expect(missing.status == 66)
    #expect(missing.output.isEmpty)
  }
}

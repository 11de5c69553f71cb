import Foundation
import TestSupport
import Testing

@Suite("A margin is rounded once")
struct SheetMarginTests {
  @Test("The sheet, its caution and its worst point give the same figure, on the safe side")
  func once() throws {
    // 2299.996 lb at take-off: 0.004 lb below 2300 lb, which is nearly 0 and never more.
    let outcome = try LapwingProcess.run([
      "balance", "compute", "--aircraft", "cessna-172m", "--empty", "1465.996@39.0", "--load", "front-seats=340",
      "--load", "rear-seats=272", "--fuel", "38", "--taxi", "1", "--trip", "20",
    ])
    #expect(outcome.output.contains("Take-off weight is 0 lb below its maximum."), "\(outcome.output.prefix(900))")
    #expect(outcome.output.contains("Margins at take-off, at this weight: 0 lb,"))
  }
}

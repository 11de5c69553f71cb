import Flight
import Testing

@Suite struct `The name of a phase` {
  @Test func `is one of nine, or unknown`() {
    #expect(
      Phase.allCases.map(\.rawValue) == [
        "unknown", "pre-flight", "boarding", "taxi", "take-off", "climb", "cruise", "descent", "landing", "arrived",
      ])
  }

  @Test(arguments: ["take-off", "Takeoff", "TAKE_OFF", "take off"])
  func `is read in any case, with and without a hyphen`(name: String) { #expect(Phase(name: name) == .takeOff) }

  @Test func `may be parked, which is before the flight`() { #expect(Phase(name: "parked") == .preFlight) }

  @Test(arguments: ["", "party", "pre"])
  func `is refused if there is no such phase`(name: String) { #expect(Phase(name: name) == nil) }
}

import Flight
import Readings
import Testing

/// The table stands here as document 000 of the specification has it, by hand.
@Suite struct `What is expected in a phase` {
  private static let table: [(String, ClosedRange<Double>, canAct: Bool)] = [
    ("pre-flight", 400...600, true), ("boarding", 1800...2800, true), ("taxi", 2500...3500, false),
    ("take-off", 2000...2800, false), ("climb", 1400...2000, false), ("cruise", 1250...1680, true),
    ("descent", 1300...1800, false), ("landing", 1800...2600, true), ("arrived", 800...1200, true),
  ]

  @Test(arguments: table) func `is a range of CO2, and whether a passenger can act`(
    name: String, range: ClosedRange<Double>, canAct: Bool
  ) throws {
    let phase = try #require(Phase(name: name))
    #expect(phase.expectation?.co2 == range)
    #expect(phase.canTakeAction == canAct)
  }

  @Test func `is nothing in an unknown phase, in which a passenger can act`() {
    #expect(Phase.unknown.expectation == nil)
    #expect(Phase.unknown.canTakeAction)
  }

  @Test(arguments: [
    (1249.9, PhaseExpectation.Place.below), (1250, .within), (1680, .within), (1680.1, .above),
  ])
  func `has both ends within`(ppm: Double, place: PhaseExpectation.Place) {
    #expect(Phase.cruise.expectation?.place(of: ppm) == place)
  }

  // MARK: Time above

  private func history(_ changes: [(Phase, Double)]) -> PhaseHistory {
    var history = PhaseHistory()
    for (phase, since) in changes { history.note(change(phase, since)) }
    return history
  }

  private func change(_ phase: Phase, _ since: Double) -> PhaseChange {
    PhaseChange(phase, since: instant(since), probability: 1, source: .command)
  }

  private func instant(_ seconds: Double) -> Instant {
    Instant.start.advanced(by: .milliseconds(Int64(seconds * 1000)))
  }

  @Test func `is exceeded for as long as a value holds in its phase`() {
    let history = history([(.climb, 100), (.cruise, 200)])
    var time = TimeAboveExpected()
    time.hold(1900, from: instant(0), to: instant(150), in: history)
    time.hold(1700, from: instant(150), to: instant(300), in: history)
    time.hold(1680, from: instant(300), to: instant(400), in: history)
    #expect(time.time(in: .climb, by: history) == .zero, "up to 2,000 ppm are expected")
    #expect(time.time(in: .cruise, by: history) == .seconds(100))
    #expect(time.time(in: .unknown, by: history) == .zero)
  }

  @Test func `is counted again where a phase is dated back`() {
    var history = history([(.climb, 0)])
    var time = TimeAboveExpected()
    time.hold(1900, from: instant(0), to: instant(600), in: history)
    #expect(time.time(in: .climb, by: history) == .zero)
    history.note(change(.cruise, 120))
    #expect(time.time(in: .cruise, by: history) == .seconds(480))
    history.note(change(.descent, 60))
    #expect(time.time(in: .cruise, by: history) == .zero, "from its beginning on, the later word holds")
    #expect(time.time(in: .descent, by: history) == .seconds(540))
  }

  @Test func `is kept exactly over more changes than are remembered`() {
    var history = PhaseHistory()
    var time = TimeAboveExpected()
    var sums: [Phase: Double] = [:]
    let phases: [Phase] = [.climb, .cruise, .descent, .arrived, .boarding]
    for leg in 0..<1000 {
      let phase = phases[leg % phases.count], from = Double(leg) * 60
      history.note(change(phase, from))
      if let end = history.fullUntil {
        time.settle(before: end, in: history)
        history.forgetFirst()
      }
      // Each value is above other ranges than the one before it.
      for (second, ppm) in [(0.0, 1500.0), (20, 1750), (40, 3000)] {
        time.hold(ppm, from: instant(from + second), to: instant(from + second + 20), in: history)
        if let high = phase.expectation?.co2.upperBound, ppm > high { sums[phase, default: 0] += 20 }
      }
    }
    for phase in phases { #expect(time.time(in: phase, by: history) == .seconds(sums[phase] ?? 0), "\(phase)") }
  }
}

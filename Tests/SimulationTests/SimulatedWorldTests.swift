import Monitor
import Simulation
import Testing

@Suite("The simulated world")
struct SimulatedWorldTests {
  @Test("finds nothing wrong in a box that does what the text says")
  func model() {
    let box = PlainBox(ModelBox(settings: Rehearsals.settings))
    #expect(Rehearsals.violations(box, Rehearsals.scenario(), hours: 1) == [])
    #expect(Rehearsals.violations(box, Rehearsals.scenario(Rehearsals.lingering), hours: 1) == [])
  }

  @Test("finds nothing wrong in one that reports as late as it may, on straps that prove nothing")
  func lateModel() {
    let box = PlainBox(ModelBox(settings: Rehearsals.settings, waits: true))
    var scenario = Rehearsals.scenario()
    scenario.strap?.sendsBeats = false
    #expect(Rehearsals.violations(box, scenario, hours: 1) == [])
    scenario.strap?.feelsSkin = false
    #expect(Rehearsals.violations(box, scenario, hours: 1) == [])
  }

  @Test("finds no broken promise in the rules as they are")
  func rules() {
    let box = EngineUnderTest(settings: Rehearsals.settings)
    #expect(Rehearsals.violations(box, Rehearsals.scenario(), hours: 1) == [])
    #expect(Rehearsals.violations(box, Rehearsals.scenario(Rehearsals.lingering), hours: 1) == [])
  }

  @Test("finds no broken promise in a box that restarts every seven seconds")
  func crashes() {
    let scenario = Rehearsals.scenario(["tachycardia-per-day": 200, "restarts-per-day": 0], events: Rehearsals.crashes)
    #expect(Rehearsals.violations(PlainBox(ModelBox(settings: Rehearsals.settings)), scenario, hours: 0.5) == [])
    #expect(Rehearsals.violations(EngineUnderTest(settings: Rehearsals.settings), scenario, hours: 0.5) == [])
  }

  @Test("finds every deliberate fault", arguments: Fault.allCases)
  func fault(fault: Fault) {
    let box = PlainBox(
      FaultyBox(fault, in: ModelBox(settings: Rehearsals.settings), settings: Rehearsals.settings))
    var scenario = Rehearsals.scenario(Rehearsals.lingering)
    if fault == .adoptsAll { scenario.strap?.ownership = .stranger }
    let found = Rehearsals.firstComplaints(box, scenario) { violation in
      fault != .pausesUnpausable || violation.contains("cannot be paused")
    }
    #expect(!found.isEmpty)
  }

  @Test("finds a box whose counts do not survive a restart")
  func newCounts() {
    let box = EngineUnderTest(settings: Rehearsals.settings, recallsCounts: false)
    let scenario = Rehearsals.scenario(["tachycardia-per-day": 200, "restarts-per-day": 0], events: Rehearsals.crashes)
    #expect(!Rehearsals.firstComplaints(box, scenario) { _ in true }.isEmpty)
  }

  @Test("is the same for the same seed and another for another")
  func seeds() {
    let box = PlainBox(ModelBox(settings: Rehearsals.settings))
    let first = Rehearsals.reports(box, Rehearsals.scenario(), hours: 0.5)
    let again = Rehearsals.reports(box, Rehearsals.scenario(), hours: 0.5)
    #expect(first.map(\.events) == again.map(\.events))
    #expect(first.map(\.remarks) == again.map(\.remarks))
    #expect(first.map(\.latencies) == again.map(\.latencies))
    #expect(first[0].events != first[1].events)
  }
}

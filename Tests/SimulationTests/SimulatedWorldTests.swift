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
    #expect(!Rehearsals.firstComplaints(box, scenario) { _ in true }.isEmpty)
  }

  @Test("finds a box whose counts do not survive a restart")
  func newCounts() {
    let box = EngineUnderTest(settings: Rehearsals.settings, recallsCounts: false)
    let scenario = Rehearsals.scenario(["tachycardia-per-day": 200, "restarts-per-day": 0], events: Rehearsals.crashes)
    #expect(!Rehearsals.firstComplaints(box, scenario) { _ in true }.isEmpty)
  }

  @Test("finds a box that does not correct CO2 in thin air", arguments: [true, false])
  func thinAir(corrects: Bool) {
    let box = EngineUnderTest(settings: Rehearsals.settings, correctsCO2: corrects)
    // Three people in a cabin with 3,000 ppm, which the sensor shows as 1,800 ppm in cruise.
    var scenario = WorldScript(title: "flights")
    scenario.strap = nil
    scenario.airSensor = .adopted
    let numbers = [
      "flights-per-day": 24.0, "cruise-cabin-feet": 8_000, "cruise-spread-feet": 500, "occupants": 3,
      "ventilation-changes-per-day": 0, "breaths-on-sensor-per-day": 0, "restarts-per-day": 0,
    ]
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      #expect(scenario.parameters.set(name, to: value) == nil)
    }
    let reports = Rehearsals.reports(box, scenario, hours: 8)
    let missed = reports.flatMap(\.tallies).reduce(0) { $0 + $1.missed }
    let violations = reports.flatMap(\.violations)
    #expect((missed == 0 && violations.isEmpty) == corrects, "\(missed) \(violations)")
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

import Alarms
import Monitor
import Simulation
import Testing

@Suite struct `The simulated world` {
  private let settings = MonitorSettings(profile: .bedside, latchesSound: false, gradesAir: false)

  /// A patient with much to tell and a strap that is often lost, for two hours.
  private func reports(
    _ fault: FaultyBox.Fault?, seeds: ClosedRange<UInt64> = 1...2, _ changes: [String: Double] = [:],
    events: [WorldEvent] = []
  ) -> [WorldReport] {
    var scenario = WorldScenario(title: "restless")
    scenario.hasAirSensor = false
    scenario.events = events
    let numbers = [
      "tachycardia-per-day": 60.0, "bradycardia-per-day": 60, "short-runs-per-day": 100, "strap-charger-per-day": 24,
      "artefacts-per-day": 240, "tachycardia-minutes": 4, "restarts-per-day": 100,
      "adapter-gone-per-day": 24,
    ].merging(changes) { $1 }
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      if let complaint = scenario.parameters.set(name, to: value) { Issue.record("\(complaint)") }
    }
    let watched = Set(settings.conditions.all.filter { $0.trigger.quantity != nil }.map(\.id))
    return seeds.map { seed in
      var world = World(
        scenario, seed: seed, hours: 2, box: FaultyBox(fault, settings: settings), conditions: watched,
        neverPaused: [.adapterGone], latches: false)
      return world.run()
    }
  }

  /// A heart that lingers about the upper limit, and between it and where an alarm may end.
  private let lingering = ["resting-bpm": 98.5, "resting-spread-bpm": 0]

  @Test func `finds no broken promise in the rules as they are`() {
    #expect(reports(nil).flatMap(\.complaints) == [])
    #expect(reports(nil, lingering).flatMap(\.complaints) == [])
  }

  /// A heart that is often far too fast.
  private let racing = ["tachycardia-per-day": 200.0, "restarts-per-day": 0]
  /// A box that crashes again and again, sooner than a high heart rate must be signalled.
  private let crashes = stride(from: 300.0, to: 1_200, by: 7).map { WorldEvent(at: $0, .restart) }

  @Test func `finds no broken promise in a box that restarts every seven seconds`() {
    #expect(reports(nil, racing, events: crashes).flatMap(\.complaints) == [])
  }

  @Test(arguments: FaultyBox.Fault.allCases) func `finds every deliberate fault`(fault: FaultyBox.Fault) {
    let found = fault == .newDwells ? reports(fault, racing, events: crashes) : reports(fault, lingering)
    let complaints = found.flatMap(\.complaints)
    #expect(!complaints.isEmpty)
    if fault == .pausesUnpausable { #expect(complaints.contains { $0.contains("can not be paused") }) }
  }

  @Test func `is the same for the same seed and another for another`() {
    let first = reports(nil), again = reports(nil)
    #expect(first.map(\.events) == again.map(\.events))
    #expect(first.map(\.remarks) == again.map(\.remarks))
    #expect(first[0].events != first[1].events)
  }

  @Test func `refuses a number that makes no sense, with one sentence`() {
    var parameters = WorldParameters()
    #expect(parameters.set("no-such-number", to: 1)?.contains("no-such-number") == true)
    #expect(parameters.set("resting-bpm", to: -4)?.contains("resting-bpm") == true)
    #expect(parameters.set("resting-bpm", to: .nan) != nil)
    #expect(parameters.set("resting-bpm", to: 64) == nil)
  }

  @Test func `every number has a source`() {
    #expect(WorldParameters.entries.allSatisfy { !$0.source.isEmpty })
    #expect(Set(WorldParameters.entries.map(\.name)).count == WorldParameters.entries.count)
  }
}

import Alarms
import Monitor
import Simulation
import Testing

/// Runs of a world with many events and a strap that is often lost, for two hours each where nothing else is said.
enum Rehearsals {
  /// The bedside preset.
  static let settings: MonitorSettings = {
    var conditions = ConditionTable.standard
    _ = conditions.setLimit(45, of: .heartRateLow)
    _ = conditions.setLimit(130, of: .heartRateHigh)
    return MonitorSettings(
      profile: .bedside, conditions: conditions, latchesSound: false, gradesAir: false, proved: Bounds(5, 10),
      unproved: Bounds(15, 30))
  }()

  static func scenario(_ changes: [String: Double] = [:], events: [WorldEvent] = []) -> WorldScript {
    var scenario = WorldScript(title: "restless")
    scenario.airSensor = nil
    scenario.events = events
    let numbers = [
      "tachycardia-per-day": 60.0, "bradycardia-per-day": 60, "short-runs-per-day": 100, "strap-charger-per-day": 24,
      "artefacts-per-day": 240, "tachycardia-minutes": 4, "restarts-per-day": 100, "adapter-gone-per-day": 24,
      "sudden-bradycardia-per-day": 24, "sudden-tachycardia-per-day": 24, "asystole-per-day": 24,
      "strap-loose-per-day": 24, "strap-off-per-day": 24,
    ].merging(changes) { $1 }
    for (name, value) in numbers.sorted(by: { $0.key < $1.key }) {
      if let violation = scenario.parameters.set(name, to: value) { Issue.record("\(violation)") }
    }
    return scenario
  }

  static func reports(
    _ box: some SystemUnderTest, _ scenario: WorldScript, seeds: ClosedRange<UInt64> = 1...2, hours: Double = 2
  ) -> [WorldReport] {
    seeds.map { seed in
      var world = World(scenario, seed: seed, hours: hours, box: box, terms: Terms(settings))
      return world.run()
    }
  }

  /// All broken promises of these runs.
  static func violations(_ box: some SystemUnderTest, _ scenario: WorldScript, hours: Double) -> [String] {
    reports(box, scenario, hours: hours).flatMap(\.violations)
  }

  /// The broken promises of the first run that has one: half an hour finds most faults, and no run is longer than others
  /// need it to be.
  static func firstComplaints(
    _ box: some SystemUnderTest, _ scenario: WorldScript, where isWanted: (String) -> Bool
  ) -> [String] {
    for hours in [0.5, 2] {
      for seed: UInt64 in 1...2 {
        let found = reports(box, scenario, seeds: seed...seed, hours: hours).flatMap(\.violations).filter(isWanted)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// A heart that lingers about the upper limit, and between it and where an alarm may end.
  static let lingering = ["resting-bpm": 128.5, "resting-spread-bpm": 0, "hover-bpm": 129, "hovers-per-day": 48]
  /// A box that crashes again and again, sooner than an unproved heart rate must be signalled.
  static let crashes = stride(from: 300.0, to: 1_200, by: 7).map { WorldEvent(at: $0, .restart) }
}

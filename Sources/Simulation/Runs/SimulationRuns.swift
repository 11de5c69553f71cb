import Dispatch
import Monitor
import Synchronization

/// Many runs of one scenario with consecutive seeds, on several cores.
package struct SimulationRuns: Sendable {
  private let scenario: WorldScript
  private let settings: MonitorSettings
  private let seed: UInt64
  private let seeds: Int
  private let hours: Double
  /// The seconds for which the reports have a trace; empty by default.
  package var traced: Range<Double> = 0..<0

  /// - Parameters:
  ///   - seed: the seed of the first run; each next run has the next seed.
  ///   - hours: the simulated time of each run.
  package init(scenario: WorldScript, settings: MonitorSettings, seed: UInt64, seeds: Int, hours: Double) {
    self.scenario = scenario
    self.settings = settings
    self.seed = seed
    self.seeds = seeds
    self.hours = hours
  }

  /// Runs all of them; the reports are in the order of their seeds.
  package func run(jobs: Int) -> [WorldReport] {
    guard jobs > 1 else { return (0..<seeds).map(run) }
    let finished = Mutex<[WorldReport]>([])
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      for number in stride(from: job, to: seeds, by: jobs) {
        let report = run(number)
        finished.withLock { $0.append(report) }
      }
    }
    return finished.withLock { $0 }.sorted { $0.seed < $1.seed }
  }

  private func run(_ number: Int) -> WorldReport {
    var world = World(
      scenario, seed: seed + UInt64(number), hours: hours, box: EngineUnderTest(settings: settings),
      terms: Terms(settings))
    world.traced = traced
    return world.run()
  }

  /// The tallies of all runs, added up.
  package static func sum(_ reports: [WorldReport]) -> [WorldReport.Tally] {
    var sums = reports.first?.tallies ?? []
    for report in reports.dropFirst() {
      for (place, tally) in report.tallies.enumerated() where sums.indices.contains(place) {
        sums[place].onsets += tally.onsets
        sums[place].missed += tally.missed
        sums[place].nuisance += tally.nuisance
      }
    }
    return sums
  }
}

import Alarms
import ArgumentParser
import Dispatch
import Glibc
import Readings
import Settings
import Simulation
import Status
import System

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tests the alarms in a simulated world.",
    discussion: """
      A scenario is a file with the sensors, the events at fixed times and the numbers of the world that differ from \
      the defaults. All other events are random: the same scenario and seed give the same run on every machine.

      Every step is checked against the alarm rules. A violation is printed with the command that repeats it, and the \
      exit status is 65. Missed and nuisance alarms are then counted by the true values of the world.
      """)

  @Option(help: "The scenario file.", completion: .file(extensions: ["yaml"]))
  var scenario: String?

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @Option(help: "The number of consecutive seeds.")
  var seeds = 1

  @Option(help: "The number of simulated hours for each seed.")
  var hours = 5.0

  @Option(help: "The number of processor cores to use.")
  var jobs = 1

  @Flag(help: "Write one JSON object per run instead of a table.")
  var json = false

  @Flag(help: "Show every missed alarm and every nuisance alarm with its time.")
  var verbose = false

  @Option(help: "Show the true values, readings and outputs around this second.")
  var around: Double?

  @Flag(help: "List the numbers of the world with their sources, and exit.")
  var parameters = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard seeds >= 1, seeds <= 1_000_000 else { throw ValidationError("--seeds must be from 1 to 1000000") }
    guard (0.01...100_000).contains(hours) else { throw ValidationError("--hours must be from 0.01 to 100000") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 64") }
    if let around, !(0...1e9).contains(around) { throw ValidationError("--around must be from 0 to 1e9") }
    guard scenario != nil || parameters else {
      throw ValidationError("give a file, for example --scenario data/simulations/bedside-night.yaml")
    }
    guard !seed.addingReportingOverflow(UInt64(seeds)).overflow else { throw ValidationError("--seed is too large") }
  }

  func run() throws {
    guard !parameters, let path = scenario else { return try listParameters() }
    let file = try WorldScriptFile(path: path)
    let configuration = try Configuration(path: options.config, profile: options.profile ?? file.profile)
    // If the user names a configuration, its limits apply, not those of the scenario.
    let settings = file.scenario.settings(configuration.monitor, ownLimits: options.config == nil)
    let began = Self.seconds()
    var runs = SimulationRuns(scenario: file.scenario, settings: settings, seed: seed, seeds: seeds, hours: hours)
    if let around { runs.traced = around - 30..<around + 30 }
    let reports = runs.run(jobs: jobs)
    let elapsed = max(1e-6, Self.seconds() - began)
    for report in reports {
      if json { try Output.standard.line(Self.line(report)) }
      for line in report.trace { try Output.standard.line(line) }
      if !report.violations.isEmpty || verbose {
        try Output.error.line(
          "seed \(report.seed): lapwing simulate --scenario \(path) --seed \(report.seed) --hours \(EventText.number(hours))"
        )
        for violation in report.violations { try Output.error.line("  violation: \(violation)") }
        if verbose { for remark in report.remarks { try Output.error.line("  \(remark)") } }
      }
    }
    if !json { try table(reports, elapsed: elapsed) }
    let failed = reports.filter { !$0.violations.isEmpty }
    guard failed.isEmpty else {
      throw LapwingError(
        .badData, code: "promise-broken",
        "\(failed.count) of \(reports.count) runs had violations; repeat them with seeds "
          + failed.prefix(10).map { "\($0.seed)" }.joined(separator: ", "))
    }
  }

  private func table(_ reports: [WorldReport], elapsed: Double) throws {
    let simulated = reports.reduce(0) { $0 + $1.seconds }
    let events = reports.reduce(0) { $0 + $1.events }
    let thousands = simulated / 3_600_000
    try Output.standard.line(
      "condition              priority  onsets  missed  nuisance   missed/1000 h  nuisance/1000 h")
    for tally in SimulationRuns.sum(reports) {
      try Output.standard.line(
        Self.column(tally.condition.name, 23) + Self.column(tally.priority.name, 10)
          + Self.column("\(tally.onsets)", 8) + Self.column("\(tally.missed)", 8) + Self.column("\(tally.nuisance)", 11)
          + Self.column(EventText.number(Double(tally.missed) / thousands), 15)
          + EventText.number(Double(tally.nuisance) / thousands))
    }
    for line in persons(reports, nights: simulated / 28_800) { try Output.standard.line(line) }
    try Output.standard.line(
      "\(reports.count) runs, \(EventText.number(simulated / 3600)) simulated hours, \(events) events, "
        + "\(reports.filter { !$0.violations.isEmpty }.count) with violations; "
        + "\(Int(simulated / elapsed / Double(jobs))) simulated seconds per second and core")
  }

  /// The figures that matter at a bedside: how often a person is woken without cause in 8 hours, and the time to true
  /// alarms.
  private func persons(_ reports: [WorldReport], nights: Double) -> [String] {
    let nuisance = Double(reports.reduce(0) { $0 + $1.nuisanceOnPerson })
    var lines = [
      "nuisance alarms on a person in 8 h: \(EventText.number(nuisance / nights)); hearts beyond a limit without an alarm: "
        + "\(reports.reduce(0) { $0 + $1.unreported }); alarms of strangers' devices: "
        + "\(reports.reduce(0) { $0 + $1.strangersAlarms })"
    ]
    for event in HeartEvent.allCases {
      let latencies = reports.flatMap { $0.latencies[event] ?? [] }
      guard let half = percentile(0.5, of: latencies), let most = percentile(0.99, of: latencies),
        let longest = latencies.max()
      else { continue }
      lines.append(
        "\(event.rawValue) to its alarm: p50 \(EventText.number(half)) s, p99 \(EventText.number(most)) s, "
          + "max \(EventText.number(longest)) s (\(latencies.count))")
    }
    return lines
  }

  private func listParameters() throws {
    let usual = WorldParameters()
    try Output.standard.line(
      Self.column(WorldParameters.artefactLengthName, 32) + Self.column(usual.artefactLength.rawValue, 20)
        + "\(ArtefactLength.allCases.map(\.rawValue).joined(separator: ", ")); own choice")
    for entry in WorldParameters.entries {
      try Output.standard.line(
        Self.column(entry.name, 32) + Self.column("\(usual.value(of: entry)) \(entry.unit)", 20) + entry.source)
    }
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func line(_ report: WorldReport) -> String {
    let latencies = HeartEvent.allCases.flatMap { event in
      (report.latencies[event] ?? []).map { ["event": event.rawValue, "seconds": $0] as JSONObject }
    }
    let conditions = report.tallies.map { tally -> JSONObject in
      [
        "condition": tally.condition.name, "priority": tally.priority.name, "onsets": tally.onsets,
        "missed": tally.missed, "nuisance": tally.nuisance,
      ]
    }
    let object: JSONObject = [
      "seed": report.seed, "seconds": report.seconds, "events": report.events,
      "nuisance_on_person": report.nuisanceOnPerson, "untold": report.unreported,
      "strangers_alarms": report.strangersAlarms, "latencies": latencies,
      "broken": report.violations.map { ["text": $0] }, "conditions": conditions,
    ]
    return object.text
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

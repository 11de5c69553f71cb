import Alarms
import Dispatch
import Glibc
import Monitor
import Settings
import Simulation
import Synchronization

/// Compares missed and nuisance alarms of Lapwing with those of simpler rules in the same simulated year, as a table in
/// Markdown on standard output.
///
/// Arguments: the total number of hours, and the scenario files, which share them.
enum Year {
  /// The hours of one run.
  static let hours = 5.0

  /// One column of the table: a rule and how it is run.
  struct Column: Sendable {
    let name: String
    let run: @Sendable (WorldScriptFile, MonitorSettings, UInt64) -> WorldReport
  }

  static func columns() -> [Column] {
    var columns = [
      Column(name: "Lapwing") { file, settings, seed in
        var world = World(
          file.scenario, seed: seed, hours: hours, box: EngineUnderTest(settings: settings), terms: Terms(settings))
        return world.run()
      }
    ]
    for rule in BaselineBox.Rule.allCases {
      columns.append(
        Column(name: rule.rawValue) { file, settings, seed in
          var world = World(
            file.scenario, seed: seed, hours: hours, box: PlainBox(BaselineBox(rule, settings.conditions)),
            terms: Terms(settings)
          )
          return world.run()
        })
    }
    return columns
  }

  /// Missed and nuisance alarms by column and condition.
  struct Sum: Sendable {
    var tallies: [ConditionID: WorldReport.Tally] = [:]
    var broken = 0
    var technical = 0

    mutating func add(_ report: WorldReport) {
      technical += report.technicalOnsets
      if !report.violations.isEmpty { broken += 1 }
      for tally in report.tallies {
        var sum = tallies[tally.condition] ?? tally
        if tallies[tally.condition] != nil {
          sum.onsets += tally.onsets
          sum.missed += tally.missed
          sum.nuisance += tally.nuisance
        }
        tallies[tally.condition] = sum
      }
    }

    func count(_ priority: Priority?, _ part: (WorldReport.Tally) -> Int) -> Int {
      tallies.values.filter { priority == nil || $0.priority == priority }.reduce(0) { $0 + part($1) }
    }
  }

  static func main(_ arguments: [String]) throws -> Int32? {
    guard arguments.count >= 2, let total = Double(arguments[0]), (1...1e6).contains(total) else { return nil }
    var files: [(String, WorldScriptFile, MonitorSettings)] = []
    for path in arguments.dropFirst() {
      let file = try WorldScriptFile(path: path)
      let settings = try Configuration(path: nil, profile: file.profile).monitor
      files.append((path, file, file.scenario.settings(settings)))
    }
    let columns = columns()
    let seeds = max(1, Int((total / Double(files.count) / hours).rounded(.up)))
    var sums = Array(repeating: Array(repeating: Sum(), count: columns.count), count: files.count)
    for (place, file) in files.enumerated() {
      let gathered = Mutex(Array(repeating: Sum(), count: columns.count))
      DispatchQueue.concurrentPerform(iterations: seeds) { number in
        for (column, rule) in columns.enumerated() {
          let report = rule.run(file.1, file.2, UInt64(number) + 1)
          gathered.withLock { $0[column].add(report) }
          if column == 0, let broken = report.violations.first {
            complain("lapwing simulate --scenario \(file.0) --seed \(report.seed) --hours \(Int(hours)): \(broken)")
          }
        }
      }
      sums[place] = gathered.withLock { $0 }
    }
    print(text(files.map(\.0), columns, sums, hours: Double(seeds) * hours))
    let missed = sums.reduce(0) { $0 + $1[0].count(.high, \.missed) }
    let broken = sums.reduce(0) { $0 + $1[0].broken }
    complain("\(missed) high alarms missed, \(broken) runs with a violation")
    // Missed alarms are in the table; a violation is a fault.
    if broken > 0 { return 65 }
    return 0
  }

  static func text(_ paths: [String], _ columns: [Column], _ sums: [[Sum]], hours: Double) -> String {
    let all = hours * Double(paths.count)
    var lines = [
      "## A simulated year", "",
      "Made by `make simulate-year`. The world's numbers and their sources: `lapwing simulate --parameters`; most are our "
        + "own choice, so the figures compare rules with each other and predict nothing for a real bedside or cabin.",
      "",
      "A *missed* alarm: by the share rule the received values must be signalled, and neither the alarm nor a technical "
        + "one in its place is. A *nuisance* alarm: an onset with no true value beyond the limit within a minute on either side. "
        + "Technical alarms in place of missed ones can be too many as well: the last column counts their onsets. "
        + "Lapwing's configuration names the sensors, so a sensor that is never received is a loss of data.",
      "",
      "\(Int(all)) simulated hours, \(Int(hours)) of each scenario; the same worlds for every rule. Missed and nuisance "
        + "alarms per 1,000 hours, with their number.", "",
      "| rule | missed high | missed medium and low | nuisance high | nuisance medium and low | onsets | technical onsets |",
      "|---|---|---|---|---|---|---|",
    ]
    for (column, rule) in columns.enumerated() {
      func cell(_ priorities: [Priority], _ part: (WorldReport.Tally) -> Int) -> String {
        rate(sums.reduce(0) { sum, row in sum + priorities.reduce(0) { $0 + row[column].count($1, part) } }, all)
      }
      lines.append(
        "| \(rule.name) | \(cell([.high], \.missed)) | \(cell([.medium, .low], \.missed)) | "
          + "\(cell([.high], \.nuisance)) | \(cell([.medium, .low], \.nuisance)) | "
          + "\(cell([.high, .medium, .low], \.onsets)) | "
          + "\(rate(sums.reduce(0) { $0 + $1[column].technical }, all)) |")
    }
    lines += ["", "By scenario, missed / nuisance per 1,000 hours, all priorities:", ""]
    lines.append("| scenario | " + columns.map(\.name).joined(separator: " | ") + " |")
    lines.append("|---|" + columns.map { _ in "---|" }.joined())
    for (place, path) in paths.enumerated() {
      let cells = columns.indices.map { column in
        let sum = sums[place][column]
        return "\(per(sum.count(nil, \.missed), hours)) / \(per(sum.count(nil, \.nuisance), hours))"
      }
      lines.append("| `\(path)` | " + cells.joined(separator: " | ") + " |")
    }
    lines += ["", "By condition, missed / nuisance per 1,000 hours over all scenarios:", ""]
    lines.append("| condition | " + columns.map(\.name).joined(separator: " | ") + " |")
    lines.append("|---|" + columns.map { _ in "---|" }.joined())
    for id in ConditionID.allCases where sums.contains(where: { $0[0].tallies[id] != nil }) {
      let cells = columns.indices.map { column in
        let missed = sums.reduce(0) { $0 + ($1[column].tallies[id]?.missed ?? 0) }
        let nuisance = sums.reduce(0) { $0 + ($1[column].tallies[id]?.nuisance ?? 0) }
        return "\(per(missed, all)) / \(per(nuisance, all))"
      }
      lines.append("| `\(id.name)` | " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  static func rate(_ count: Int, _ hours: Double) -> String { "\(per(count, hours)) (\(count))" }

  static func per(_ count: Int, _ hours: Double) -> String {
    let tenths = Int((Double(count) / hours * 10_000).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}

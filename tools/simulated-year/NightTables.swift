import Alarms
import Monitor
import Simulation

/// The tables of all nights in Markdown, compared with an earlier version in the same nights.
struct NightTables {
  let rows: [Night]
  let before: [Night]
  /// Whether the strap of a scenario sends RR intervals, by the title of the scenario.
  let sendsBeats: [String: Bool]

  func text(_ settings: MonitorSettings, nights: Int) -> String {
    ([
      "## Nights at a bedside", "",
      "Made by `make proof-nights`: \(nights) nights of 8 hours of each row, with the shipped bedside preset "
        + "(\(limit(.heartRateLow, settings)) and \(limit(.heartRateHigh, settings)) bpm, \(bounds(settings.proved)) s for "
        + "a proved heart rate, \(bounds(settings.unproved)) s for any other), unless the scenario has limits of its "
        + "own. *Before* is 0.1.0 in the same nights, with the same limits and its bounds of 5/10 s.", "",
      "*Nuisance* a night: high alarms on a person, `no-pulse` among them, and `spo2-*` of both priorities, with nothing true "
        + "behind them within a minute. *Missed*: by the share rule the received values must be signalled, and neither the alarm "
        + "nor a technical one in its place is. *Untold*: a heart was truly beyond a limit by 2 bpm for two minutes, on a "
        + "sensor that was worn and received, and no alarm was raised. The targets: at most 0.4 nuisance alarms at 60 "
        + "artefacts a day and 2 at 480, nothing missed, and no alarm of a stranger.", "",
    ] + nuisance() + [""] + sums() + [""] + wakeUps() + [""] + latencies()).joined(separator: "\n")
  }

  private func limit(_ id: ConditionID, _ settings: MonitorSettings) -> String {
    settings.conditions[id].limit.map { "\(Int($0))" } ?? "no"
  }

  private func bounds(_ bounds: Bounds) -> String {
    "\(bounds.notBefore.components.seconds)/\(bounds.mustBy.components.seconds)"
  }

  // MARK: Nuisance

  /// One row for each scenario and length, with the values before and after at 60 and at 480 artefacts.
  private func nuisance() -> [String] {
    var lines = [
      "| nuisance a night | artefacts | 60 a day: before | after | 480 a day: before | after |",
      "|---|---|---|---|---|---|",
    ]
    for row in rows where row.key.artefacts == Nights.artefacts.first {
      var cells = [row.key.scenario, row.key.length.rawValue]
      for artefacts in Nights.artefacts {
        let key = Night.Key(scenario: row.key.scenario, artefacts: artefacts, length: row.key.length)
        cells += [before, rows].map { nights in nights.first { $0.key == key }.map { rate($0.nuisancePerNight) } ?? "–"
        }
      }
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines
  }

  private func rate(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func sums() -> [String] {
    var lines = [
      "| all nights | nights | nuisance a night at 60 | at 480 | missed | untold | strangers' alarms | nights with a violation |",
      "|---|---|---|---|---|---|---|---|",
    ]
    for (name, nights) in [("before", before), ("after", rows)] where !nights.isEmpty {
      func sum(_ part: (Night) -> Int) -> Int { nights.reduce(0) { $0 + part($1) } }
      let means = Nights.artefacts.map { artefacts in
        let those = nights.filter { $0.key.artefacts == artefacts }
        let count = those.reduce(0) { $0 + $1.nights }
        return rate(Double(those.reduce(0) { $0 + $1.nuisance }) / Double(max(1, count)))
      }
      lines.append(
        "| \(name) | \(sum(\.nights)) | \(means.joined(separator: " | ")) | \(sum(\.missed)) | \(sum(\.unreported)) | "
          + "\(sum(\.strangers)) | \(sum(\.broken)) |")
    }
    return lines
  }

  // MARK: Technical alarms

  private func wakeUps() -> [String] {
    var lines = [
      "Technical alarms of medium or high priority that wake a person, at least ten minutes apart. The targets: at most 1 a "
        + "night of a worn strap with eight gaps of 3 to 40 s (log-uniform), and 2 with bad contact:", "",
      "| technical wake-ups a night | nights | wake-ups | target |", "|---|---|---|---|",
    ]
    for title in Set(rows.map(\.key.scenario)).sorted() {
      let those = rows.filter { $0.key.scenario == title }
      let nights = those.reduce(0) { $0 + $1.nights }, count = those.reduce(0) { $0 + $1.wakeUps }
      let target = Nights.wakeUpTargets[title].map(rate) ?? "–"
      lines.append("| \(title) | \(nights) | \(rate(Double(count) / Double(max(1, nights)))) | \(target) |")
    }
    return lines
  }

  // MARK: Latency

  private func latencies() -> [String] {
    var lines = [
      "From a sudden event of the heart to its alarm: p50 / p99 / max in seconds and the number of events, if the sensor "
        + "was worn and received meanwhile:", "",
      "| | strap with RR intervals: before | after | strap without, or oximeter: before | after |",
      "|---|---|---|---|---|",
    ]
    for event in HeartEvent.allCases.filter(\.isMeasured) {
      var cells = [event.rawValue]
      for isProved in [true, false] {
        for nights in [before, rows] {
          let those = nights.filter { sendsBeats[$0.key.scenario] == isProved }
          cells.append(cell(those.flatMap { $0.latencies[event] ?? [] }))
        }
      }
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines
  }

  private func cell(_ latencies: [Double]) -> String {
    guard let half = percentile(0.5, of: latencies), let most = percentile(0.99, of: latencies),
      let longest = latencies.max()
    else { return "–" }
    return "\(Int(half)) / \(Int(most)) / \(Int(longest)) (\(latencies.count))"
  }
}

import Alarms
import Readings
import Sessions

/// What is said of a session when it ends.
enum SummaryText {
  static func lines(of summary: SessionSummary, profile: BoxProfile) -> String {
    var lines = ["", "Session (\(profile.rawValue))"]
    lines.append("  duration    \(EventText.time(.start.advanced(by: summary.duration)))")
    lines.append("  readings    \(summary.readings)")
    for (name, unit, statistic) in [("CO2", "ppm", summary.co2), ("heart rate", "bpm", summary.heartRate)] {
      guard let mean = statistic.mean else { continue }
      let label = name + String(repeating: " ", count: max(0, 12 - name.count))
      lines.append(
        "  \(label)minimum \(EventText.number(statistic.minimum)), mean \(EventText.number(mean)), "
          + "maximum \(EventText.number(statistic.maximum)) \(unit)")
    }
    lines.append("  alarms      \(summary.highAlarms) high, \(summary.mediumAlarms) medium, \(summary.lowAlarms) low")
    if let grade = summary.grade { lines.append("  grade       \(grade.rawValue) (by mean CO2)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

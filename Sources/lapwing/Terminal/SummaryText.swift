import Alarms
import Appliance
import Flight
import Readings

/// What is said of a session when it ends.
enum SummaryText {
  static func lines(of summary: SessionSummary, profile: Profile) -> String {
    var lines = ["", "Session (\(profile.rawValue))"]
    lines.append("  duration    \(RecordText.time(.start.advanced(by: summary.duration)))")
    lines.append("  readings    \(summary.readings)")
    for (name, unit, statistic) in [("CO2", "ppm", summary.co2), ("heart rate", "bpm", summary.heartRate)] {
      guard let mean = statistic.mean else { continue }
      let label = name + String(repeating: " ", count: max(0, 12 - name.count))
      lines.append(
        "  \(label)minimum \(RecordText.number(statistic.minimum)), mean \(RecordText.number(mean)), "
          + "maximum \(RecordText.number(statistic.maximum)) \(unit)")
    }
    lines.append("  alarms      \(summary.highAlarms) high, \(summary.mediumAlarms) medium, \(summary.lowAlarms) low")
    if let grade = summary.grade { lines.append("  grade       \(grade.rawValue) (by mean CO2)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

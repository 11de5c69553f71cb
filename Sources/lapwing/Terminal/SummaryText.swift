import Alarms
import Flight
import Status

enum SummaryText {
  static func lines(of session: SessionReport, profile: BoxProfile) -> String {
    var lines = ["", "Session (\(profile.rawValue))"]
    lines.append("  duration    \(EventText.time(session.seconds))")
    lines.append("  readings    \(session.readings)")
    for (name, unit, range) in [("CO2", "ppm", session.co2), ("heart rate", "bpm", session.heartRate)] {
      guard let range else { continue }
      let label = name + String(repeating: " ", count: max(0, 12 - name.count))
      lines.append(
        "  \(label)minimum \(EventText.number(range.min)), mean \(EventText.number(range.mean)), "
          + "maximum \(EventText.number(range.max)) \(unit)")
    }
    if let above = session.aboveExpected {
      let times = Phase.all.compactMap { phase in
        above.seconds[phase].map { "\(EventText.number($0 / 60)) min in \(phase.rawValue)" }
      }
      lines.append("  CO2 above   what is expected for " + times.joined(separator: ", "))
    }
    let alarms = session.alarms
    lines.append("  alarms      \(alarms.high) high, \(alarms.medium) medium, \(alarms.low) low")
    if let grade = session.grade { lines.append("  grade       \(grade) (by mean CO2)") }
    if let drunk = session.hydration { lines.append("  hydration   \(drunk) ml") }
    if session.caffeineAt != nil { lines.append("  caffeine    taken") }
    if session.isSinceRestart == true {
      lines.append("  These are the figures since the restart of the box; `lapwing sessions show` has all.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

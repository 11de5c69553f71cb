import Documents
import Logbook
import Sessions
import Status

/// The summary of a session from its record, as `session end` prints it. A session that went on after a restart of the box is
/// shown whole.
package struct SessionSummaryText {
  private let figures: SessionFigures

  package init(figures: SessionFigures) { self.figures = figures }

  package var text: String {
    let line = figures.line, session = line.session
    var lines = ["", "Session (\(session.profile))"]
    func add(_ label: String, _ text: String) {
      lines.append("  \(label)\(String(repeating: " ", count: max(1, 12 - label.count)))\(text)")
    }
    if !session.details.isEmpty { add("about", session.details.text) }
    add("duration", DurationText.text(milliseconds: line.end - line.start))
    add("readings", "\(figures.readings)")
    for (name, unit, range) in [("CO2", "ppm", line.co2), ("heart rate", "bpm", line.heartRate)] {
      guard let range else { continue }
      let numbers = [range.minimum, range.mean, range.maximum].map { EventText.number($0) }
      add(name, "minimum \(numbers[0]), mean \(numbers[1]), maximum \(numbers[2]) \(unit)")
    }
    let alarms = figures.alarmsByPriority
    add("alarms", alarms.map { "\($0.count) \($0.priority)" }.joined(separator: ", "))
    if let grade = line.grade { add("grade", "\(grade) (by mean CO2)") }
    for remark in figures.remarks.named { add(remark.name.lowercased(), remark.value) }
    for gap in figures.remarks.gapLines { add("gap", gap) }
    for (place, phase) in figures.phases.enumerated() { add(place == 0 ? "phases" : "", phase.text) }
    add("more", "lapwing sessions show \(session.id)")
    return lines.joined(separator: "\n") + "\n"
  }
}

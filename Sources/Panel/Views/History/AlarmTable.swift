import Alarms
import Documents
import Readings
import Status
import Web
import Words

/// A table of past alarms, of a session or of all.
enum AlarmTable {
  struct Row: Sendable {
    let began: String
    let condition: String
    let priority: String
    let address: String?
    let value: Double?
    let limit: Double?
    /// How long it lasted; `nil` without an end.
    let milliseconds: Int64?
    let wasAcknowledged: Bool
  }

  static func html(_ rows: [Row], _ request: PanelRequest) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    guard !rows.isEmpty else { return "<p class=\"card\">\(text(.noAlarms))</p>" }
    let names = SensorNames(request)
    let lines = rows.html { row in
      let condition = ConditionID(name: row.condition)
      let name = condition.map { ThingWords.condition($0).text(request.language) } ?? row.condition
      let priority = Priority.allCases.first { $0.name == row.priority }
      let unit = condition.map { ConditionTable.standard[$0].trigger.unit } ?? ""
      let units = request.units
      let limit = row.limit.map { " (\(NowWords.limit(units.number($0, in: unit)).text(request.language)))" } ?? ""
      let value = row.value.map { "\(units.text($0, in: unit))\(limit)" } ?? "–"
      let word = priority.map { ThingWords.priority($0).text(request.language) } ?? row.priority
      return """
        <tr class="\(row.priority)"><td>\(row.began)</td><td><span class="badge">\(word)</span> \(name) \
        <span class="small">\(row.address.map { names.name(of: $0, nil) } ?? "")</span></td><td>\(value)</td>\
        <td>\(row.milliseconds.map { DurationWords.milliseconds($0).text(request.language) } ?? "–")</td>\
        <td>\(text(row.wasAcknowledged ? .yes : .no))</td></tr>
        """
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(text(.alarmLog))"><table><thead><tr>\
      <th scope="col">\(text(.began))</th><th scope="col">\(text(.alarm))</th><th scope="col">\(text(.value))</th>\
      <th scope="col">\(text(.lasted))</th><th scope="col">\(text(.answered))</th></tr></thead><tbody>\(lines)</tbody>\
      </table></div>
      """
  }

  /// Between two times as JSON writes them.
  static func length(from start: String, to end: String?) -> Int64? {
    guard let start = DocumentTime(iso: start), let end = end.flatMap({ DocumentTime(iso: $0) }) else { return nil }
    return max(0, end.milliseconds - start.milliseconds)
  }
}

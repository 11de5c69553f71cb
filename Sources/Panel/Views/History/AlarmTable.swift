import Alarms
import Logbook
import Reports
import Settings
import Status
import Web
import Words

/// A table of past alarms, of a session or of all.
enum AlarmTable {
  static func html(_ rows: [RecalledAlarm], _ request: PanelRequest) -> HTML {
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
      let length = row.endedAt.map { DurationWords.milliseconds(max(0, $0 - row.beganAt)).text(request.language) }
      let word = priority.map { ThingWords.priority($0).text(request.language) } ?? row.priority
      return """
        <tr class="\(row.priority)"><td>\(DateText.local(row.beganAt))</td><td><span class="badge">\(word)</span> \(name) \
        <span class="small">\(row.address.map { names.name(of: $0, nil) } ?? "")</span></td><td>\(value)</td>\
        <td>\(length ?? "–")</td>\
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
}

/// The latest alarms of the logbook, newest first.
enum AlarmLogPage: PanelPage {
  private static let most = 200

  static let routes = [
    Route.get("/alarms") { request in
      let path = request.panel.configuration.logbookPath
      let alarms = try await request.panel.logbook { _ in try Logbook.recall(path: path, count: most) }
      let title = HistoryWords.alarmLog.text(request.language)
      return .page(
        Layout(request: request, title: title, tab: HistoryPage.tab).page(
          "<h1>\(title)</h1>\(AlarmTable.html(alarms.filter { !$0.isTest }, request))"))
    }
  ]
}

import Alarms
import Logbook
import Reports
import Settings
import Status
import Web
import Words

enum AlarmTable {
  static func html(_ rows: [AlarmFigures], _ request: PanelRequest) -> HTML {
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    guard !rows.isEmpty else { return Empty.html(.check, text(.noAlarms)) }
    let names = SensorNames(request)
    func length(_ milliseconds: Int64) -> String { DurationWords.milliseconds(milliseconds).text(request.language) }
    let lines = rows.map { figures in
      let row = figures.alarm
      let condition = ConditionID(name: row.condition)
      let name = condition.map { ThingWords.condition($0).text(request.language) } ?? row.condition
      let priority = Priority.allCases.first { $0.name == row.priority }
      let unit = figures.unit, units = request.units
      let limit = row.limit.map { " (\(NowWords.limit(units.number($0, in: unit)).text(request.language)))" } ?? ""
      let value = figures.worst.map { "\(units.text($0, in: unit))\(limit)" } ?? "–"
      let goesOn = row.endedAt == nil ? " (\(text(.goesOn)))" : ""
      let word = priority.map { ThingWords.priority($0).text(request.language) } ?? row.priority
      let sensor = row.address.map { names.name(of: $0, nil) } ?? ""
      return Table.Row(
        heading: "<span class=\"badge\">\(word)</span> \(name) <span class=\"small\">\(sensor)</span>",
        cells: [
          "\(DateText.local(row.beganAt))", "\(value)", "\(length(figures.duration))\(goesOn)",
          "\(figures.beyond.map(length) ?? "–")",
          "\(figures.answeredAfter.map { text(.after(length($0))) } ?? text(row.wasAcknowledged ? .yes : .no))",
        ], style: row.priority)
    }
    let columns: [HistoryWords] = [.alarm, .began, .worst, .lasted, .beyondLimit, .answered]
    return Table(label: text(.alarmLog), columns: columns.map(text), rows: lines).html
  }
}

/// The latest alarms of the logbook, newest first.
enum AlarmLogPage: PanelPage {
  private static let most = 200

  static let routes = [
    Route.get("/alarms") { request in
      let path = request.panel.configuration.logbookPath, now = request.now
      let alarms = try await request.panel.logbook { reader in
        try AlarmFigures.all(
          of: Logbook.recall(path: path, count: most).filter { !$0.isTest }, to: now, in: reader)
      }
      let title = HistoryWords.alarmLog.text(request.language)
      return .page(
        Layout(request: request, title: title, tab: HistoryPage.tab).page(
          "<h1>\(title)</h1>\(AlarmTable.html(alarms, request))"))
    }
  ]
}

import Documents
import Logbook
import Settings
import Web
import Words

/// The latest alarms of the logbook, newest first.
enum AlarmLogPage: PanelPage {
  private static let most = 200

  static let routes = [
    Route.get("/alarms") { request in
      let path = request.panel.configuration.logbookPath
      let alarms = try await request.panel.logbook { _ in try Logbook.recall(path: path, count: most) }
      let title = HistoryWords.alarmLog.text(request.language)
      let rows = alarms.filter { !$0.isTest }.map { alarm in
        AlarmTable.Row(
          began: DocumentTime(milliseconds: alarm.beganAt).minuteText(in: .local), condition: alarm.condition,
          priority: alarm.priority, address: alarm.address, value: alarm.value, limit: alarm.limit,
          milliseconds: alarm.endedAt.map { $0 - alarm.beganAt }, wasAcknowledged: alarm.wasAcknowledged)
      }
      return .page(
        Layout(request: request, title: title, tab: HistoryPage.tab).page(
          "<h1>\(title)</h1>\(AlarmTable.html(rows, request))"))
    }
  ]
}

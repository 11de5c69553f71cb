import Logbook
import Reports
import Settings
import Web
import Words

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

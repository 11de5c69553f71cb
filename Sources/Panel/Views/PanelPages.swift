import Web

/// All pages. A new one is a file in `Views`, its texts in `Texts`, and a name here. The tabs stand in this order.
enum PanelPages {
  static let all: [any PanelPage.Type] = [
    NowPage.self, RunningSessionPage.self, HistoryPage.self, SensorsPage.self, SensorVisits.self, BalancePage.self,
    StartPage.self,
    KioskPage.self, TrendsPage.self, OutsidePage.self,
    DoctorPage.self, SettingsPage.self, PersonsPage.self, PeoplePage.self, BackupPage.self, UpdatePage.self,
    SessionPage.self,
    AlarmLogPage.self,
    AccessPage.self, AnswerPage.self,
    ChoicesPage.self, MetricsPage.self, PulsePage.self, BoxLine.self, AssetFiles.self,
  ]

  static let routes = all.flatMap { $0.routes }
  static let tabs = all.compactMap { $0.tab }
}

/// The files that pages load. They say nothing of the box, so everybody may have them.
enum AssetFiles: PanelPage {
  static let routes = [
    Route.get("/assets/:name", .everybody) { request in
      guard let asset = Assets.all.first(where: { $0.name == request.parameters["name"] }) else {
        return .page(FaultPage.notFound(request), .notFound)
      }
      return Reply(
        .ok, [("Content-Type", asset.type), ("Cache-Control", "public, max-age=31536000, immutable")],
        .bytes(asset.bytes))
    }
  ]
}

import Alarms
import Control
import Readings
import Settings
import Web
import Words

/// The settings that have one value: numbers, words, on and off. The box writes them as for `lapwing config set`, and goes by
/// them.
enum SettingsPage: PanelPage {
  static let tab: Tab? = Tab(path: "/settings", name: .settings, symbol: .settings)

  static let routes = [
    Route.get("/settings") { request in .page(page(request)) },
    Route.post("/settings", fields: Set(SettingsForm.keys.flatMap { [$0.path, SettingsForm.shown($0)] } + ["ask"])) {
      request in
      await save(request)
    },
    Route.post("/settings/restart", fields: []) { request in await restart(request) },
  ]

  /// Starts the box again, for what counts from the next start.
  private static func restart(_ request: PanelRequest) async -> Reply {
    do {
      _ = try await request.panel.order(.restart)
      return .page(page(request, said: .restarts))
    } catch {
      return .page(page(request, said: .refused(Refusal(error))), .unusable)
    }
  }

  /// Has saved what differs from what the form had shown. What others have changed meanwhile stays as it is.
  private static func save(_ request: PanelRequest) async -> Reply {
    let form = request.form, panel = request.panel, configuration = panel.configuration
    let changed = SettingsForm.keys.compactMap { key in
      SettingsForm.typed(key, form).flatMap { typed in
        typed == form[SettingsForm.shown(key)] ?? SettingsForm.value(of: key, in: configuration)
          ? nil : (key: key, value: typed)
      }
    }
    guard !changed.isEmpty else { return .seeOther("/settings") }
    if form["ask"] != nil {
      let changes = changed.map { key, value in
        ChangesPage.Change(
          key: key, was: form[SettingsForm.shown(key)] ?? SettingsForm.value(of: key, in: configuration) ?? "",
          new: value)
      }
      return .page(ChangesPage(request: request, changes: changes, tab: tab).html)
    }
    do {
      let report = try await panel.change(
        SettingsChange(
          values: changed.map { key, value in
            SettingsChange.Value(
              key.path, value, was: form[SettingsForm.shown(key)] ?? SettingsForm.value(of: key, in: configuration))
          }))
      return .page(page(request, said: said(of: report, in: request.language)))
    } catch let fault as ConfigurationEditor.Fault {
      return .page(page(request, said: .fault(fault)), .unusable)
    } catch {
      return .page(page(request, said: .refused(Refusal(error))), .unusable)
    }
  }

  /// What is said of a change that was made.
  static func said(of report: SettingsReport, in language: Language) -> SettingsForm.Said {
    if let unused = report.unused { return .note(Refusal(unused).html(language)) }
    let notices = report.notices.map(NoticeWords.init)
    let sentences = NoticeWords.html(notices, in: language)
    return notices.isEmpty ? .saved : notices.contains(where: \.isNotInForce) ? .note(sentences) : .remarked(sentences)
  }

  private static func page(_ request: PanelRequest, said: SettingsForm.Said? = nil) -> HTML {
    let title = SharedWords.settings.text(request.language)
    let view = SettingsView(request: request, said: said)
    var layout = Layout(request: request, title: title, tab: tab)
    layout.assets = [.settingsScript]
    return layout.page("<h1>\(title)</h1>\(view.top)\(view.form)")
  }
}

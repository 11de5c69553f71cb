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
    Route.post("/settings", fields: Set(keys.flatMap { [$0.path, shown($0)] })) { request in await save(request) },
    Route.post("/settings/restart", fields: []) { request in await restart(request) },
  ]

  /// Starts the box again, for what counts from the next start.
  private static func restart(_ request: PanelRequest) async -> Reply {
    do {
      _ = try await request.panel.order(ControlRequest(.restart))
      return .page(page(request, said: .restarts))
    } catch {
      return .page(page(request, said: .refused(Refusal(error))), .unusable)
    }
  }

  /// The keys of this page. Paths, lists and secrets are no fields of a form.
  static let keys: [ConfigurationKey] = Keys.all.filter { key in
    switch key.kind {
    case .bool, .number, .choice: !key.path.hasPrefix("panel.")
    default: false
    }
  }

  /// The name of the field with the value that the form had shown.
  static func shown(_ key: ConfigurationKey) -> String { "was:\(key.path)" }

  /// Has saved what differs from what the form had shown. What others have changed meanwhile stays as it is.
  private static func save(_ request: PanelRequest) async -> Reply {
    let form = request.form, panel = request.panel, configuration = panel.configuration
    let changed = keys.compactMap { key in
      form[key.path].flatMap { typed in
        typed == form[shown(key)] ?? value(of: key, in: configuration) ? nil : (key: key, value: typed)
      }
    }
    guard !changed.isEmpty else { return .seeOther("/settings") }
    do {
      let report = try await panel.change(
        SettingsChange(
          values: changed.map { key, value in
            SettingsChange.Value(key.path, value, was: form[shown(key)] ?? self.value(of: key, in: configuration))
          }))
      return .page(page(request, said: said(of: report, in: request.language)))
    } catch let fault as ConfigurationEditor.Fault {
      return .page(page(request, said: .fault(fault)), .unusable)
    } catch {
      return .page(page(request, said: .refused(Refusal(error))), .unusable)
    }
  }

  /// What is said of a change that was made.
  static func said(of report: SettingsReport, in language: Language) -> Said {
    if let unused = report.unused { return .note(Refusal(unused).html(language)) }
    guard !report.notices.isEmpty else { return .saved }
    return .note(NoticeWords.html(report.notices.map(NoticeWords.init), in: language))
  }

  static func value(of key: ConfigurationKey, in configuration: Configuration) -> String? {
    configuration.settings.first { $0.key.path == key.path }.map { "\($0.value)" }
  }

  /// What came of saving.
  enum Said: Sendable {
    case saved
    /// The sentences of the box.
    case note(HTML)
    case fault(ConfigurationEditor.Fault)
    /// The box starts again, or says why it does not.
    case restarts
    case refused(Refusal)
  }

  private static func page(_ request: PanelRequest, said: Said? = nil) -> HTML {
    let title = SharedWords.settings.text(request.language)
    let view = SettingsView(request: request, said: said)
    return Layout(request: request, title: title, tab: tab).page("<h1>\(title)</h1>\(view.top)\(view.form)")
  }
}

/// The form, with what was typed if it could not be saved.
private struct SettingsView {
  let request: PanelRequest
  let said: SettingsPage.Said?

  private func text(_ words: SettingsWords) -> String { words.text(request.language) }
  private var mayWrite: Bool { request.mayChange && request.panel.canChangeSettings }
  private var fault: ConfigurationEditor.Fault? {
    if case .fault(let fault) = said { fault } else { nil }
  }

  var top: HTML {
    let note: HTML =
      switch said {
      case .saved: "<p class=\"done\" role=\"status\">\(text(.saved))</p>"
      case .note(let note):
        "<p class=\"fault\" role=\"alert\">\(text(.savedOnly)) \(note)</p>"
      case .fault: "<p class=\"fault\" role=\"alert\">\(text(.notSaved))</p>"
      case .restarts: "<p class=\"done\" role=\"status\">\(text(.restarts))</p>"
      case .refused(let why): "<p class=\"fault\" role=\"alert\">\(why.html(request.language))</p>"
      case nil: .nothing
      }
    let unused = request.panel.configuration.fileFaults.reduce(HTML.nothing) { before, fault in
      "\(before)<p class=\"fault\" role=\"alert\">\(Refusal(fault).html(request.language))</p>"
    }
    guard mayWrite else {
      let why = request.mayChange ? text(.closed(request.panel.settingsPath)) : SharedWords.look.text(request.language)
      return "\(note)\(unused)\(links)<p class=\"card\">\(why)</p>"
    }
    return "\(note)\(unused)\(links)<p>\(text(.explain))</p>"
  }

  /// What belongs to the settings and is a page of its own.
  private var links: HTML {
    "<p><a class=\"button\" href=\"/settings/persons\">\(PersonsWords.title.text(request.language))</a> <a class=\"button\" href=\"/settings/backup\">\(BackupWords.title.text(request.language))</a> <a class=\"button\" href=\"/update\">\(UpdateWords.title.text(request.language))</a></p>\(restart)"
  }

  /// Only where something waits for the next start.
  private var restart: HTML {
    guard request.mayChange, case .note = said else { return .nothing }
    return "<form method=\"post\" action=\"/settings/restart\"><button>\(text(.restart))</button></form>"
  }

  var form: HTML {
    let configuration = request.panel.configuration
    let byName = Dictionary(grouping: SettingsPage.keys) { String($0.path.prefix { $0 != "." }) }
    let groups = byName.sorted { first($0.value) < first($1.value) }.map { (name: $0.key, keys: $0.value) }
    let sections = groups.html { group in
      let isOpen = fault.map { fault in group.keys.contains { $0.path == fault.key } } ?? (group.name == "profile")
      let fields = group.keys.html { field($0, configuration) }
      return """
        <details class="card"\(isOpen ? " open" : .nothing)><summary><h2>\(text(.group(group.name)))</h2></summary>\
        \(fields)</details>
        """
    }
    let button: HTML = mayWrite ? "<p><button class=\"primary\">\(text(.save))</button></p>" : .nothing
    return "<form method=\"post\" action=\"/settings\">\(sections)\(button)</form>"
  }

  /// The place of a group among all keys.
  private func first(_ keys: [ConfigurationKey]) -> Int {
    SettingsPage.keys.firstIndex { $0.path == keys.first?.path } ?? 0
  }

  private func field(_ key: ConfigurationKey, _ configuration: Configuration) -> HTML {
    let value = request.form[key.path] ?? SettingsPage.value(of: key, in: configuration) ?? ""
    let id: HTML = "key-\(key.path)"
    var described: HTML = "help-\(key.path)"
    var complaint: HTML = .nothing
    if let fault, fault.key == key.path {
      complaint = "<p class=\"fault\" id=\"fault-\(key.path)\">\(Refusal(fault.error).html(request.language))</p>"
      described = "fault-\(key.path) \(described)"
    }
    let next = key.takenOver == .atNextStart ? " (\(text(.atNextStart)))" : ""
    let invalid: HTML = complaint.isEmpty ? .nothing : " aria-invalid=\"true\""
    let more: HTML =
      " id=\"\(id)\" name=\"\(key.path)\" aria-describedby=\"\(described)\"\(invalid)\(mayWrite ? .nothing : " disabled")"
    return """
      <div><label for="\(id)">\(label(key))</label>\(complaint)\(input(key, value, more))\(shown(key, configuration))
      <p class="small" id="help-\(key.path)">\(KeyWords.help(of: key, in: request.language))\(next)</p></div>
      """
  }

  /// A limit or a switch has the name of its alarm in front; the key is that of `lapwing config set`.
  private func label(_ key: ConfigurationKey) -> HTML {
    let parts = key.path.split(separator: ".").map(String.init)
    let words: SettingsWords? =
      switch KeyWords(path: key.path) {
      case .limit: .limit
      case .enabled: .enabled
      case .sustainedLimit: .sustainedLimit
      case .sustainedMinutes: .sustainedMinutes
      default: nil
      }
    guard let words, let condition = parts.dropFirst().first.flatMap({ ConditionID(name: $0) }) else {
      return "\(key.path)"
    }
    return """
      \(ThingWords.condition(condition).text(request.language)): \(text(words)) <span class="small">\(key.path)</span>
      """
  }

  /// The value that the form shows first, so that only what a person changes is written.
  private func shown(_ key: ConfigurationKey, _ configuration: Configuration) -> HTML {
    guard mayWrite else { return .nothing }
    let name = SettingsPage.shown(key)
    // After a conflict the person decides again, beside the value of now.
    let isOld = fault?.error.code == "changed-meanwhile" && fault?.key == key.path
    let before = isOld ? nil : request.form[name]
    let value = before ?? SettingsPage.value(of: key, in: configuration) ?? ""
    return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
  }

  private func input(_ key: ConfigurationKey, _ value: String, _ more: HTML) -> HTML {
    func choice(_ words: [(value: String, shown: String)]) -> HTML {
      // What was typed stays, even if it is no choice.
      let all = words.contains { $0.value == value } ? words : [(value, value)] + words
      let options = all.html { word in
        "<option value=\"\(word.value)\"\(word.value == value ? " selected" : .nothing)>\(word.shown)</option>"
      }
      return "<select\(more)>\(options)</select>"
    }
    switch key.kind {
    case .bool: return choice([("true", text(.on)), ("false", text(.off))])
    case .choice(let words): return choice(words.map { ($0, $0) })
    default: return "<input inputmode=\"decimal\" value=\"\(value)\"\(more)>"
    }
  }
}

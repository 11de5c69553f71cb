import Alarms
import Readings
import Settings
import Web
import Words

/// The form, with what was typed if it could not be saved.
struct SettingsView {
  let request: PanelRequest
  let said: SettingsForm.Said?

  private func text(_ words: SettingsWords) -> String { words.text(request.language) }
  private var mayWrite: Bool { request.mayChange && request.panel.canChangeSettings }
  private var fault: ConfigurationEditor.Fault? {
    if case .fault(let fault) = said { fault } else { nil }
  }

  var top: HTML {
    let note: HTML = said?.html(request.language) ?? .nothing
    let unused = request.panel.configuration.fileFaults.reduce(HTML.nothing) { before, fault in
      "\(before)<p class=\"fault\" role=\"alert\">\(Refusal(fault).html(request.language))</p>"
    }
    guard mayWrite else {
      let why = request.mayChange ? text(.closed(request.panel.settingsPath)) : SharedWords.look.text(request.language)
      return "\(note)\(unused)<p class=\"card\">\(why)</p>\(search)"
    }
    return "\(note)\(unused)<p>\(text(.explain))</p>\(restart)\(search)"
  }

  /// Only where something waits for the next start.
  private var restart: HTML {
    guard request.mayChange, case .note = said else { return .nothing }
    return "<form method=\"post\" action=\"/settings/restart\"><button>\(text(.restart))</button></form>"
  }

  /// What a person looks for; `nil` without a search.
  private var wanted: String? { request.query.filled("search")?.lowercased() }

  private var search: HTML {
    """
    <form method="get" action="/settings" role="search"><label for="search">\(text(.search))</label>\
    <input id="search" name="search" type="search" value="\(request.query["search"] ?? "")"> <button>\(text(.find))</button></form>
    """
  }

  private func fits(_ key: ConfigurationKey) -> Bool {
    guard let wanted else { return true }
    let task = KeyWords(path: key.path).map { text(.task(SettingsTask($0))) } ?? ""
    let words = [
      task, key.path, KeyNameWords.whole(of: key, in: request.language), KeyWords.help(of: key, in: request.language),
    ]
    return words.contains { $0.lowercased().contains(wanted) }
  }

  var form: HTML {
    let found = SettingsForm.keys.filter(fits)
    guard !found.isEmpty else { return "<p class=\"card\">\(text(.noneFits))</p>" }
    let byTask = Dictionary(grouping: found) { KeyWords(path: $0.path).map(SettingsTask.init) ?? .advanced }
    let sections = SettingsTask.allCases.html { task in section(task, byTask[task] ?? []) }
    // Without a script a page of its own says what would change.
    let button: HTML =
      mayWrite
      ? """
      <noscript><input type="hidden" name="ask" value="yes"></noscript>\
      <div id="changes" class="card" role="status" data-words="\(text(.changes))" hidden></div>\
      <p><button class="primary">\(text(.save))</button></p>
      """ : .nothing
    return "<form method=\"post\" action=\"/settings\" id=\"settings\">\(sections)\(button)</form>"
  }

  private func section(_ task: SettingsTask, _ keys: [ConfigurationKey]) -> HTML {
    let links = wanted == nil ? links(of: task) : .nothing
    guard !keys.isEmpty || !links.isEmpty else { return .nothing }
    let isOpen = wanted != nil || fault.map { fault in keys.contains { $0.path == fault.key } } ?? false
    let fields = task == .alarms ? alarms(keys, isOpen) : keys.html { field($0) }
    return """
      <details class="card" id="\(task.rawValue)"\(isOpen ? " open" : .nothing)><summary><h2>\(text(.task(task)))</h2></summary>\
      \(links)\(fields)</details>
      """
  }

  /// What is a page of its own.
  private func links(of task: SettingsTask) -> HTML {
    func words(_ words: some LocalizedText) -> String { words.text(request.language) }
    let pages: [(String, String)] =
      switch task {
      case .alarms: [("/start/signals", words(StartWords.signals))]
      case .people:
        [("/settings/persons", words(PersonsWords.title))]
          + (request.mayChange ? [("/people", words(PeopleWords.title))] : [])
      case .sensors: [("/sensors", words(SharedWords.sensors))]
      case .sound: [("/settings/persons", words(PersonsWords.title))]
      case .page: [("/start/person", words(StartWords.whomToCall)), ("/kiosk", words(DoctorWords.screen))]
      case .messages: request.mayChange ? [("/people", words(PeopleWords.title))] : []
      case .card:
        [
          ("/settings/backup", words(BackupWords.title)), ("/update", words(UpdateWords.title)),
          ("/doctor", words(DoctorWords.title)),
        ]
      case .advanced: []
      }
    guard !pages.isEmpty else { return .nothing }
    return "<ul class=\"files\">\(pages.html { path, name in "<li><a href=\"\(path)\">\(name)</a></li>" })</ul>"
  }

  /// The keys of each alarm together, those of the purpose first; what is about the box and its sensors, and about another
  /// purpose, is folded.
  private func alarms(_ keys: [ConfigurationKey], _ isOpen: Bool) -> HTML {
    let configuration = request.panel.configuration
    let groups = Dictionary(grouping: keys) { KeyNameWords.condition(of: $0) }
    // Who cares for a sleeper looks for the heart first.
    func isFirst(_ id: ConditionID) -> Bool {
      configuration.profile == .bedside && configuration.conditions[id].family == .heart
    }
    func group(_ id: ConditionID) -> HTML {
      guard let keys = groups[id] else { return .nothing }
      return
        "<fieldset><legend>\(ThingWords.condition(id).text(request.language))</legend>\(keys.html { field($0) })</fieldset>"
    }
    let all = ConditionID.allCases.filter(isFirst) + ConditionID.allCases.filter { !isFirst($0) }
    let own = all.filter { id in
      let condition = configuration.conditions[id]
      return condition.profiles.contains(configuration.profile) && !condition.isTechnical
    }
    let others = ConditionID.allCases.filter { groups[$0] != nil && !own.contains($0) }
    let rest: HTML =
      others.isEmpty
      ? .nothing
      : "<details\(isOpen ? " open" : .nothing)><summary>\(text(.others))</summary>\(others.html(group))</details>"
    return "\((groups[nil] ?? []).html { field($0) })\(own.html(group))\(rest)"
  }

  private func field(_ key: ConfigurationKey) -> HTML {
    let configuration = request.panel.configuration
    let value = request.form[key.path] ?? SettingsForm.value(of: key, in: configuration) ?? ""
    let id: HTML = "key-\(key.path)"
    var described: HTML = "help-\(key.path)"
    var complaint: HTML = .nothing
    if let fault, fault.key == key.path {
      let why = Refusal(fault, in: request.form).html(request.language)
      complaint = "<p class=\"fault\" id=\"fault-\(key.path)\">\(why)</p>"
      described = "fault-\(key.path) \(described)"
    }
    let next = key.takenOver == .atNextStart ? " (\(text(.atNextStart)))" : ""
    let invalid: HTML = complaint.isEmpty ? .nothing : " aria-invalid=\"true\""
    let more: HTML =
      " id=\"\(id)\" name=\"\(key.path)\" aria-describedby=\"\(described)\"\(invalid)\(mayWrite ? .nothing : " disabled")"
    let isAdvanced = KeyWords(path: key.path).map(SettingsTask.init) == .advanced
    let path: HTML = isAdvanced ? " <span class=\"small\">\(key.path)</span>" : .nothing
    return """
      <div class="setting"><label for="\(id)">\(label(key))\(path)</label>\(complaint)\(input(key, value, more))\(shown(key, configuration))
      <p class="small" id="help-\(key.path)">\(KeyWords.help(of: key, in: request.language))\(next)</p></div>
      """
  }

  /// Beside its alarm a field has its own name alone, and that of the alarm for those who do not see where it stands.
  private func label(_ key: ConfigurationKey) -> HTML {
    let name = KeyNameWords.name(of: key, in: request.language), unit = KeyNameWords.unit(of: key, in: request.language)
    guard let condition = KeyNameWords.condition(of: key) else { return "\(name)\(unit)" }
    return "<span class=\"unseen\">\(ThingWords.condition(condition).text(request.language)): </span>\(name)\(unit)"
  }

  /// The value that the form shows first, so that only what a person changes is written.
  private func shown(_ key: ConfigurationKey, _ configuration: Configuration) -> HTML {
    guard mayWrite else { return .nothing }
    let name = SettingsForm.shown(key)
    // After a conflict the person decides again, beside the value of now.
    let isOld = fault?.error.code == "changed-meanwhile" && fault?.key == key.path
    let before = isOld ? nil : request.form[name]
    let value = before ?? SettingsForm.value(of: key, in: configuration) ?? ""
    return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
  }

  private func input(_ key: ConfigurationKey, _ value: String, _ more: HTML) -> HTML {
    func choice(_ words: [String]) -> HTML {
      // What was typed stays, even if it is no choice.
      let options = (words.contains(value) ? words : [value] + words).html { word in
        let name = KeyNameWords.value(word, of: key, in: request.language)
        return "<option value=\"\(word)\"\(word == value ? " selected" : .nothing)>\(name)</option>"
      }
      return "<select\(more)>\(options)</select>"
    }
    switch key.kind {
    case .bool: return choice(["true", "false"])
    case .choice(let words): return choice(words)
    case .number(let range, _):
      return "<div class=\"slide\"><input inputmode=\"decimal\" value=\"\(value)\"\(more)>\(slider(key, range))</div>"
    case .shownName:
      return "<input value=\"\(value == SettingsForm.none ? "" : value)\" maxlength=\"\(ShownName.longest)\"\(more)>"
    default: return "<input inputmode=\"decimal\" value=\"\(value)\"\(more)>"
    }
  }

  /// A slider with its bounds, which the script shows. A range of more than this many steps is too fine for a finger.
  private static let mostSteps = 1000.0

  private func slider(_ key: ConfigurationKey, _ range: ClosedRange<Double>) -> HTML {
    let length = range.upperBound - range.lowerBound
    let step: Double = length > Self.mostSteps ? 50 : length <= 20 ? 0.5 : 1
    guard mayWrite, length / step <= Self.mostSteps, range.lowerBound.rounded() == range.lowerBound else {
      return .nothing
    }
    let (least, most) = (ConfigurationValue.number(range.lowerBound), ConfigurationValue.number(range.upperBound))
    return """
      <span class="bounds" hidden><span class="small">\("\(least)")</span><input type="range" min="\("\(least)")" max="\("\(most)")" \
      step="\("\(ConfigurationValue.number(step))")" data-for="\(key.path)" aria-label="\(KeyNameWords.whole(of: key, in: request.language))">\
      <span class="small">\("\(most)")</span></span>
      """
  }
}

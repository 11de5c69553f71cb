import Control
import Engine
import FoundationEssentials
import Readings
import Settings
import System
import Web
import Words

/// The backup of all settings as one file, and its way back: first it is shown what would change.
enum BackupPage: PanelPage {
  static let routes = [
    Route.get("/settings/backup") { request in .page(page(request)) },
    Route.get("/settings/backup.json", .role(.change)) { request in
      let now = UTCTime.text(unixSeconds: request.now / 1000)
      let file = try await request.panel.work { try BackupFile(of: request.panel, at: now) }
      let name = "lapwing-\(request.panel.name)-\(now.prefix(10)).json"
      return Reply(
        .ok,
        [
          ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
          ("Content-Disposition", "attachment; filename=\"\(name)\""),
        ], .bytes(Array(file.text.utf8)))
    },
    Route.post("/settings/backup", fields: ["backup"]) { request in
      await attempt(request) { restore in .page(preview(request, restore)) }
    },
    Route.post("/settings/restore", fields: ["backup", "was"]) { request in
      guard let was = request.form.filled("was") else { return FaultPage.badForm(request) }
      return await attempt(request) { restore in
        // The box refuses what changes between the look and the change.
        let panel = request.panel
        guard restore.stamp == was else {
          throw LapwingError(
            .unavailable, code: "changed-meanwhile",
            "someone has changed the box since the page was loaded; choose the file again and look at what would change"
          )
        }
        var report = SettingsReport()
        do {
          if !restore.change.isEmpty { report = try await panel.change(restore.change) }
        } catch let fault as ConfigurationEditor.Fault {
          throw fault.error
        }
        var said: [HTML] = []
        if !restore.changes.isEmpty {
          if !report.notices.isEmpty {
            said.append(NoticeWords.html(report.notices.map(NoticeWords.init), in: request.language))
          }
          if let unused = report.unused { said.append(Refusal(unused).html(request.language)) }
        }
        for order in report.partly == nil ? restore.adoptions : [] {
          do {
            if let notices = try await panel.order(order).notices {
              said.append(NoticeWords.html(notices.map(NoticeWords.init), in: request.language))
            }
          } catch { said.append(Refusal(error).html(request.language)) }
        }
        guard let broken = report.partly else { return .page(page(request, done: said)) }
        let sentence: HTML = "\(Refusal(broken).html(request.language))\(said.html { "<br>\($0)" })"
        return .page(page(request, fault: (.partly, sentence)), .fault)
      }
    },
  ]

  private static func attempt(
    _ request: PanelRequest, _ body: @Sendable (Restore) async throws -> Reply
  ) async -> Reply {
    do {
      let text = request.form["backup"] ?? "", panel = request.panel
      let restore = try await panel.work { try Restore(try BackupFile(text), on: panel) }
      return try await body(restore)
    } catch {
      return .page(page(request, fault: (.refused, Refusal(error).html(request.language))), .unusable)
    }
  }

  private static func page(
    _ request: PanelRequest, done: [HTML]? = nil, fault: (words: BackupWords, sentence: HTML)? = nil
  ) -> HTML {
    func text(_ words: BackupWords) -> String { words.text(request.language) }
    let said: HTML =
      done.map { notes in
        let list = notes.html { "<p>\($0)</p>" }
        return "<div class=\"\(notes.isEmpty ? "done" : "fault")\" role=\"status\">\(text(.restored))\(list)</div>"
      } ?? .nothing
    let wrong: HTML =
      fault.map {
        "<p class=\"fault\" role=\"alert\">\(text($0.words)) \($0.sentence)</p>"
      } ?? .nothing
    let forms: HTML =
      request.mayChange
      ? """
      <section class="card"><h2>\(text(.save))</h2><p>\(text(.saveHelp))</p>\
      <p><a class="button" href="/settings/backup.json" download>\(text(.download))</a></p></section>
      <form method="post" action="/settings/backup" enctype="multipart/form-data" class="card"><h2>\(text(.restore))</h2>
      <p>\(text(.restoreHelp))</p><label for="backup">\(text(.file))</label>\
      <input id="backup" name="backup" type="file" accept=".json,application/json" required>
      <p><button>\(text(.look))</button></p></form>
      """ : "<p class=\"card\">\(SharedWords.look.text(request.language))</p>"
    return Layout(request: request, title: text(.title), tab: SettingsPage.tab).page(
      "<h1>\(text(.title))</h1>\(said)\(wrong)\(forms)")
  }

  private static func preview(_ request: PanelRequest, _ restore: Restore) -> HTML {
    func text(_ words: BackupWords) -> String { words.text(request.language) }
    let rows = restore.changes.html { change in
      "<tr><th scope=\"row\">\(change.key.path)</th><td>\("\(change.before)")</td><td>\("\(change.after)")</td></tr>"
    }
    let settings: HTML =
      restore.changes.isEmpty
      ? "<p>\(text(.sameSettings))</p>"
      : """
      <div class="scroll" tabindex="0" role="region" aria-label="\(text(.settings))"><table><thead><tr>\
      <th scope="col">\(text(.setting))</th><th scope="col">\(text(.now))</th><th scope="col">\(text(.then))</th>\
      </tr></thead><tbody>\(rows)</tbody></table></div>
      """
    let sensors = restore.sensors.html {
      "<li>\(text(.adopts($0.name.map { name in "\(name), " } ?? "", $0.address)))</li>"
    }
    let tails = restore.tails.html { "<li>\(text(.writesTail($0)))</li>" }
    let named: HTML = restore.kept.isEmpty ? .nothing : " \(text(.keptOfFile(restore.kept.joined(separator: ", "))))"
    let button: HTML =
      restore.isEmpty
      ? "<p class=\"done\">\(text(.nothing))</p>"
      : """
      <form method="post" action="/settings/restore" enctype="multipart/form-data">\
      <input type="hidden" name="was" value="\(restore.stamp)">\
      <input type="hidden" name="backup" value="\(restore.backup.inForm)">\
      <button class="primary">\(text(.doRestore))</button></form>
      """
    return Layout(request: request, title: text(.title), tab: SettingsPage.tab).page(
      """
      <h1>\(text(.wouldChange))</h1><p>\(text(.made(restore.backup.made, restore.backup.lapwing)))</p>
      <h2>\(text(.settings))</h2>\(settings)<ul>\(sensors)\(tails)</ul>
      <p class="small">\(text(.kept))\(named)</p>\(button)
      <p><a href="/settings/backup">\(SharedWords.back.text(request.language))</a></p>
      """)
  }
}

/// What a backup would change on this box, and the change itself. Nothing is lost: sensors that are adopted now stay, a
/// tail that differs is kept under another name, and so is the file of settings that changes.
struct Restore: Sendable {
  let backup: BackupFile
  let changes: [ConfigurationEditor.Change]
  /// Keys in the backup that stay as they are on this box.
  let kept: [String]
  let sensors: [BackupFile.Sensor]
  let tails: [String]
  /// A number for what is on the box now: what was shown is carried out only while that is the same.
  let stamp: String
  private let now: Configuration
  private let present: [String: String]

  var isEmpty: Bool { changes.isEmpty && sensors.isEmpty && tails.isEmpty }

  /// - Throws: what is wrong with the backup, by the same checks as for the files themselves.
  init(_ backup: BackupFile, on panel: PanelServices) throws {
    self.backup = backup
    now = try panel.freshConfiguration()
    let content: SettingsCopy.Content
    do { content = try SettingsCopy.read(backup.configuration) } catch {
      throw LapwingError(.badData, code: "bad-backup", "the configuration in it cannot be used: \(error.message)")
    }
    kept = content.kept
    changes = ConfigurationEditor.changes(from: now, to: content)
    let adopted = try AdoptionFile(path: now.adoptedPath).read().sensors
    sensors = backup.sensors.filter { wanted in
      !adopted.contains { $0.address.description == wanted.address && (wanted.name == nil || $0.name == wanted.name) }
    }
    let present = try panel.shelf.tailFiles()
    self.present = present
    tails = backup.tails.filter { present[$0.key] != $0.value }.keys.sorted()
    let files = present.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let listed = adopted.map { "\($0.address) \($0.name ?? "")" }
    stamp = FormStamp.text(of: [SettingsCopy.text(of: now)] + listed + files)
    for name in tails { try panel.shelf.checkTail(name, backup.tails[name] ?? "") }
  }

  /// The change of settings and tails. ``adoptions`` are other orders to the box.
  var change: SettingsChange {
    SettingsChange(
      copy: changes.isEmpty
        ? nil
        : SettingsChange.Value(SettingsChange.copyKey, backup.configuration, was: SettingsCopy.text(of: now)),
      tails: tails.map { SettingsChange.Tail($0, backup.tails[$0] ?? "", was: present[$0]) })
  }

  var adoptions: [ControlRequest] { sensors.map { .adopt($0.address, label: $0.name) } }
}

extension BackupFile {
  /// The backup of this box.
  /// - Throws: why it would be refused later, such as its size.
  init(of panel: PanelServices, at now: String) throws {
    let configuration = try panel.freshConfiguration()
    let sensors = try AdoptionFile(path: configuration.adoptedPath).read().sensors.map {
      Sensor(address: $0.address.description, name: $0.name)
    }
    self.init(
      configuration: SettingsCopy.text(of: configuration), sensors: sensors, tails: try panel.shelf.tailFiles(),
      made: now)
    do { _ = try BackupFile(text) } catch {
      throw LapwingError(
        .badData, code: error.code, "the page could not bring this copy back, so it makes none: \(error.message)")
    }
  }
}

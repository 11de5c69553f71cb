import Control
import Foundation
import Readings
import Web
import Words

/// Brings an update to a box that was started from Lapwing's card, shows what it changes, and asks the system to install it or to
/// go back (docs/image.md). The system alone decides whether it does.
enum UpdatePage: PanelPage {
  static let routes = [
    Route.get("/update") { request in
      .page(await page(request, done: request.query["said"].flatMap(Said.init)))
    },
    Route.post("/update", fields: ["do", "name", "sure"]) { request in
      guard let wish = request.form.filled("do").flatMap(Wish.init) else { return FaultPage.badForm(request) }
      do {
        if wish.restarts, request.form.filled("sure") == nil { return .seeOther(try await question(wish, request)) }
        return .seeOther(
          "/update?said=\(try await carryOut(wish, request.form.filled("name") ?? "", request).rawValue)")
      } catch {
        return .page(await page(request, fault: Refusal(error)), .unusable)
      }
    },
    Route.post("/update/part", fields: ["name", "from", "of", "part"]) { request in try await receive(request) },
  ]

  private enum Said: String {
    case asked, removed

    var words: UpdateWords { self == .asked ? .asked : .removed }
  }

  private enum Wish: String, CaseIterable {
    case show, install, remove, back

    /// Whether the box starts again for it: someone must say so twice.
    var restarts: Bool { self == .install || self == .back }
  }

  /// Where the question stands whether it is meant. Before an installation the system shows what it changes.
  private static func question(_ wish: Wish, _ request: PanelRequest) async throws -> String {
    guard wish == .install else { return "/update?sure=\(wish.rawValue)" }
    let name = request.form.filled("name") ?? ""
    try await ask(.show(name), request)
    // The order has taken the name, so it has no letter that an address writes in another way.
    return "/update?sure=\(wish.rawValue)&name=\(name)"
  }

  private static func carryOut(_ wish: Wish, _ name: String, _ request: PanelRequest) async throws -> Said {
    let folder = UpdateFolder(in: request.panel.configuration)
    switch wish {
    case .remove:
      // Not on the thread of orders: a large file may take the card seconds.
      try await request.panel.command { _ in try folder.remove(name) }
      return .removed
    case .back: try await ask(.back, request)
    case .show: try await ask(.show(name), request)
    case .install: try await ask(.install(name, quietly: false), request)
    }
    return .asked
  }

  @discardableResult private static func ask(_ order: UpdateOrder, _ request: PanelRequest) async throws -> String {
    try await request.panel.ask(.update(order)).note ?? ""
  }

  /// A part of a file. A script sends it, which shows the sentence of a refusal.
  private static func receive(_ request: PanelRequest) async throws -> Reply {
    let form = request.form
    guard let name = form.filled("name"), let place = form.filled("from").flatMap({ Int($0) }),
      let size = form.filled("of").flatMap({ Int($0) }),
      let part = form.filled("part").flatMap(bytes)
    else { return .sentence(.badRequest, AccessWords.badForm.text(request.language)) }
    let folder = UpdateFolder(in: request.panel.configuration)
    do {
      // A box that cannot install one has no use for it.
      if place == 0 { try await ask(.status, request) }
      let next = try await request.panel.command { _ in try folder.write(part, at: place, of: name, size: size)
      }
      return .sentence(.ok, "\(next)")
    } catch let error as LapwingError where comesAgain.contains(error.code) {
      // The script sends it again.
      return .sentence(.unavailable, Refusal(error).text(request.language))
    } catch {
      return .sentence(.unusable, Refusal(error).text(request.language))
    }
  }

  /// What is over after a moment.
  private static let comesAgain: Set = [ProgramPlaces.full.code, "busy", "no-answer"]

  /// Base64 for addresses: its letters stay as they are in a form.
  private static func bytes(_ text: String) -> [UInt8]? {
    let letters = text.map { letter in letter == "-" ? "+" : letter == "_" ? "/" : letter }
    return Data(base64Encoded: String(letters)).map { [UInt8]($0) }
  }

  private static func page(_ request: PanelRequest, done: Said? = nil, fault: Refusal? = nil) async -> HTML {
    func text(_ words: UpdateWords) -> String { words.text(request.language) }
    let said: HTML = done.map { "<p class=\"done\" role=\"status\">\(text($0.words))</p>" } ?? .nothing
    let wrong: HTML = fault.map { "<p class=\"fault\" role=\"alert\">\($0.html(request.language))</p>" } ?? .nothing
    let rest: HTML
    do {
      let lines = try await ask(.status, request).split(separator: "\n")
      let state = lines.html { "<p lang=\"en\">\($0)</p>" }
      // A question stays where it is.
      let name = request.query["name"].flatMap { UpdateFolder.isName($0) ? "&name=\($0)" : nil } ?? ""
      let same = request.query["sure"].flatMap(Wish.init).map { "?sure=\($0.rawValue)\(name)" } ?? ""
      let actions: HTML =
        request.mayChange
        ? "\(asking(request))\(forms(request))" : "<p class=\"card\">\(SharedWords.look.text(request.language))</p>"
      rest = """
        <section class="card"><h2>\(text(.state))</h2>\(state)
        <p><a class="button" href="/update\(same)">\(text(.again))</a></p></section>
        \(actions)
        """
    } catch {
      rest = "<p class=\"card\">\(Refusal(error).html(request.language))</p>"
    }
    return Layout(request: request, title: text(.title), tab: SettingsPage.tab, assets: [.updateScript]).page(
      "<h1>\(text(.title))</h1>\(said)\(wrong)\(rest)")
  }

  /// The question whether an installation, or the version before, is meant.
  private static func asking(_ request: PanelRequest) -> HTML {
    func text(_ words: UpdateWords) -> String { words.text(request.language) }
    guard let wish = request.query["sure"].flatMap(Wish.init), wish.restarts else { return .nothing }
    let name = request.query["name"] ?? ""
    guard wish == .back || UpdateFolder(in: request.panel.configuration).names.contains(name) else { return .nothing }
    let (question, yes): (UpdateWords, UpdateWords) =
      wish == .back ? (.sureBack, .yesBack) : (.sureInstall(name), .yesInstall)
    return """
      <form method="post" action="/update" class="card" id="sure"><h2>\(text(question))</h2>\
      <p>\(text(wish == .back ? .backHelp : .sureHelp))</p><p>\(text(.safe))</p>
      <input type="hidden" name="name" value="\(name)"><input type="hidden" name="sure" value="yes">
      <p><button name="do" value="\(wish.rawValue)">\(text(yes))</button> \
      <a class="button" href="/update">\(text(.no))</a></p></form>
      """
  }

  private static func forms(_ request: PanelRequest) -> HTML {
    func text(_ words: UpdateWords) -> String { words.text(request.language) }
    func button(_ wish: Wish, _ words: UpdateWords, _ attributes: HTML = "") -> HTML {
      "<button name=\"do\" value=\"\(wish.rawValue)\"\(attributes)>\(text(words))</button>"
    }
    let updates = UpdateFolder(in: request.panel.configuration).names.html { name in
      let whose: HTML = " aria-describedby=\"\(name)\""
      return """
        <form method="post" action="/update" class="card"><h3 id="\(name)">\(name)</h3><input type="hidden" name="name" value="\(name)">
        <p>\(button(.show, .show, whose)) \(button(.install, .install, whose)) \
        \(button(.remove, .remove, "\(whose) class=\"danger\""))</p></form>
        """
    }
    return """
      <section><h2>\(text(.there))</h2>\(updates.isEmpty ? "<p>\(text(.noUpdates))</p>" : updates)\
      <p class="small">\(text(.safe))</p></section>
      <form id="upload" class="card" hidden data-sent="\(text(.sent("{n}")))" data-failed="\(text(.failed))">\
      <h2>\(text(.bring))</h2><p>\(text(.bringHelp))</p><label for="file">\(text(.file))</label>\
      <input id="file" name="file" type="file" accept=".raucb" required>
      <p><button>\(text(.send))</button></p><p id="sent" role="status"></p><p id="unsent" role="alert"></p></form>
      <noscript><p class="card">\(text(.noScript))</p></noscript>
      <form method="post" action="/update" class="card"><h2>\(text(.back))</h2><p>\(text(.backHelp))</p>\
      <p>\(button(.back, .back))</p></form>
      """
  }
}

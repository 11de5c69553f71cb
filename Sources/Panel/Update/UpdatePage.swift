import Control
import Foundation
import Readings

/// Brings an update to a box that was started from Lapwing's card, shows what it changes, and asks the system to install it or to
/// go back (docs/image.md). The system alone decides whether it does.
enum UpdatePage: PanelPage {
  static let routes = [
    Route.get("/update") { request in .page(await page(request)) },
    Route.post("/update/part", fields: ["name", "from", "of", "part"]) { request in try await take(request) },
    Route.post("/update/order", fields: ["do", "name"]) { request in
      guard let wish = request.form.filled("do").flatMap(Wish.init) else { return FaultPage.badForm(request) }
      do {
        let note = try await carryOut(wish, request.form.filled("name") ?? "", request)
        return .page(await page(request, done: note))
      } catch {
        return .page(await page(request, fault: Refusal(error)), .unusable)
      }
    },
  ]

  /// What somebody asks for.
  private enum Wish: String, CaseIterable { case show, install, remove, back }

  private static func carryOut(_ wish: Wish, _ name: String, _ request: PanelRequest) async throws -> HTML {
    let folder = UpdateFolder(of: request.panel)
    switch wish {
    case .remove:
      try await request.panel.work { try folder.remove(name) }
      return "\(UpdateWords.removed(name).text(request.language))"
    case .back: try await ask("back", request)
    case .show, .install: try await ask("\(wish.rawValue) \(name)", request)
    }
    return "\(UpdateWords.asked.text(request.language))"
  }

  @discardableResult private static func ask(_ order: String, _ request: PanelRequest) async throws -> String {
    try await request.panel.ask(ControlRequest(.update, name: order)).note ?? ""
  }

  /// A part of a file. A script sends it, which shows the sentence of a refusal.
  private static func take(_ request: PanelRequest) async throws -> Reply {
    let form = request.form
    guard let name = form.filled("name"), let place = form.filled("from").flatMap({ Int($0) }),
      let size = form.filled("of").flatMap({ Int($0) }),
      let part = form.filled("part").flatMap({ Data(base64Encoded: $0) })
    else { return .sentence(.badRequest, AccessWords.badForm.text(request.language)) }
    let folder = UpdateFolder(of: request.panel)
    do {
      // A box that cannot install one has no use for it.
      if place == 0 { try await ask("status", request) }
      let next = try await request.panel.command { _ in try folder.take([UInt8](part), at: place, of: name, size: size)
      }
      return .sentence(.ok, "\(next)")
    } catch let error as LapwingError where error.code == ProgramPlaces.full.code {
      throw error
    } catch {
      return .sentence(.unusable, Refusal(error).text(request.language))
    }
  }

  private static func page(_ request: PanelRequest, done: HTML? = nil, fault: Refusal? = nil) async -> HTML {
    func text(_ words: UpdateWords) -> String { words.text(request.language) }
    let said: HTML = done.map { "<p class=\"done\" role=\"status\">\($0)</p>" } ?? .nothing
    let wrong: HTML = fault.map { "<p class=\"fault\" role=\"alert\">\($0.html(request.language))</p>" } ?? .nothing
    let rest: HTML
    do {
      let lines = try await ask("status", request).split(separator: "\n")
      let state = lines.html { "<p lang=\"en\">\($0)</p>" }
      rest = """
        <section class="card"><h2>\(text(.state))</h2>\(state)
        <p><a class="button" href="/update">\(text(.again))</a></p></section>
        \(request.mayChange ? forms(request) : "<p class=\"card\">\(SharedWords.look.text(request.language))</p>")
        """
    } catch {
      rest = "<p class=\"card\">\(Refusal(error).html(request.language))</p>"
    }
    return Layout(request: request, title: text(.title), tab: SettingsPage.tab, assets: [.updateScript]).page(
      "<h1>\(text(.title))</h1>\(said)\(wrong)\(rest)")
  }

  private static func forms(_ request: PanelRequest) -> HTML {
    func text(_ words: UpdateWords) -> String { words.text(request.language) }
    func button(_ wish: Wish, _ words: UpdateWords, kind: HTML = "") -> HTML {
      "<button name=\"do\" value=\"\(wish.rawValue)\"\(kind)>\(text(words))</button>"
    }
    let updates = UpdateFolder(of: request.panel).names.html { name in
      """
      <form method="post" action="/update/order" class="card"><h3>\(name)</h3><input type="hidden" name="name" value="\(name)">
      <p>\(button(.show, .show)) \(button(.install, .install)) \(button(.remove, .remove, kind: " class=\"danger\""))</p></form>
      """
    }
    return """
      <section><h2>\(text(.there))</h2>\(updates.isEmpty ? "<p>\(text(.noUpdates))</p>" : HTML(updates))\
      <p class="small">\(text(.safe))</p></section>
      <form id="upload" class="card" hidden data-sent="\(text(.sent("{n}")))" data-failed="\(text(.failed))">\
      <h2>\(text(.bring))</h2><p>\(text(.bringHelp))</p><label for="file">\(text(.file))</label>\
      <input id="file" name="file" type="file" accept=".raucb" required>
      <p><button>\(text(.send))</button></p><p id="sent" role="status"></p></form>
      <noscript><p class="card">\(text(.noScript))</p></noscript>
      <form method="post" action="/update/order" class="card"><h2>\(text(.back))</h2><p>\(text(.backHelp))</p>\
      <p>\(button(.back, .back))</p></form>
      """
  }
}

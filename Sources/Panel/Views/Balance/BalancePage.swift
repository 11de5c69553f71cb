import AircraftFiles
import FoundationEssentials
import Readings
import System
import Web
import Words

/// Weight and balance: choosing an aeroplane, loading it, seeing whether it is within its limits. The server computes;
/// nothing is stored unless a person says so.
enum BalancePage: PanelPage {
  static let tab: Tab? = .balance

  static let routes = [
    Route.get("/balance") { request in .page(try BalanceChooser(request: request).page()) },
    Route.get("/balance/sheet") { request in .page(try BalanceView(request, request.query).page()) },
    Route.get("/balance/live") { request in try live(request) },
    Route.get("/balance/sheet.pdf") { request in try await pdf(request) },
    Route.get("/balance/sources") { request in .page(try BalanceSources(request: request).page()) },
    Route.post("/balance/keep") { request in try await keep(request) },
  ]

  /// What changes while someone moves a slider.
  private struct News: Encodable {
    let parts: [String: String]
    /// A sentence for each wrong number, by the name of its field.
    let faults: [String: String]
  }

  private static func live(_ request: PanelRequest) throws -> Reply {
    let view = try BalanceView(request, request.query)
    let parts = Dictionary(view.parts.map { ($0.id, $0.html.text) }) { first, _ in first }
    let faults = Dictionary(view.form.faults.map { ($0.name, view.sentence($0)) }) { first, _ in first }
    let data = try JSONEncoder().encode(News(parts: parts, faults: faults))
    // For scripts alone: a browser that is led here shows nothing of it.
    let fields = [
      (name: "Content-Type", value: "application/json"), (name: "Cache-Control", value: "no-store"),
      (name: "Content-Disposition", value: "attachment; filename=\"sheet.json\""),
    ]
    return Reply(.ok, fields, .bytes(Array(data)))
  }

  /// The load sheet on paper. A library in C draws it, so a command does, in a process of its own.
  private static func pdf(_ request: PanelRequest) async throws -> Reply {
    let view = try BalanceView(request, request.query)
    guard view.form.faults.isEmpty else { return .page(view.page(), .unusable) }
    let scenario = try view.form.scenario(isNamed: true)
    let units = view.form.system == .metric ? ["--metric"] : []
    let arguments = ["balance", "compute", "--scenario", "-", "--pdf", "-"] + units + request.panel.shelf.options
    let bytes = try await request.panel.command { program in
      // Exit status 1 says that the loading breaks a limit; its sheet is written all the same.
      try OwnProgram(path: program.path, options: []).output(arguments, input: scenario, good: [0, 1], most: 4 << 20)
    }
    return Reply(
      .ok,
      [
        ("Content-Type", "application/pdf"), ("Cache-Control", "no-store"),
        ("Content-Disposition", "inline; filename=\"load-sheet.pdf\""),
      ], .bytes(bytes))
  }

  private static func keep(_ request: PanelRequest) async throws -> Reply {
    var view = try BalanceView(request, request.form)
    let words = view.keepFault
    guard words == nil, view.form.faults.isEmpty, view.sheet != nil else {
      view.note = "\((words ?? .refused).text(request.language))"
      return .page(view.page(), .unusable)
    }
    let shelf = request.panel.shelf, form = view.form, file = view.fileName
    let now = UTCTime.text(unixSeconds: request.now / 1000)
    do {
      if let was = view.query.filled("was"), form.file != nil, was != form.state {
        throw LapwingError(
          .unavailable, code: "changed-meanwhile",
          "\(file) has changed since this page was loaded; open the loading again, and enter your changes there")
      }
      try await request.panel.work {
        try shelf.scenarios().save(file, content: try form.scenario(), newName: form.name, notes: nil, now: now)
      }
    } catch let error as LapwingError {
      view.note = Refusal(error).html(request.language)
      return .page(view.page(), .unusable)
    }
    return .seeOther("/balance/sheet?scenario=\(FormFields.encoded(file))&units=\(form.system.rawValue)&kept=1")
  }
}

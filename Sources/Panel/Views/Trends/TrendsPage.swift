import Documents
import Logbook
import Monitor
import Readings
import Reports
import Sessions
import Settings
import Status
import Web
import Words

/// The heart and the air of the past, from an hour to a year: a value of the logbook as a chart and as a table. Each line of
/// the table and each part of the chart leads to its own, without a script too.
enum TrendsPage: PanelPage {
  static let routes =
    views + [
      Route.get(reportPath) { request in
        let span = span(request)
        return try await request.panel.file(
          [
            "heart", "report", "--pdf", "-", "--from", span.from, "--to", span.to, "--language",
            request.language.rawValue,
          ], type: "application/pdf", name: "lapwing-heart-\(span.from)-\(span.to).pdf")
      }
    ]

  /// The report for a doctor of the same days.
  static let reportPath = "/files/heart-report.pdf"

  private static let views = TrendSubject.allCases.map { subject in
    Route.get("/\(subject.rawValue)") { request in
      let span = span(request), wanted = subject.quantities.first { $0.key == request.query["quantity"] }
      let limits = try request.panel.configuration.readFigureLimits(), now = request.now
      let (quantity, found) = try await request.panel.logbook { reader in
        func read(_ quantity: Quantity) throws -> (Quantity, [TrendFigures]) {
          (quantity, try TrendFigures.read(quantity, span, in: reader, limits: limits, at: now))
        }
        if let wanted { return try read(wanted) }
        for quantity in subject.quantities {
          let found = try read(quantity)
          if !found.1.isEmpty { return found }
        }
        return (subject.main, [])
      }
      let view = TrendsView(
        request: request, subject: subject, span: span, quantity: quantity, limits: limits)
      return .page(view.page(found))
    }
  }

  /// What cannot be read is the past week.
  private static func span(_ request: PanelRequest) -> TrendSpan {
    if let from = request.query["from"], let to = request.query["to"], let span = TrendSpan(from: from, to: to) {
      return span
    }
    let days = request.query["days"].flatMap { Int($0) }
    return TrendSpan(
      days: days.flatMap { wanted in TrendSpan.offered.first { $0.days == wanted }?.days } ?? 7, upTo: request.now)
  }
}

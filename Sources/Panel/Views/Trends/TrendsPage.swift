import Documents
import Logbook
import Monitor
import Readings
import Sessions
import Settings
import Status

/// The heart and the air of the past, from an hour to a year: a value of the logbook as a chart and as a table. Each line of
/// the table and each part of the chart leads to its own, without a script too.
enum TrendsPage: PanelPage {
  /// What a page is about.
  enum Subject: String, Sendable, CaseIterable {
    case heart, air

    var words: TrendsWords { self == .heart ? .heart : .air }

    /// What it is about above all. Shown if nothing has values.
    var first: Quantity { self == .heart ? .heartRateBeatsPerMinute : .co2PartsPerMillion }

    /// Without a choice the first one that has values is shown.
    var quantities: [Quantity] {
      switch self {
      case .heart: [.heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute]
      case .air:
        [
          .co2PartsPerMillion, .temperatureCelsius, .relativeHumidityPercent, .pm25MicrogramsPerCubicMetre, .vocIndex,
          .vocPartsPerBillion, .radonBecquerelsPerCubicMetre,
        ]
      }
    }
  }

  /// The spans up to today that are one click away.
  static let spans: [(days: Int, words: TrendsWords)] = [
    (1, .lastDay), (7, .lastWeek), (30, .lastMonth), (365, .lastYear),
  ]

  static let routes = Subject.allCases.map { subject in
    Route.get("/\(subject.rawValue)") { request in
      let span = span(request), wanted = subject.quantities.first { $0.key == request.query["quantity"] }
      let limits = request.panel.configuration.conditions.valueLimits, now = request.now
      let (quantity, found) = try await request.panel.logbook { reader in
        func read(_ quantity: Quantity) throws -> (Quantity, [TrendFigures]) {
          let own = limits[quantity] ?? ValueLimits()
          return (quantity, try TrendFigures.read(quantity, span, in: reader, limits: own, at: now))
        }
        if let wanted { return try read(wanted) }
        for quantity in subject.quantities {
          let found = try read(quantity)
          if !found.1.isEmpty { return found }
        }
        return (subject.first, [])
      }
      let view = TrendsView(
        request: request, subject: subject, span: span, quantity: quantity, limits: limits[quantity] ?? ValueLimits())
      return .page(view.page(found))
    }
  }

  /// What cannot be read is the past week.
  private static func span(_ request: PanelRequest) -> TrendSpan {
    if let from = request.query["from"], let to = request.query["to"], let span = TrendSpan(from: from, to: to) {
      return span
    }
    let days = request.query["days"].flatMap { Int($0) }
    return TrendSpan(days: days.flatMap { wanted in spans.first { $0.days == wanted }?.days } ?? 7, upTo: request.now)
  }
}

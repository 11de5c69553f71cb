import Logbook
import Readings
import Reports
import Sessions
import System
import Words

struct TrendChart {
  let figures: TrendFigures
  let quantity: Quantity
  let limits: ValueLimits
  /// The path and first fields of a link to another span.
  let link: String
  let request: PanelRequest

  private func name(_ quantity: Quantity) -> String { ThingWords.quantity(quantity).text(request.language) }

  func chart(_ found: FoundTrends) -> Chart {
    let span = figures.span
    var chart = Chart(
      from: span.first.milliseconds, to: span.end.milliseconds, now: min(request.now, span.end.milliseconds),
      line: Chart.Line(name(quantity), of: quantity, figures.parts, units: request.units))
    chart.add(limits, found.alarms, about: quantity, of: figures.trend.address, request)
    chart.links = span.parts.compactMap { part in part.zoom.map { (part.start, part.end, link + $0.query) } }
    chart.other = other(found.comparison)
    return chart
  }

  /// The same sensor, or of another quantity the first sensor that has it.
  private func other(_ comparison: FoundTrends.Comparison?) -> Chart.Line? {
    func own(_ found: [TrendFigures]) -> TrendFigures? { found.first { $0.trend.sensor == figures.trend.sensor } }
    switch comparison {
    case .before(let span, let found):
      let later = figures.span.first.milliseconds - span.first.milliseconds
      let name = span.from == span.to ? span.from : "\(span.from) – \(span.to)"
      return own(found).map { Chart.Line(name, of: quantity, $0.parts, later: later, units: request.units) }
    case .quantity(let other, let found):
      return (own(found) ?? found.first).map { Chart.Line(name(other), of: other, $0.parts, units: request.units) }
    case nil: return nil
    }
  }
}

/// What a page of days has read of the logbook.
struct FoundTrends: Sendable {
  enum Comparison: Sendable {
    /// The same quantity in as many days before.
    case before(TrendSpan, [TrendFigures])
    case quantity(Quantity, [TrendFigures])
  }

  var quantity: Quantity
  var figures: [TrendFigures] = []
  var comparison: Comparison?
  var alarms: [RecalledAlarm] = []
  /// Everything that was measured at any time.
  var measured: Set<Quantity> = []
}

extension TrendSubject {
  var words: TrendsWords { self == .heart ? .heart : .air }
}

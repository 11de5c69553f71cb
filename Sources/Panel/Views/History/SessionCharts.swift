import Documents
import Flight
import Logbook
import Readings
import Reports
import Sessions
import Web
import Words

/// The charts of a session, one for each sensor and quantity that a person looks at first, beside another session if one is chosen.
struct SessionCharts {
  let figures: SessionFigures
  /// The session that it is compared with, from its beginning on.
  let other: SessionFigures?
  /// The sessions to choose from, the latest first.
  let others: [SessionRecord]
  let request: PanelRequest

  static let columns = 240
  /// How many sessions are offered to compare with: those of some weeks. Own choice.
  static let mostOthers = 30
  private static let charted: [Quantity] = [
    .heartRateBeatsPerMinute, .co2PartsPerMillion, .oxygenSaturationPercent, .pulseBeatsPerMinute,
  ]

  private func text(_ words: ChartWords) -> String { words.text(request.language) }

  private func parts(_ quantity: QuantityFigures, _ period: PeriodFigures)
    -> [(start: Int64, end: Int64, figure: HeldValues)]
  {
    quantity.figures.enumerated().filter { $1.mean != nil }.map { place, figure in
      let start = period.start + Int64(place) * period.columnLength
      return (start, start + period.columnLength, figure)
    }
  }

  private func chart(_ quantity: QuantityFigures, of sensor: SensorFigures) -> Chart {
    let period = figures.period, kind = quantity.quantity
    var chart = Chart(
      from: period.start, to: max(period.end, period.start + 1), now: min(request.now, period.end),
      line: Chart.Line(
        ThingWords.quantity(kind).text(request.language), of: kind, parts(quantity, period), units: request.units))
    chart.add(
      period.limits[sensor.address][kind], period.alarms.map(\.alarm), about: kind, of: sensor.address, request)
    chart.phases = figures.phases.map { phase in
      let name = Phase(rawValue: phase.name).map { ThingWords.phase($0).text(request.language) } ?? phase.name
      return Chart.Phase(from: phase.from, to: phase.to, name: name)
    }
    if let other {
      let same =
        other.sensors.first { $0.address == sensor.address } ?? other.sensors.first { $0.model == sensor.model }
      chart.other = same?.quantities.first { $0.quantity == kind }.map { compared in
        Chart.Line(
          DateText.local(other.line.start), of: kind, parts(compared, other.period),
          later: period.start - other.period.start, units: request.units)
      }
    }
    return chart
  }

  private var comparing: HTML {
    guard !others.isEmpty else { return .nothing }
    let options = others.html { session in
      let selected: HTML = session.id == other?.line.session.id ? " selected" : .nothing
      return "<option value=\"\(session.id)\"\(selected)>\(DateText.local(session.startedAt))</option>"
    }
    return """
      <form method="get" action="/sessions/\(figures.line.session.id)" class="card"><label for="with">\(text(.compare))</label>\
      <select id="with" name="with"><option value="">\(text(.nothing))</option>\(options)</select> <button>\(text(.show))</button></form>
      """
  }

  var html: HTML {
    let names = SensorNames(request)
    let charts = Self.charted.flatMap { kind in
      figures.sensors.flatMap { sensor in
        sensor.quantities.filter { $0.quantity == kind && $0.total.mean != nil }.map { quantity -> HTML in
          let view = ChartView(chart(quantity, of: sensor), in: request.language)
          let name = names.name(of: "\(sensor.address)", sensor.model)
          return """
            <h3>\(ThingWords.quantity(kind).text(request.language)), \(name)</h3>\
            \(view.html(id: "chart-\(kind.key)-\(sensor.address)"))
            """
        }
      }
    }
    return charts.isEmpty ? .nothing : "\(HTML(charts))\(comparing)"
  }
}

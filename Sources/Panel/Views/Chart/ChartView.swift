import Alarms
import Documents
import System
import Web
import Words

/// Draws a chart as SVG. Its script (`chart.js`) draws the same part for another time when a person moves it, from the numbers
/// that stand beside the picture. A table on the same page says the values to those who see no chart.
///
/// Everything is placed in percents, so that text keeps its size at any width. Only the curves are stretched.
struct ChartView {
  let chart: Chart
  let language: Language
  /// Where the same chart is got for other days; `nil` if there is nothing more.
  var more: String?

  private let scale: ValueScale
  private let otherScale: ValueScale?

  /// Of the curves, in units of their own.
  private static let width = 1000.0, height = 300.0
  /// Where the curves are, in percents of the height: below the marks of alarms, above the times. `chart.js` has the same.
  private static let top = 7.0, share = 77.0
  private static let mostTimes = 5, mostValues = 5

  init(_ chart: Chart, in language: Language, more: String? = nil) {
    (self.chart, self.language, self.more) = (chart, language, more)
    (scale, otherScale) = (chart.scale, chart.otherScale)
  }

  private func text(_ words: ChartWords) -> String { words.text(language) }

  private func part(_ time: Int64) -> Double {
    min(max(Double(time - chart.from) / Double(max(1, chart.to - chart.from)), 0), 1)
  }

  private func x(_ time: Int64) -> Int { Int((part(time) * Self.width).rounded()) }

  private func y(_ value: Double, _ scale: ValueScale) -> Int {
    let place = scale.part(value)
    return Int(((1 - (place.isFinite ? min(max(place, 0), 1) : 0)) * Self.height).rounded())
  }

  private func percent(_ value: Double) -> String { FixedNumber.text(value, places: 2) ?? "0" }
  private func left(_ time: Int64) -> String { percent(part(time) * 100) }
  private func top(_ value: Double, _ scale: ValueScale) -> String {
    percent(Self.top + Self.share * Double(y(value, scale)) / Self.height)
  }

  private func steps(_ run: [Chart.Part], _ value: (Chart.Part) -> Double, _ scale: ValueScale) -> String {
    let steps = run.map { "V\(y(value($0), scale))H\(x($0.end))" }
    return "M\(x(run.first?.start ?? 0)) \(y(run.first.map(value) ?? 0, scale))\(steps.joined())"
  }

  private func band(_ run: [Chart.Part]) -> String {
    let back = run.reversed().map { "V\(y($0.low, scale))H\(x($0.start))" }
    return "\(steps(run, \.high, scale))\(back.joined())Z"
  }

  private var curves: HTML {
    let runs = Chart.runs(chart.line.parts)
    let other = Chart.runs(chart.other?.parts ?? []).map { steps($0, \.mean, otherScale ?? scale) }.joined()
    let compared: HTML = other.isEmpty ? .nothing : "<path class=\"other\" d=\"\(other)\"/>"
    return """
      <svg y="\(percent(Self.top))%" height="\(percent(Self.share))%" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" \
      preserveAspectRatio="none"><path class="band" d="\(runs.map(band).joined())"/>\
      <path class="mean" d="\(runs.map { steps($0, \.mean, scale) }.joined())"/>\(compared)\(links)</svg>
      """
  }

  private var links: HTML {
    chart.links.html { link in
      let from = x(link.from)
      return """
        <a href="\(link.path)" tabindex="-1"><rect x="\(from)" width="\(max(0, x(link.to) - from))" height="\(Int(Self.height))"/></a>
        """
    }
  }

  private func number(_ tick: ValueScale.Tick, _ scale: ValueScale, isOther: Bool = false) -> HTML {
    let y = top(tick.value, scale)
    guard !isOther else { return "<text class=\"second\" x=\"100%\" y=\"\(y)%\" dy=\"-2\">\(tick.text)</text>" }
    return """
      <line class="grid" x2="100%" y1="\(y)%" y2="\(y)%"/><text x="0" y="\(y)%" dy="-2">\(tick.text)</text>
      """
  }

  private func limit(_ limit: Double) -> HTML {
    let y = top(limit, scale)
    return """
      <line class="limit" x2="100%" y1="\(y)%" y2="\(y)%"/>\
      <text class="limit" x="\(otherScale == nil ? 100 : 80)%" y="\(y)%" dy="-2">\(FixedNumber.text(limit, places: 1) ?? "")</text>
      """
  }

  private var lines: HTML {
    let ticks = scale.ticks(atMost: Self.mostValues).html { number($0, scale) }
    let others: HTML =
      otherScale.map { scale in scale.ticks(atMost: Self.mostValues).html { number($0, scale, isOther: true) } }
      ?? .nothing
    return "\(ticks)\(others)\(chart.limits.filter(scale.contains).html(limit))"
  }

  private func time(_ tick: TimeTicks.Tick) -> HTML {
    let part = part(tick.at.milliseconds), x = left(tick.at.milliseconds)
    // A text at an edge stays within the picture, on a phone too; that of a date is twice as wide.
    func side(_ edge: Double) -> HTML { part < edge ? "first" : part > 1 - edge ? "last" : "time" }
    var context: HTML = .nothing
    if let words = tick.context, !words.isEmpty {
      context = "<text class=\"\(side(0.12))\" x=\"\(x)%\" y=\"100%\" dy=\"-3\">\(words)</text>"
    }
    return """
      <line class="grid" x1="\(x)%" x2="\(x)%" y1="\(percent(Self.top))%" y2="\(percent(Self.top + Self.share))%"/>\
      <text class="\(side(0.06))" x="\(x)%" y="92%">\(tick.text)</text>\(context)
      """
  }

  private var times: HTML {
    TimeTicks(
      from: UnixTime(milliseconds: chart.from), to: UnixTime(milliseconds: chart.to), zone: .local,
      atMost: Self.mostTimes, isNumeric: true
    ).ticks.html(time)
  }

  private var areas: HTML {
    func area(_ kind: HTML, _ from: Int64, _ to: Int64) -> HTML {
      let width = max(0, part(to) - part(from)) * 100
      return """
        <rect class="\(kind)" x="\(left(from))%" width="\(percent(width))%" y="\(percent(Self.top))%" height="\(percent(Self.share))%"/>
        """
    }
    let phases = chart.phases.enumerated().html { number, phase in
      number.isMultiple(of: 2) ? area("phase", phase.from, phase.to) : area("phase odd", phase.from, phase.to)
    }
    return "\(phases)\(chart.gaps.html { area("gap", $0.from, $0.to) })"
  }

  /// An alarm has a triangle: filled if it is high, else in outline. `chart.js` reads time and name from it.
  private var marks: HTML {
    chart.marks.html { mark in
      """
      <svg class="mark \(mark.priority.name)" x="\(left(mark.at))%" data-at="\(mark.at)" data-name="\(mark.name)">\
      <path d="M-6 1H6L0 12Z"/></svg>
      """
    }
  }

  /// The highest of what is cut off, with its number.
  private var spike: HTML {
    guard let most = chart.line.parts.max(by: { $0.high < $1.high }), most.high > scale.high else { return .nothing }
    let x = part((most.start + most.end) / 2)
    let side: HTML = x < 0.1 ? "first" : x > 0.9 ? "last" : "time"
    return """
      <text class="\(side) spike" x="\(percent(x * 100))%" y="\(percent(Self.top))%" dy="12">↑ \(number(most.high))</text>
      """
  }

  private func number(_ value: Double) -> String { FixedNumber.text(value, places: chart.line.places) ?? "–" }

  /// The numbers of a line for the script: seconds since the beginning, seconds, lowest, mean and highest value of each part.
  private func data(_ line: Chart.Line) -> String {
    line.parts.map { part in
      let times = [(part.start - chart.from) / 1000, (part.end - part.start) / 1000].map { "\($0)" }
      let values = [part.low, part.mean, part.high].map { FixedNumber.text($0, places: max(line.places, 1)) ?? "0" }
      return (times + values).joined(separator: " ")
    }.joined(separator: ";")
  }

  private var comparison: HTML {
    guard let other = chart.other else { return .nothing }
    return
      " data-other=\"\(data(other))\" data-other-name=\"\(other.name)\" data-other-unit=\"\(other.unit)\" data-other-places=\"\(other.places)\""
  }

  /// What the chart shows, in a sentence.
  private var label: String {
    guard let low = chart.line.parts.map(\.low).min(), let high = chart.line.parts.map(\.high).max() else {
      return "\(chart.line.name): \(text(.noData))"
    }
    return "\(chart.line.name): \(number(low))–\(number(high)) \(chart.line.unit)"
  }

  private var legend: HTML {
    let limits = chart.limits.map { FixedNumber.text($0, places: 1) ?? "" }.joined(separator: ", ")
    let hasSpike = chart.line.parts.contains { $0.high > scale.high || $0.low < scale.low }
    var entries = [("mean", text(.mean(chart.line.name))), ("band", text(.range))]
    if let other = chart.other {
      entries.append(("other", other.unit == chart.line.unit ? other.name : "\(other.name) (\(other.unit))"))
    }
    if !chart.limits.isEmpty { entries.append(("limit", text(.limits(limits)))) }
    if !chart.gaps.isEmpty { entries.append(("gap", text(.noData))) }
    if !chart.marks.isEmpty { entries.append(("alarm", text(.alarms("\(chart.marks.count)")))) }
    if hasSpike { entries.append(("spike", text(.spikes))) }
    let items = entries.html { kind, words in "<li class=\"\(kind)\">\(words)</li>" }
    return "<ul class=\"legend\">\(items)</ul>"
  }

  /// - Parameter id: what the script finds it by on the page of other days.
  func html(id: String) -> HTML {
    let again: HTML = more.map { " data-more=\"\($0)\"" } ?? .nothing
    let offset = ClockZone.local.offset(at: UnixTime(milliseconds: chart.from)) / 60
    let limits = chart.limits.map { FixedNumber.text($0, places: 2) ?? "" }.joined(separator: " ")
    return """
      <figure class="chart" id="\(id)" tabindex="0" role="group" aria-label="\(label)" data-from="\(chart.from)" data-to="\(chart.to)" \
      data-now="\(chart.now)" data-offset="\(offset)" data-name="\(chart.line.name)" data-unit="\(chart.line.unit)" \
      data-places="\(chart.line.places)" data-limits="\(limits)" data-parts="\(data(chart.line))"\(comparison)\(again) \
      data-no-data="\(text(.noData))" data-words="\(text(.tools))">\
      <p class="readout" role="status">\(text(.help))</p>\
      <svg class="plot" aria-hidden="true">\(areas)\(curves)\(lines)\(times)\(marks)\(spike)</svg>\(legend)</figure>
      """
  }
}

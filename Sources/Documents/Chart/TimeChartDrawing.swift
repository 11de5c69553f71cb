import System

/// Draws a chart of one quantity over time on any canvas.
///
/// From top to bottom: title with the range; a lane of alarms; the plot with the bands of phases behind it; their names;
/// the axis of time. Numbers of limits are at the right.
package struct TimeChartDrawing {
  private static let left = 44.0, right = 92.0, titleHeight = 18.0, lane = 12.0, phaseHeight = 13.0, axisHeight = 38.0
  private let chart: TimeChart
  private let canvas: any Canvas
  private let plot: Box
  private let titleY: Double
  private let outer: Box
  private let scale: ValueScale
  private let runs: [TimeSeries.Run]
  private let columns: Int

  package init(_ chart: TimeChart, on canvas: any Canvas, in box: Box) {
    self.chart = chart
    self.canvas = canvas
    outer = box
    titleY = box.y + 11
    let top = Self.titleHeight + (chart.alarms.isEmpty ? 4 : Self.lane)
    let bottom = Self.axisHeight + (chart.phases.isEmpty ? 0 : Self.phaseHeight)
    plot = Box(
      box.x + Self.left, box.y + top, max(40, box.width - Self.left - Self.right), max(30, box.height - top - bottom))
    // Two values a point: finer than a printer's and a screen's pixels are at this size.
    columns = max(1, Int(plot.width * 2))
    runs = chart.series.runs(from: chart.from, to: chart.to, columns: columns)
    let all = runs.flatMap(\.columns)
    let low = all.map(\.minimum).min(), high = all.map(\.maximum).max()
    scale = ValueScale(
      values: low.flatMap { low in high.map { low...max(low, $0) } }, limits: chart.limits.map(\.value))
  }

  package func draw() {
    title()
    phases()
    grid()
    canvas.beginClip(plot)
    for run in runs { draw(run) }
    canvas.endClip()
    limits()
    alarms()
    axis()
    if runs.isEmpty {
      canvas.text(
        "no values in this period", Point(plot.x + plot.width / 2, plot.y + plot.height / 2),
        TextStyle(size: 9, .middle, .quiet))
    }
  }

  /// The title, and at its right the limits that are too far away to be drawn.
  private func title() {
    let style = TextStyle(size: 9.5, bold: true), end = TextStyle(size: 7, .end, .limit)
    let hidden = chart.limits.filter { !scale.contains($0.value) && $0.value.isFinite }
    var room = outer.width
    if !hidden.isEmpty {
      let words = hidden.map { "\(chart.text($0.value)) \($0.name)" }.joined(separator: ", ")
      let text = canvas.cut("not in the picture: " + words, end, to: outer.width / 2)
      canvas.text(text, Point(outer.right, titleY), end)
      room -= canvas.width(text, end) + 10
    }
    let unit = chart.unit.isEmpty ? "" : ", \(chart.unit)"
    let name = canvas.cut(chart.title, style, to: room - canvas.width(unit, style))
    canvas.text(name + unit, Point(outer.x, titleY), style)
  }

  private func draw(_ run: TimeSeries.Run) {
    let points = run.columns
    guard let first = points.first else { return }
    if points.count == 1 {
      let x = place(first)
      if first.maximum > first.minimum {
        canvas.line(Point(x, y(first.minimum)), Point(x, y(first.maximum)), Stroke(.range, width: 1))
      }
      canvas.rectangle(Box(x - 1, y(first.mean) - 1, 2, 2), fill: .mean, stroke: nil)
      return
    }
    if points.contains(where: { $0.maximum > $0.minimum }) {
      let upper = points.map { Point(place($0), y($0.maximum)) }
      let lower = points.reversed().map { Point(place($0), y($0.minimum)) }
      canvas.polygon(upper + lower, fill: .range, stroke: nil)
    }
    canvas.polyline(points.map { Point(place($0), y($0.mean)) }, Stroke(.mean, width: 1))
  }

  private func place(_ column: TimeSeries.Column) -> Double {
    plot.x + (Double(column.x) + 0.5) / Double(columns) * plot.width
  }

  private func y(_ value: Double) -> Double { plot.bottom - scale.part(value) * plot.height }

  private func x(_ time: UnixTime) -> Double {
    let span = Double(max(chart.to.milliseconds - chart.from.milliseconds, 1))
    return plot.x + Double(time.milliseconds - chart.from.milliseconds) / span * plot.width
  }

  private func phases() {
    let shown = chart.phases.filter { $0.to > chart.from && $0.from < chart.to && $0.to > $0.from }
    for (index, phase) in shown.enumerated() {
      let left = max(x(phase.from), plot.x), right = min(x(phase.to), plot.right)
      canvas.rectangle(
        Box(left, plot.y, right - left, plot.height + Self.phaseHeight), fill: index % 2 == 0 ? .phase : .otherPhase,
        stroke: nil)
      let style = TextStyle(size: 7, .middle, .quiet)
      let name = canvas.cut(phase.name, style, to: right - left - 3)
      // A letter or two of a name say nothing; the table has them all.
      if name == phase.name || name.count > 3 {
        canvas.text(name, Point((left + right) / 2, plot.bottom + Self.phaseHeight - 4), style)
      }
    }
  }

  /// A mark for each alarm. Of those that would cover each other the most urgent is drawn.
  private func alarms() {
    let y = plot.y - 2
    var last: (x: Double, priority: TimeChart.Alarm.Priority)?
    var marks: [(x: Double, priority: TimeChart.Alarm.Priority)] = []
    for alarm in chart.alarms.filter({ $0.at >= chart.from && $0.at <= chart.to }).sorted(by: { $0.at < $1.at }) {
      let x = x(alarm.at)
      if let previous = last, x - previous.x < 2 * AlarmMark.size {
        if alarm.priority > previous.priority {
          last?.priority = alarm.priority
          marks[marks.count - 1].priority = alarm.priority
        }
        continue
      }
      last = (x, alarm.priority)
      marks.append((x, alarm.priority))
    }
    for mark in marks {
      AlarmMark.draw(mark.priority, at: Point(mark.x, y), on: canvas)
      // Lines of many alarms would hide what was measured.
      guard marks.count <= 16 else { continue }
      canvas.line(
        Point(mark.x, plot.y), Point(mark.x, plot.bottom), Stroke(mark.priority.ink, width: 0.4, dash: (1, 2)))
    }
  }

  private func limits() {
    let style = TextStyle(size: 7, .start, .limit)
    var shown = chart.limits.filter { scale.contains($0.value) }.sorted { $0.value > $1.value }
    // Two limits of one value are one line.
    shown = shown.enumerated().filter { $0.offset == 0 || shown[$0.offset - 1] != $0.element }.map(\.element)
    var lowest = plot.y - 100
    for limit in shown {
      let y = y(limit.value)
      canvas.line(Point(plot.x, y), Point(plot.right + 2, y), Stroke(.limit, width: 0.8, dash: (4, 2)))
      // A number keeps its distance from the one above it.
      let textY = max(y + 2.5, lowest + 8)
      lowest = textY
      canvas.text(
        canvas.cut("\(chart.text(limit.value)) \(limit.name)", style, to: Self.right - 6), Point(plot.right + 5, textY),
        style)
    }
  }

  private func grid() {
    let style = TextStyle(size: 7, .end, .quiet)
    for tick in scale.ticks(atMost: max(3, Int(plot.height / 22))) {
      let y = y(tick.value)
      canvas.line(Point(plot.x, y), Point(plot.right, y), Stroke(.grid, width: 0.5))
      canvas.text(tick.text, Point(plot.x - 4, y + 2.5), style)
    }
  }

  private func axis() {
    canvas.line(Point(plot.x, plot.y), Point(plot.x, plot.bottom), Stroke(.axis, width: 0.7))
    canvas.line(Point(plot.x, plot.bottom), Point(plot.right, plot.bottom), Stroke(.axis, width: 0.7))
    let top = plot.bottom + (chart.phases.isEmpty ? 0 : Self.phaseHeight)
    let style = TextStyle(size: 7, .middle, .quiet)
    var contextEnd = -Double.infinity
    let ticks = TimeTicks(
      from: chart.from, to: chart.to, zone: chart.zone, atMost: max(2, Int(plot.width / 46)))
    for tick in ticks.ticks {
      let x = x(tick.at)
      canvas.line(Point(x, plot.bottom), Point(x, plot.bottom + 3), Stroke(.axis, width: 0.7))
      canvas.text(tick.text, Point(x, top + 11), style)
      // A day that would be written into the one before is left out.
      if let context = tick.context, !context.isEmpty {
        let half = canvas.width(context, style) / 2
        if x - half > contextEnd + 4 {
          canvas.text(context, Point(x, top + 20), style)
          contextEnd = x + half
        }
      }
    }
    let words = chart.zone.words(from: chart.from, to: chart.to)
    canvas.text(words, Point(plot.right, top + 30), TextStyle(size: 7, .end, .quiet))
  }
}

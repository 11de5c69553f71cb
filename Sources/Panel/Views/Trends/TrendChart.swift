import Documents
import Readings
import Reports
import Sessions
import System
import Web

/// The chart of a ``TrendFigures``: a band from the lowest to the highest value of each part, the mean as a line, the limits,
/// and for each line of the table an area that leads to its own chart.
///
/// It repeats the table, which says it to those who see no chart. Parts are drawn as steps, so that a single one is seen.
struct TrendChart {
  private let figures: TrendFigures
  private let whole: HeldValues
  private let limits: [Double]
  private let link: String
  private let text: (Double) -> String
  private let low: Double
  private let high: Double

  /// Of the drawing, in its own units. The browser stretches it.
  private static let width = 1000.0, height = 300.0
  /// The room above and below the values, as a share of their range.
  private static let room = 0.05

  /// - Parameters:
  ///   - link: the path and first fields of a link to another span.
  ///   - text: a value in words.
  init(figures: TrendFigures, limits: ValueLimits, link: String, text: @escaping (Double) -> String) {
    (self.figures, self.link, self.text) = (figures, link, text)
    whole = figures.whole
    let least = whole.minimum ?? 0, most = whole.maximum ?? least
    // A value that does not change lies in the middle.
    let room = most > least ? (most - least) * Self.room : max(1, least.magnitude * Self.room)
    (low, high) = (least - room, most + room)
    let (low, high) = (low, high)
    self.limits = [limits.low, limits.high].compactMap(\.self).filter { low < $0 && $0 < high }
  }

  private func x(_ time: Int64) -> Int {
    let span = figures.span, length = Double(max(1, span.end.milliseconds - span.first.milliseconds))
    return Int((min(max(Double(time - span.first.milliseconds) / length, 0), 1) * Self.width).rounded())
  }

  private func y(_ value: Double) -> Int {
    let place = (value - low) / (high - low)
    return Int(((1 - (place.isFinite ? min(max(place, 0), 1) : 0)) * Self.height).rounded())
  }

  /// The parts with values that touch each other.
  private var runs: [[(start: Int64, end: Int64, figure: HeldValues)]] {
    figures.parts.reduce(into: []) { runs, part in
      if let last = runs.indices.last, runs[last].last?.end == part.start {
        runs[last].append(part)
      } else {
        runs.append([part])
      }
    }
  }

  private func steps(
    _ run: [(start: Int64, end: Int64, figure: HeldValues)], _ value: (HeldValues) -> Double?
  ) -> [(from: Int, to: Int, y: Int)] {
    run.map { (x($0.start), x($0.end), y(value($0.figure) ?? $0.figure.mean ?? 0)) }
  }

  /// What stands below the chart.
  private var ends: (from: String, to: String) {
    figures.span.level == .hours ? ("00:00", "24:00") : (figures.span.from, figures.span.to)
  }

  var html: HTML {
    let bands = runs.map { run in
      let top = steps(run, \.maximum), bottom = steps(run, \.minimum)
      let there = top.map { "V\($0.y)H\($0.to)" }.joined()
      let back = bottom.reversed().map { "V\($0.y)H\($0.from)" }.joined()
      return "M\(top.first?.from ?? 0) \(top.first?.y ?? 0)\(there)\(back)Z"
    }.joined()
    let means = runs.map { run in
      let line = steps(run, \.mean)
      return "M\(line.first?.from ?? 0) \(line.first?.y ?? 0)" + line.map { "V\($0.y)H\($0.to)" }.joined()
    }.joined()
    let (width, height) = (Int(Self.width), Int(Self.height))
    let bounds = limits.html { "<path class=\"limit\" d=\"M0 \(y($0))H\(width)\"/>" }
    let areas = figures.span.parts.html { part in
      guard let zoom = part.zoom else { return .nothing }
      let from = x(part.start)
      return """
        <a href="\(link)\(zoom.query)" tabindex="-1"><rect x="\(from)" width="\(max(0, x(part.end) - from))" height="\(height)"/></a>
        """
    }
    return """
      <figure class="days"><div class="scale"><span>\(text(whole.maximum ?? 0))</span><span>\(text(whole.minimum ?? 0))</span></div>\
      <svg viewBox="0 0 \(width) \(height)" preserveAspectRatio="none" aria-hidden="true"><path class="band" d="\(bands)"/>\
      <path class="mean" d="\(means)"/>\(bounds)\(areas)</svg>\
      <div class="times"><span>\(ends.from)</span><span>\(ends.to)</span></div></figure>
      """
  }
}

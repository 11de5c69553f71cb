import Alarms
import Documents
import System

/// What a chart of a page shows: one quantity over a time, and another one beside it for those who compare. Values are in the
/// units of the page, times are milliseconds since 1970. ``ChartView`` draws it.
struct Chart {
  /// The lowest, mean and highest value of a part of the time.
  struct Part: Equatable {
    let start: Int64
    let end: Int64
    let low: Double
    let mean: Double
    let high: Double
  }

  struct Line {
    /// What is measured, and if need be by which sensor or when.
    let name: String
    let unit: String
    let places: Int
    let parts: [Part]
  }

  struct Mark {
    let at: Int64
    let priority: Priority
    let name: String
  }

  struct Phase {
    let from: Int64
    let to: Int64
    let name: String
  }

  let from: Int64
  let to: Int64
  /// No value is later than this: what is still to come is not missing.
  let now: Int64
  let line: Line
  /// What the line is compared with, at the times of the line.
  var other: Line?
  var limits: [Double] = []
  var marks: [Mark] = []
  var phases: [Phase] = []
  /// The parts of the time with a page of their own.
  var links: [(from: Int64, to: Int64, path: String)] = []

  /// The scale of the line. What is compared in the same unit has the same one.
  var scale: ValueScale {
    let isShared = other?.unit == line.unit
    return ValueScale(values: Self.range(line.parts + (isShared ? other?.parts ?? [] : [])), limits: limits)
  }

  /// The scale of what is compared; `nil` if it is that of the line.
  var otherScale: ValueScale? {
    guard let other, other.unit != line.unit else { return nil }
    return ValueScale(values: Self.range(other.parts), limits: [])
  }

  /// From the lowest to the highest value. If a fiftieth of the parts would take more than half of the height, they are
  /// cut off, so that a single spike does not make all else a flat line. A share of our own.
  static func range(_ parts: [Part]) -> ClosedRange<Double>? {
    let lows = parts.map(\.low).sorted(), highs = parts.map(\.high).sorted()
    guard let least = lows.first, let most = highs.last, least <= most else { return nil }
    let spare = parts.count / 50
    let (usualLow, usualHigh) = (lows[spare], highs[highs.count - 1 - spare])
    let span = usualHigh - usualLow
    guard span > 0 else { return least...most }
    return (usualLow - least > span ? usualLow : least)...(most - usualHigh > span ? usualHigh : most)
  }

  /// The times without a value, as far as one could be there.
  var gaps: [(from: Int64, to: Int64)] {
    var gaps: [(from: Int64, to: Int64)] = []
    var last = from
    for part in line.parts {
      if part.start > last { gaps.append((last, part.start)) }
      last = max(last, part.end)
    }
    let end = min(to, now)
    if end > last { gaps.append((last, end)) }
    return gaps
  }

  /// The parts that follow each other without a gap.
  static func runs(_ parts: [Part]) -> [[Part]] {
    parts.reduce(into: []) { runs, part in
      if let last = runs.indices.last, runs[last].last?.end == part.start {
        runs[last].append(part)
      } else {
        runs.append([part])
      }
    }
  }
}

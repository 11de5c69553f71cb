import System

/// The values of one quantity of one sensor over time, as they are or already rolled up.
package struct TimeSeries: Sendable, Equatable {
  /// A value, or lowest, mean and highest of several.
  package struct Sample: Sendable, Equatable {
    package var at: UnixTime
    package var minimum: Double
    package var mean: Double
    package var maximum: Double
    /// How many values it stands for; the mean of a pixel counts by it.
    package var count: Int

    package init(at: UnixTime, minimum: Double, mean: Double, maximum: Double, count: Int = 1) {
      (self.at, self.minimum, self.mean, self.maximum, self.count) = (at, minimum, mean, maximum, count)
    }

    package init(at: UnixTime, _ value: Double) { self.init(at: at, minimum: value, mean: value, maximum: value) }

    var isUsable: Bool { minimum.isFinite && mean.isFinite && maximum.isFinite && count > 0 }
  }

  package var samples: [Sample]
  /// Two samples that are further apart than this, in milliseconds, have a gap between them, which no line crosses.
  package var gap: Int64

  package init(_ samples: [Sample], gap: Int64) { (self.samples, self.gap) = (samples, gap) }

  /// A piece of the chart without a gap: for each pixel that has values, the lowest, mean and highest of them.
  struct Run: Equatable { var columns: [Column] }

  struct Column: Equatable {
    let x: Int
    var minimum: Double
    var mean: Double
    var maximum: Double
    var count: Double
  }

  /// The samples of a period, in order, without those that are no numbers.
  func usable(from: UnixTime, to: UnixTime) -> [Sample] {
    let kept = samples.filter { $0.isUsable && $0.at >= from && $0.at <= to }
    let isSorted = zip(kept, kept.dropFirst()).allSatisfy { $0.at <= $1.at }
    return isSorted ? kept : kept.sorted { $0.at < $1.at }
  }

  /// The pieces of a period that is drawn this many pixels wide.
  func runs(from: UnixTime, to: UnixTime, columns: Int) -> [Run] {
    let span = max(to.milliseconds - from.milliseconds, 1)
    var runs: [Run] = []
    var last: UnixTime?
    for sample in usable(from: from, to: to) {
      let part = Double(sample.at.milliseconds - from.milliseconds) / Double(span)
      let x = min(Int(part * Double(columns)), max(columns - 1, 0))
      if last.map({ sample.at.milliseconds - $0.milliseconds > gap }) ?? true { runs.append(Run(columns: [])) }
      last = sample.at
      runs[runs.count - 1].add(sample, x)
    }
    return runs
  }
}

extension TimeSeries.Run {
  fileprivate mutating func add(_ sample: TimeSeries.Sample, _ x: Int) {
    let count = Double(sample.count)
    guard var column = columns.last, column.x == x else {
      columns.append(
        TimeSeries.Column(
          x: x, minimum: sample.minimum, mean: sample.mean, maximum: sample.maximum, count: count))
      return
    }
    column.minimum = min(column.minimum, sample.minimum)
    column.maximum = max(column.maximum, sample.maximum)
    // Step by step, so that the sum of large values is not infinite.
    column.mean += (sample.mean - column.mean) * (count / (column.count + count))
    column.count += count
    columns[columns.count - 1] = column
  }
}

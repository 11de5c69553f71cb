/// Times of a night in which something does not work, in seconds.
struct Intervals {
  private(set) var all: [ClosedRange<Double>] = []

  var pairs: [[Double]] { all.map { [$0.lowerBound, $0.upperBound] } }

  mutating func add(_ begin: Double, _ length: Double) { all.append(begin...(begin + length)) }

  func contains(_ time: Double) -> Bool { all.contains { $0.contains(time) } }

  func overlap(_ begin: Double, _ end: Double) -> Bool {
    all.contains { $0.lowerBound <= end && begin <= $0.upperBound }
  }

  /// How much of a time is covered; intervals that overlap count twice.
  func amount(_ begin: Double, _ end: Double) -> Double {
    all.reduce(0) { $0 + max(0, min(end, $1.upperBound) - max(begin, $1.lowerBound)) }
  }

  /// The first time from this one on that is outside of all.
  func outside(from time: Double) -> Double {
    var time = time
    while let interval = all.first(where: { $0.contains(time) }) { time = interval.upperBound + 0.001 }
    return time
  }
}

import Glibc

/// Why a station gives nothing to an estimate.
package enum StationFault: String, Sendable, CaseIterable {
  case outOfRange = "out-of-range"
  case frozen, moved, scale, clock, indoor
}

/// What a check of a station says. Without enough neighbours, only faults that show alone are found.
package enum StationVerdict: Sendable, Equatable {
  case good, unknown
  case bad(StationFault)
}

/// The hourly values of stations over the last days, oldest first; a missing one is not a number.
package struct StationSeries: Sendable {
  package static let longest = 168

  package let place: Place
  /// Whether it was listed at a place more than 1 km from here in this time.
  package let hasMoved: Bool
  package let values: [Float]

  package init(place: Place, earlierPlaces: [Place] = [], values: [Float]) {
    self.place = place
    hasMoved = earlierPlaces.contains { $0.distance(to: place) > 1 }
    self.values = Array(values.suffix(Self.longest))
  }

  /// A value beyond a 32-bit float becomes the largest one, which is out of range as well.
  package init(place: Place, earlierPlaces: [Place] = [], hours: [Double?]) {
    let most = Double(Float.greatestFiniteMagnitude)
    self.init(
      place: place, earlierPlaces: earlierPlaces,
      values: hours.suffix(Self.longest).map { hour in
        guard let hour, hour.isFinite else { return .nan }
        return Float(min(max(hour, -most), most))
      })
  }
}

/// Finds bad stations by their own values and those of their neighbours.
package struct StationCheck: Sendable {
  private static let fewestHours = 48
  /// In km.
  private static let reach = 150.0

  private let series: [StationSeries]
  private let grid: PlaceGrid

  package init(_ series: [StationSeries]) {
    self.series = series
    grid = PlaceGrid(series.map(\.place))
  }

  package func verdict(of station: Int) -> StationVerdict {
    let own = series[station]
    if Self.isOutOfRange(own.values) { return .bad(.outOfRange) }
    if Self.isFrozen(own.values) { return .bad(.frozen) }
    if own.hasMoved { return .bad(.moved) }
    let z = own.values.map { Self.z($0) }
    let around = medians(of: station)
    let pairs = Self.pairs(z, around, hours: 0)
    guard pairs.count >= Self.fewestHours else { return .unknown }
    let rest = pairs.map { $0.own - $0.around }
    let level = Self.median(rest.sorted())
    if abs(level) > 0.9 { return .bad(.scale) }
    let variance = Self.variance(rest)
    for hours in [24, -24] {
      let moved = Self.pairs(z, around, hours: hours)
      if moved.count >= Self.fewestHours, Self.variance(moved.map { $0.own - $0.around }) < 0.55 * variance {
        return .bad(.clock)
      }
    }
    let skew = Self.skew(rest, variance)
    return level < 0 && skew - 1.4 * Self.correlation(pairs) - 0.8 * level > 0.3 ? .bad(.indoor) : .good
  }

  /// Of the neighbours' z at each hour.
  private func medians(of station: Int) -> [Double] {
    let length = series[station].values.count
    let neighbours = grid.nearest(8, to: series[station].place, within: Self.reach) { $0 != station }
      .map { series[$0.index].values }
    var sorted: [Float] = []
    sorted.reserveCapacity(neighbours.count)
    return (0..<length).map { hour in
      sorted.removeAll(keepingCapacity: true)
      for values in neighbours {
        // Series end at the same hour.
        let at = hour - length + values.count
        guard at >= 0, at < values.count, !values[at].isNaN else { continue }
        sorted.insert(values[at], at: sorted.firstIndex { $0 > values[at] } ?? sorted.count)
      }
      guard sorted.count >= 3 else { return .nan }
      // The median of z is z of the median, which saves most logarithms.
      let middle = sorted.count / 2
      return sorted.count.isMultiple(of: 2)
        ? (Self.z(sorted[middle - 1]) + Self.z(sorted[middle])) / 2 : Self.z(sorted[middle])
    }
  }

  private static func z(_ value: Float) -> Double { value.isNaN ? .nan : LogScale.z(Double(value)) }

  /// Whether a value stands for a failure: instruments of authorities end at 985.
  package static func isCode(_ value: Double) -> Bool { value > 984 || value < -10 }

  static func isOutOfRange(_ values: [Float]) -> Bool {
    let present = values.filter { !$0.isNaN }
    return !present.isEmpty && present.count(where: { isCode(Double($0)) }) * 10 >= present.count
  }

  static func isFrozen(_ values: [Float]) -> Bool {
    var (last, run) = (Float.nan, 0)
    for value in values where !value.isNaN {
      run = value == last ? run + 1 : 1
      last = value
      if run >= 24 { return true }
    }
    return false
  }

  private typealias Pair = (own: Double, around: Double)

  /// Own values, beside those of the neighbours some hours later.
  private static func pairs(_ z: [Double], _ around: [Double], hours: Int) -> [Pair] {
    z.indices.compactMap { hour in
      guard around.indices.contains(hour + hours) else { return nil }
      let pair = (own: z[hour], around: around[hour + hours])
      return pair.own.isNaN || pair.around.isNaN ? nil : pair
    }
  }

  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Values that are all equal do not vary at all, whatever is lost in rounding.
  private static func variance(_ values: [Double]) -> Double {
    guard let first = values.first, values.contains(where: { $0 != first }) else { return 0 }
    let mean = mean(values)
    return Self.mean(values.map { ($0 - mean) * ($0 - mean) })
  }

  private static func skew(_ values: [Double], _ variance: Double) -> Double {
    guard variance > 0 else { return 0 }
    let mean = mean(values)
    return Self.mean(values.map { ($0 - mean) * ($0 - mean) * ($0 - mean) }) / pow(variance, 1.5)
  }

  private static func correlation(_ pairs: [Pair]) -> Double {
    let (own, around) = (pairs.map(\.own), pairs.map(\.around))
    let both = variance(own) * variance(around)
    guard both > 0 else { return 0 }
    let (first, second) = (mean(own), mean(around))
    return mean(pairs.map { ($0.own - first) * ($0.around - second) }) / both.squareRoot()
  }
}

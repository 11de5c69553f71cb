/// Limits of a heart rate that fit one person at rest, from what was logged. They are proposed to a person and change
/// nothing by themselves.
///
/// - A *resting hour* of a day has data for four fifths of its time, and a mean at most a tenth above that of the calmest such
///   hour of the day.
/// - The lower limit is the 1st percentile of the lowest values of all minutes in resting hours, and the upper limit the 99th
///   of the highest ones, each by nearest rank, rounded outwards to a whole number, and kept within ``safe``.
/// - There is none before ``fewestDays`` days have a resting hour.
package struct LimitSuggestion: Sendable, Equatable {
  /// Own choice for people who rest: below 40 and above 200 an alarm must not depend on what was usual (specification of
  /// the heart).
  package static let safe = 40.0...200.0
  package static let fewestDays = 14

  /// Beats a minute.
  package let low: Double
  package let high: Double
  package let days: Int
  package let restingHours: Int

  /// One hour, with the figures of its minutes.
  package struct Hour: Sendable {
    package let minutes: [HeldValues]

    package init(_ minutes: some Sequence<HeldValues>) { self.minutes = Array(minutes) }

    /// The mean by time; `nil` if there are data for less than four fifths of the hour.
    var mean: Double? {
      var total = HeldValues()
      for minute in minutes { total.merge(minute) }
      return total.covered >= 2_880_000 ? total.mean : nil
    }
  }

  package init?(days: [[Hour]]) {
    var lows: [Double] = [], highs: [Double] = []
    var counted = 0, hours = 0
    for day in days {
      let means = day.map(\.mean)
      guard let calmest = means.compactMap(\.self).min() else { continue }
      counted += 1
      for (hour, mean) in zip(day, means) {
        guard let mean, mean <= calmest * 1.1 else { continue }
        hours += 1
        lows += hour.minutes.compactMap(\.minimum)
        highs += hour.minutes.compactMap(\.maximum)
      }
    }
    guard counted >= Self.fewestDays, let low = Self.percentile(1, of: lows), let high = Self.percentile(99, of: highs)
    else { return nil }
    func kept(_ value: Double) -> Double { min(max(value, Self.safe.lowerBound), Self.safe.upperBound) }
    self.low = kept(low.rounded(.down))
    self.high = kept(high.rounded(.up))
    (self.days, restingHours) = (counted, hours)
  }

  /// The smallest value that this many per cent of all values do not exceed.
  private static func percentile(_ percent: Int, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let rank = (values.count * percent + 99) / 100
    return values.sorted()[max(0, min(values.count, rank) - 1)]
  }

  /// A resting rate that has been high for three days.
  package struct Rise: Sendable, Equatable {
    /// The median of the 28 days before, beats a minute.
    package let usual: Double
    /// The resting rates of the last three days.
    package let latest: [Double]

    /// In beats a minute.
    package static let least = 5.0
    private static let daysBefore = 28

    /// - Parameter rates: the resting rate of each day, oldest first; `nil` for a day without one.
    package init?(rates: [Double?]) {
      let latest = rates.suffix(3).compactMap(\.self)
      let before = rates.dropLast(3).suffix(Self.daysBefore).compactMap(\.self).sorted()
      guard latest.count == 3, before.count >= LimitSuggestion.fewestDays else { return nil }
      let middle = before.count / 2
      let median = before.count % 2 == 1 ? before[middle] : (before[middle - 1] + before[middle]) / 2
      guard latest.allSatisfy({ $0 >= median + Self.least }) else { return nil }
      (usual, self.latest) = (median, latest)
    }
  }
}

import Readings

/// Figures of one quantity of one sensor over some time: of an hour, a session or a year.
///
/// Each value holds until the next one, but not longer than ``longestHold(of:)``; what is longer is no data. So a sensor
/// that sends often does not count more than one that sends seldom, and a gap counts as a gap. Times are milliseconds.
package struct HeldValues: Sendable, Equatable {
  package var count: UInt64 = 0
  package var minimum: Double?
  package var maximum: Double?
  /// The sum of each value times how long it held.
  package var weightedSum = 0.0
  /// How long values held below the lower limit, within the limits, and above the upper limit.
  package var below: Int64 = 0
  package var within: Int64 = 0
  package var above: Int64 = 0
  private var plainSum = 0.0
  /// How many of the values were measured before this time.
  private var earlier: UInt64 = 0

  package init() {}

  package init(
    count: UInt64, minimum: Double?, maximum: Double?, mean: Double, below: Int64, within: Int64, above: Int64
  ) {
    self.count = count
    self.minimum = minimum
    self.maximum = maximum
    self.below = below
    self.within = within
    self.above = above
    plainSum = mean * Double(count)
    weightedSum = mean * Double(below + within + above)
  }

  package var isEmpty: Bool { count == 0 && covered == 0 }

  /// How long there are data.
  package var covered: Int64 { below + within + above }

  /// The mean by time; `nil` if there was no value. It never leaves the range, whatever was rounded.
  package var mean: Double? {
    guard count > earlier || covered > 0 else { return nil }
    let mean = covered > 0 ? weightedSum / Double(covered) : plainSum / Double(count - earlier)
    return min(max(mean, minimum ?? mean), max(maximum ?? mean, minimum ?? mean))
  }

  /// How much of a time of this length has no data, milliseconds.
  package func missing(in length: Int64) -> Int64 { max(0, length - covered) }

  package mutating func add(_ value: Double) {
    count += 1
    plainSum += value
    extend(to: value)
  }

  private mutating func extend(to value: Double) {
    minimum = min(minimum ?? value, value)
    maximum = max(maximum ?? value, value)
  }

  /// Counts values that were received in this time and measured before it: they are values of it, and held earlier.
  package mutating func countEarlier(_ values: UInt64) {
    count += values
    earlier += values
  }

  /// Counts how long a value held. What held was there, so that it belongs to the range.
  package mutating func hold(_ value: Double, for time: Int64, limits: ValueLimits) {
    guard time > 0 else { return }
    extend(to: value)
    weightedSum += value * Double(time)
    switch limits.place(of: value) {
    case .below: below += time
    case .within: within += time
    case .above: above += time
    }
  }

  /// Adds the figures of another time of the same quantity.
  package mutating func merge(_ other: HeldValues) {
    count += other.count
    plainSum += other.plainSum
    earlier += other.earlier
    weightedSum += other.weightedSum
    below += other.below
    within += other.within
    above += other.above
    if let low = other.minimum { minimum = min(minimum ?? low, low) }
    if let high = other.maximum { maximum = max(maximum ?? high, high) }
  }

  package static let longestHold: Int64 = 5_400_000

  /// How long a value holds at most: 5 s for what a person's alarms watch, since then it is stale; 15 minutes for
  /// air, since sensors measure every 10 minutes at the longest setting of most makers; 90 minutes for radon, which is
  /// measured once an hour.
  package static func longestHold(of quantity: Quantity) -> Int64 {
    switch quantity {
    case .heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute, .oxygenSaturationFastPercent,
      .pulseFastBeatsPerMinute, .oxygenSaturationSlowPercent, .pulseSlowBeatsPerMinute, .pulseAmplitudePercent:
      5_000
    case .radonBecquerelsPerCubicMetre, .radonLongTermBecquerelsPerCubicMetre: longestHold
    default: 900_000
    }
  }
}

/// The limits of a quantity. A value that is equal to one of them is within them.
package struct ValueLimits: Sendable, Equatable {
  package var low: Double?
  package var high: Double?
  /// Whether a value that is equal to the upper limit is above it, as an alarm at or above a limit has it.
  package var isHighAbove: Bool

  package init(low: Double? = nil, high: Double? = nil, isHighAbove: Bool = false) {
    self.low = low
    self.high = high
    self.isHighAbove = isHighAbove
  }

  package enum Place: Sendable { case below, within, above }

  package func place(of value: Double) -> Place {
    if let low, value < low { return .below }
    if let high, isHighAbove ? value >= high : value > high { return .above }
    return .within
  }
}

/// Receives the values of one quantity of one sensor in the order of their times. Keeps figures of them for a list of
/// times that follow each other, such as the minutes of a day.
package struct HeldValuesList: Sendable {
  /// One for each time.
  package private(set) var figures: [HeldValues]
  /// The beginning of the first time, milliseconds since 1970.
  package let start: Int64
  /// The length of each time, milliseconds.
  package let length: Int64
  /// The times from ``shortestGap`` on in which no value held, in their order.
  package private(set) var gaps: [Range<Int64>] = []
  private let limits: ValueLimits
  private let longestHold: Int64
  private let begin: Int64
  private var last: (at: Int64, value: Double)?
  private var heldUntil: Int64

  /// A shorter time without data is counted, and not listed: one minute (choice). Milliseconds.
  package static let shortestGap: Int64 = 60_000

  /// - Parameter begin: no value holds before it, if it lies in the first time.
  package init(
    start: Int64, length: Int64, count: Int, notBefore begin: Int64 = .min, limits: ValueLimits, longestHold: Int64
  ) {
    heldUntil = max(start, begin)
    self.begin = heldUntil
    figures = Array(repeating: HeldValues(), count: count)
    self.start = start
    self.length = max(1, length)
    self.limits = limits
    self.longestHold = longestHold
  }

  private var end: Int64 { start + length * Int64(figures.count) }

  /// Receives the next value. One from before the first time, or before the beginning in it, only holds.
  package mutating func add(_ value: Double, at time: Int64) {
    close(at: time)
    last = (time, value)
    guard time >= begin, time < end else { return }
    figures[Int((time - start) / length)].add(value)
  }

  /// Lets the last value hold until a time.
  package mutating func close(at time: Int64) {
    guard let (measured, value) = last else { return }
    last = nil
    var from = max(measured, begin)
    let to = min(time, measured + longestHold, end)
    if from < to {
      noteGap(until: from)
      heldUntil = to
    }
    while from < to {
      let place = Int((from - start) / length)
      let next = min(to, start + length * Int64(place + 1))
      figures[place].hold(value, for: next - from, limits: limits)
      from = next
    }
  }

  /// Ends the list: the last value holds until a time at most, and what is missing up to then is a gap.
  package mutating func finish(at time: Int64) {
    close(at: time)
    noteGap(until: min(time, end))
  }

  private mutating func noteGap(until time: Int64) {
    if time - heldUntil >= Self.shortestGap { gaps.append(heldUntil..<time) }
    heldUntil = max(heldUntil, time)
  }

  /// Counts values that belong to the first time though they were measured before it.
  package mutating func countEarlier(_ values: UInt64) {
    if !figures.isEmpty { figures[0].countEarlier(values) }
  }
}

/// The axis of values: its ends, and round numbers on it.
package struct ValueScale: Equatable {
  package struct Tick: Equatable {
    package let value: Double
    package let text: String
  }

  package let low: Double
  package let high: Double

  /// A scale that shows these values with some room.
  ///
  /// Of the limits it shows those that are within the values and the next one on either side, unless that would leave
  /// less than a third of the height for the values.
  package init(values: ClosedRange<Double>?, limits: [Double]) {
    let limits = limits.filter(\.isFinite)
    guard let values else {
      (low, high) = Self.padded(limits.min() ?? 0, limits.max() ?? 1)
      return
    }
    var (low, high) = (values.lowerBound, values.upperBound)
    // A value that does not change, with a limit far away, is no reason to leave the limit out.
    let span = max(high - low, max(high.magnitude, low.magnitude) * 0.2, 1e-6)
    if let next = limits.filter({ $0 > high }).min(), next - high <= 2 * span { high = next }
    if let next = limits.filter({ $0 < low }).max(), low - next <= 2 * span { low = next }
    (self.low, self.high) = Self.padded(low, high)
  }

  private static func padded(_ low: Double, _ high: Double) -> (Double, Double) {
    let limit = 1e14
    let (low, high) = (min(max(low, -limit), limit), min(max(high, -limit), limit))
    let room = high > low ? (high - low) * 0.08 : max(high.magnitude * 0.05, 0.5)
    // Most quantities are never below zero, so an axis that would begin just below begins there.
    let padded = low - room
    return (low >= 0 && padded < 0 ? 0 : padded, high + room)
  }

  package func contains(_ value: Double) -> Bool { value >= low && value <= high }

  /// A value as a part of the height, from 0 at the bottom to 1.
  package func part(_ value: Double) -> Double { (value - low) / (high - low) }

  /// The multiples of 1, 2 or 5 times a power of ten, at most this many.
  package func ticks(atMost count: Int) -> [Tick] {
    Self.ticks(from: low, to: high, atMost: count, text: FixedNumber.full)
  }

  /// The same between two values.
  /// - Parameter text: writes a number with that many decimals.
  static func ticks(
    from low: Double, to high: Double, atMost count: Int, text: (_ value: Double, _ places: Int) -> String?
  ) -> [Tick] {
    let rough = (high - low) / Double(max(count, 2) - 1)
    guard rough > 0, rough.isFinite else { return [] }
    var power = 1e-9, exponent = -9
    while power * 10 <= rough, exponent < 15 { (power, exponent) = (power * 10, exponent + 1) }
    let factor: Double = [1, 2, 5, 10].first { $0 * power >= rough } ?? 10
    let step = factor * power
    let places = max(0, factor == 10 ? -exponent - 1 : -exponent)
    let first = (low / step).rounded(.up), last = (high / step).rounded(.down)
    guard first.magnitude < 1e12, last.magnitude < 1e12, last >= first, last - first < 100 else { return [] }
    return (Int64(first)...Int64(last)).compactMap { index in
      let value = Double(index) * step
      return text(value, places).map { Tick(value: value, text: $0) }
    }
  }
}

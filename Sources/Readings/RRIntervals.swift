/// The times between heartbeats that came in one notification, oldest first, in units of 1/1024 s
/// (Bluetooth Heart Rate Service, Heart Rate Measurement, RR-Interval).
package struct RRIntervals: Sendable, Equatable {
  /// The most that are kept. A default link carries 9 in a notification, and a heart beats fewer than 5 times between
  /// two of them; a sensor that sends more has the rest counted in ``omitted``.
  package static let capacity = 32

  private var ticks = InlineArray<32, UInt16>(repeating: 0)

  /// How many are kept.
  package private(set) var count = 0
  /// How many more there were.
  package private(set) var omitted = 0

  package init() {}

  /// Adds the next interval, in 1/1024 s.
  package mutating func append(ticks value: UInt16) {
    guard count < Self.capacity else {
      omitted += 1
      return
    }
    ticks[count] = value
    count += 1
  }

  /// The interval at a position in 1/1024 s, or `nil` where there is none.
  package func ticks(at index: Int) -> UInt16? {
    guard index >= 0, index < count else { return nil }
    return ticks[index]
  }

  /// The interval at a position in milliseconds, or `nil` where there is none.
  package func milliseconds(at index: Int) -> Double? { ticks(at: index).map(Self.milliseconds) }

  /// Milliseconds between two beats of a living heart: 10 to 240 beats a minute, so that a heart that is about to stop is
  /// still heard. Some straps add intervals of a few milliseconds that no heart made (Garmin HRM-Dual: 1044 and then 52
  /// ms). The limits are a guess.
  package static let plausible: ClosedRange<Double> = 250...6_000

  /// Whether the interval at a position can be one between two heartbeats.
  package func isPlausible(at index: Int) -> Bool { milliseconds(at: index).map(Self.plausible.contains) ?? false }

  /// An interval of so many 1/1024 s in milliseconds.
  package static func milliseconds(ticks: UInt16) -> Double { Double(ticks) * 1000 / 1024 }

  /// Whether the same intervals were kept and as many omitted.
  package static func == (left: RRIntervals, right: RRIntervals) -> Bool {
    guard left.count == right.count, left.omitted == right.omitted else { return false }
    return (0..<left.count).allSatisfy { left.ticks[$0] == right.ticks[$0] }
  }
}

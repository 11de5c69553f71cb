/// The RR intervals (times between heartbeats) of one notification, oldest first, in units of 1/1024 s (Heart Rate
/// Service, Heart Rate Measurement, RR-Interval).
public struct RRIntervals: Sendable, Equatable {
  /// The largest number that is kept. A notification of default size holds 9, and a heart beats fewer than 5 times
  /// between two notifications. Further intervals are only counted in ``omitted``.
  public static let capacity = 32

  private var ticks = InlineArray<32, UInt16>(repeating: 0)

  public private(set) var count = 0
  public private(set) var omitted = 0

  public init() {}

  /// - Parameter ticks: the next interval, in 1/1024 s.
  public mutating func append(ticks value: UInt16) {
    guard count < Self.capacity else {
      omitted += 1
      return
    }
    ticks[count] = value
    count += 1
  }

  /// The interval at a position in 1/1024 s; `nil` if there is none.
  public func ticks(at index: Int) -> UInt16? {
    guard index >= 0, index < count else { return nil }
    return ticks[index]
  }

  /// The interval at a position in milliseconds; `nil` if there is none.
  public func milliseconds(at index: Int) -> Double? { ticks(at: index).map(Self.milliseconds) }

  /// The interval in milliseconds between two beats of a living heart: 240 to 10 beats per minute, so that even a heart
  /// that is about to stop counts. Some straps add intervals of a few milliseconds that are not from a heart (Garmin
  /// HRM-Dual: 1044 and then 52 ms). The limits are an own choice.
  public static let plausible: ClosedRange<Double> = 250...6_000

  /// The interval in milliseconds that shows that a heart beats, though it may prove no rate: an infant's supraventricular
  /// tachycardia reaches 300 beats per minute.
  public static let beating: ClosedRange<Double> = 200...6_000

  /// Whether the interval at a position is one of ``beating``.
  public func isBeat(at index: Int) -> Bool { milliseconds(at: index).map(Self.beating.contains) ?? false }

  /// Whether the interval at a position is ``plausible``.
  public func isPlausible(at index: Int) -> Bool { milliseconds(at: index).map(Self.plausible.contains) ?? false }

  /// Converts an interval in 1/1024 s to milliseconds.
  public static func milliseconds(ticks: UInt16) -> Double { Double(ticks) * 1000 / 1024 }

  public static func == (left: RRIntervals, right: RRIntervals) -> Bool {
    guard left.count == right.count, left.omitted == right.omitted else { return false }
    return (0..<left.count).allSatisfy { left.ticks[$0] == right.ticks[$0] }
  }
}

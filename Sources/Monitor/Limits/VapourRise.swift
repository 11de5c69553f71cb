import Readings

/// Whether the volatile organic compounds at one sensor have jumped, as they do at a spill or a fume event. Their level alone
/// says little: a living room may have 500 ppb for a day, and the zero of these sensors drifts.
struct VapourRise: Sendable {
  /// In ppb: from the best of the five levels of the German environment agency past the beginning of the fourth,
  /// 3 mg/m³ (docs/alarms.md).
  private static let jump = 800.0
  /// The lowest value of this time, or of up to twice as long, is what a value is compared with. Many of these sensors measure
  /// every five minutes (choice).
  private static let window = Duration.seconds(900)

  private var lowest: (value: Double, since: Instant)?
  /// The lowest value of the window before.
  private var before: Double?
  private(set) var hasJumped = false

  mutating func take(_ value: Double, at instant: Instant) {
    if let latest = lowest {
      let time = latest.since.duration(to: instant)
      if time >= Self.window {
        before = time < Self.window + Self.window ? latest.value : nil
        lowest = (value, instant)
      }
    }
    let low = min(lowest?.value ?? value, value)
    lowest = (low, lowest?.since ?? instant)
    let rise = value - min(low, before ?? low)
    if rise >= Self.jump {
      hasJumped = true
    } else if rise < Self.jump / 2 {
      hasJumped = false
    }
  }
}

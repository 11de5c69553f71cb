import Alarms
import Readings

/// What the documents promise of a condition on a value, stated here apart from the rules that keep it: a rule that is
/// changed by mistake must not change what it is measured by. Facts: the table of conditions of issue 5.
struct Promise: Sendable {
  /// The sensors of the world.
  static let air = SensorIndex(0)
  static let strap = SensorIndex(1)

  enum Side: Sendable { case atOrAbove, above, below }
  /// What of the world it is about.
  enum Matter: Sendable { case heartRate, altitude, co2 }

  let id: ConditionID
  let priority: Priority
  let sensor: SensorIndex
  let matter: Matter
  let side: Side
  let limit: Double
  let hysteresis: Double
  /// Seconds of dwell.
  let notBefore: Double
  let mustBy: Double
  /// How far a true value lies beyond the limit before a sensor within its data sheet must show it.
  let accuracy: Double

  static let all: [Promise] = [
    Promise(.co2Low, .low, air, .atOrAbove, 800, 50, 120, 300, accuracy: 30 + 0.03 * 800),
    Promise(.co2Medium, .medium, air, .atOrAbove, 1500, 100, 60, 180, accuracy: 30 + 0.03 * 1500),
    Promise(.co2High, .high, air, .atOrAbove, 2500, 100, 30, 90, accuracy: 30 + 0.03 * 2500),
    Promise(.cabinAltitudeMedium, .medium, air, .atOrAbove, 10_000, 200, 10, 30, accuracy: 100),
    Promise(.cabinAltitudeHigh, .high, air, .atOrAbove, 14_000, 200, 10, 30, accuracy: 100),
    Promise(.heartRateLow, .high, strap, .below, 60, 3, 5, 10, accuracy: 1),
    Promise(.heartRateHigh, .high, strap, .above, 100, 3, 5, 10, accuracy: 1),
    // 12,500 ft for half an hour raises the same condition as 14,000 ft at once.
    Promise(.cabinAltitudeHigh, .high, air, .atOrAbove, 12_500, 200, 1_800, 1_830, accuracy: 100),
  ]

  private init(
    _ id: ConditionID, _ priority: Priority, _ sensor: SensorIndex, _ side: Side, _ limit: Double,
    _ hysteresis: Double, _ notBefore: Double, _ mustBy: Double, accuracy: Double
  ) {
    self.id = id
    self.priority = priority
    self.sensor = sensor
    switch id {
    case .heartRateLow, .heartRateHigh: matter = .heartRate
    case .cabinAltitudeMedium, .cabinAltitudeHigh: matter = .altitude
    default: matter = .co2
    }
    self.side = side
    self.limit = limit
    self.hysteresis = hysteresis
    self.notBefore = notBefore
    self.mustBy = mustBy
    self.accuracy = accuracy
  }

  /// The places of the other sides of the same quantities, by the places of all.
  static let opposites = all.map(\.opposite)

  private var opposite: Int? {
    switch id {
    case .heartRateLow: Self.all.firstIndex { $0.id == .heartRateHigh }
    case .heartRateHigh: Self.all.firstIndex { $0.id == .heartRateLow }
    default: nil
    }
  }

  @inline(__always) func isBeyond(_ value: Double, by margin: Double = 0) -> Bool {
    switch side {
    case .atOrAbove: value >= limit + margin
    case .above: value > limit + margin
    case .below: value < limit - margin
    }
  }

  @inline(__always) func hasCleared(_ value: Double) -> Bool {
    side == .below ? value >= limit + hysteresis : value <= limit - hysteresis
  }

  /// The value of a reading that this is about; `nil` where it has none. A strap that says 0 has none.
  func value(of reading: Reading) -> Double? {
    switch matter {
    case .heartRate: reading.measurements[.heartRateBeatsPerMinute].flatMap { $0 > 0 ? $0 : nil }
    case .altitude: reading.measurements[.pressureHectopascals].map(Atmosphere.feet)
    case .co2: reading.measurements[.co2PartsPerMillion]
    }
  }
}

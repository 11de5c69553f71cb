import Alarms
import Readings

/// What the documents require of a condition on a value. It is written independently of the rules: a rule that is
/// changed by mistake must not change its own test. The bounds are those of docs/alarms.md; the limits are those in
/// force.
struct AlarmRequirement: Sendable {
  /// The box's own sensors in this world.
  static let air = SensorIndex(0), strap = SensorIndex(1), oximeter = SensorIndex(2)

  /// What an Aranet4 shows too little for each kilopascal below sea level, percent (docs/alarms.md).
  static let lossOfAranet4 = 1.6

  /// The direction in which a value is beyond the limit.
  enum Side: Sendable { case atOrAbove, above, below }
  /// The quantity of the world that it is about.
  enum Matter: Sendable { case heartRate, saturation, altitude, co2 }

  let id: ConditionID
  let priority: Priority
  let matter: Matter
  let side: Side
  let limit: Double
  let hysteresis: Double
  /// N and M, s.
  let notBefore: Int
  let mustBy: Int

  static func all(_ terms: Terms) -> [AlarmRequirement] {
    let proved = (Int(terms.proved.notBefore.components.seconds), Int(terms.proved.mustBy.components.seconds))
    let all: [AlarmRequirement?] = [
      AlarmRequirement(.co2Low, .low, .co2, .atOrAbove, 50, (120, 300), terms),
      AlarmRequirement(.co2Medium, .medium, .co2, .atOrAbove, 100, (60, 180), terms),
      AlarmRequirement(.co2High, .high, .co2, .atOrAbove, 100, (30, 90), terms),
      AlarmRequirement(.cabinAltitudeMedium, .medium, .altitude, .atOrAbove, 200, (10, 30), terms),
      AlarmRequirement(.cabinAltitudeHigh, .high, .altitude, .atOrAbove, 200, (10, 30), terms),
      // 12,500 ft for half an hour raises the same condition as 14,000 ft at once.
      AlarmRequirement(.cabinAltitudeHigh, .high, .altitude, .atOrAbove, 200, (1_800, 1_800), terms, limit: 12_500),
      AlarmRequirement(.heartRateLow, .high, .heartRate, .below, 3, proved, terms),
      AlarmRequirement(.heartRateHigh, .high, .heartRate, .above, 3, proved, terms),
      AlarmRequirement(.spo2Medium, .medium, .saturation, .below, 1, (10, 20), terms),
      AlarmRequirement(.spo2High, .high, .saturation, .below, 1, (10, 20), terms),
    ]
    return all.compactMap(\.self)
  }

  /// Returns `nil` if the box does not monitor the condition.
  private init?(
    _ id: ConditionID, _ priority: Priority, _ matter: Matter, _ side: Side, _ hysteresis: Double, _ bounds: (Int, Int),
    _ terms: Terms, limit: Double? = nil
  ) {
    guard terms.enabled.contains(id), let limit = limit ?? terms.limits[id] else { return nil }
    self.id = id
    self.priority = priority
    self.matter = matter
    self.side = side
    self.limit = limit
    self.hysteresis = hysteresis
    (notBefore, mustBy) = bounds
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
}

extension AlarmRequirement.Matter {
  /// The value in a reading; `nil` if the reading has none. A strap that sends 0 has none.
  @inline(__always) func value(of reading: Reading) -> Double? {
    switch self {
    case .heartRate:
      (reading.measurements[.heartRateBeatsPerMinute] ?? reading.measurements[.pulseBeatsPerMinute])
        .flatMap { $0 > 0 ? $0 : nil }
    // An oximeter sends 127 and more if it has no value.
    case .saturation: reading.measurements[.oxygenSaturationPercent].flatMap { 0...100 ~= $0 ? $0 : nil }
    case .altitude: reading.measurements[.pressureHectopascals].map(Atmosphere.feet)
    case .co2: reading.measurements[.co2PartsPerMillion]
    }
  }
}

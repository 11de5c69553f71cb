import Alarms
import Readings

/// What makes the values of one sensor worth less, each with an alarm of its own.
struct SensorTrust: Sendable {
  /// A value that stands still where it cannot.
  private(set) var isFrozen = false
  private(set) var frozenValue: Double?
  /// A value that the sensor cannot have measured: which, if any.
  private(set) var implausible: (quantity: Quantity, value: Double)?
  /// A heart-rate sensor says that it does not touch the skin.
  private(set) var hasLostContact = false
  /// The sensor's battery is nearly empty.
  private(set) var isBatteryLow = false
  /// When the sensor was last heard with anything measured.
  private(set) var heardAt: Instant?

  private var air = FrozenValue()
  private var heart = FrozenValue()
  private var repeatedBeats = RepeatedBeats()
  private var latestInterval: UInt16?
  /// When it came.
  private var latestBeat: Instant?

  /// The charge, in percent, at which a battery counts as nearly empty, and the one at which it no longer does. Ours: a
  /// sensor reads on for days at 10 %, which is time to find a new battery.
  private static let lowBattery = 10.0
  private static let goodBattery = 15.0

  /// A strap that has told the times between heartbeats, and for so long tells none at one and the same rate, repeats
  /// itself: three beats of the slowest heart, and within the time in which an alarm must be signalled. Ours.
  private static let withoutBeats = Duration.seconds(10)
  /// So does one that tells one and the same time again and again: no living heart keeps time to 1/1024 s. A pacemaker
  /// does; it gets longer, since its beats and the clock of a strap that measures coarsely drift past each other. Ours.
  private static let sameBeats = Duration.seconds(120)

  /// Judges a reading.
  /// - Parameter offScale: the quantities whose value the sensor cannot measure, and which is beyond a limit all the same,
  ///   since it is off the scale on the alarm's side.
  /// - Returns: its measurements without those that are no data: what the sensor cannot have measured, and the 0 bpm of a
  ///   strap that finds no heartbeat.
  mutating func judge(
    _ reading: Reading, of traits: SensorTraits, countingOffScale offScale: QuantitySet, at instant: Instant
  ) -> Measurements {
    var measurements = reading.measurements
    var worst: (Quantity, Double)?
    reading.measurements.forEach { quantity, value in
      if value == 0, quantity == .heartRateBeatsPerMinute || quantity == .pulseBeatsPerMinute {
        measurements[quantity] = nil
      } else if !traits.isPlausible(value, of: quantity), !offScale.contains(quantity) {
        measurements[quantity] = nil
        if worst == nil || quantity == traits.mainQuantity { worst = (quantity, value) }
      }
    }
    // What an oximeter says off the finger is nobody's.
    if reading.contact == nil, reading.skinContact == .notDetected { measurements[.oxygenSaturationPercent] = nil }
    if !reading.measurements.isEmpty {
      heardAt = instant
      // A message without the quantity that was wrong does not say that it is right again.
      if let worst {
        implausible = worst
      } else if let known = implausible?.quantity, measurements[known] != nil {
        implausible = nil
      }
    }
    if let contact = reading.skinContact { hasLostContact = contact == .notDetected }
    judgeBattery(reading, of: traits)
    return measurements
  }

  private mutating func judgeBattery(_ reading: Reading, of traits: SensorTraits) {
    if let percent = reading.measurements[.batteryPercent] {
      isBatteryLow = percent <= (isBatteryLow ? Self.goodBattery : Self.lowBattery)
    } else if let isLow = reading.isBatteryLow {
      isBatteryLow = isLow
    } else if let millivolts = reading.measurements[.batteryMillivolts], let limit = traits.lowBatteryMillivolts {
      isBatteryLow = millivolts < limit
    }
  }

  /// Looks for a value that stands still.
  mutating func findFrozen(
    _ measurements: Measurements, _ reading: Reading, of traits: SensorTraits, measuredAt: Instant,
    interval: UInt16?
  ) {
    if hasMoved(reading.rrIntervals, at: measuredAt) { heart.moved(at: measuredAt) }
    func isFrozen(_ detector: inout FrozenValue, _ quantity: Quantity) -> Bool? {
      guard let value = measurements[quantity], var limit = traits.frozenAfter(quantity, intervalSeconds: interval)
      else {
        return nil
      }
      if quantity == .heartRateBeatsPerMinute, let latestBeat {
        let isWithoutBeats = latestBeat.duration(to: measuredAt) >= Self.withoutBeats
        limit = min(limit, isWithoutBeats ? Self.withoutBeats : Self.sameBeats)
      }
      return detector.take(
        value, at: measuredAt, longestGap: traits.freshness(intervalSeconds: interval), limit: limit)
    }
    guard
      let found = isFrozen(&air, .co2PartsPerMillion) ?? isFrozen(&heart, .heartRateBeatsPerMinute)
        ?? isFrozen(&heart, .pulseBeatsPerMinute)
    else { return }
    var isRepeating = false
    if let rate = measurements[.heartRateBeatsPerMinute] {
      isRepeating = repeatedBeats.take(rate, reading.rrIntervals, at: measuredAt)
    }
    self.isFrozen = found || isRepeating
    frozenValue =
      measurements[.co2PartsPerMillion] ?? measurements[.heartRateBeatsPerMinute] ?? measurements[.pulseBeatsPerMinute]
  }

  /// Whether the latest interval between heartbeats is another than the one before: a living heart.
  private mutating func hasMoved(_ intervals: RRIntervals, at instant: Instant) -> Bool {
    guard
      let newest = (0..<intervals.count).last(where: { intervals.isPlausible(at: $0) }).flatMap(intervals.ticks(at:))
    else { return false }
    defer { (latestInterval, latestBeat) = (newest, instant) }
    return latestInterval.map { $0 != newest } ?? true
  }

  /// Goes on where an earlier run was: it had this alarm at the sensor. What the sensor says next decides whether it
  /// still has.
  mutating func resume(_ condition: ConditionID, value: Double?, main: Quantity) {
    switch condition {
    case .frozen:
      isFrozen = true
      frozenValue = value
      guard let value else { break }
      if main == .co2PartsPerMillion { air.resume(value) } else { heart.resume(value) }
    case .implausible: implausible = (main, value ?? 0)
    case .noContact: hasLostContact = true
    case .sensorBatteryLow: isBatteryLow = true
    default: break
    }
  }

  /// The sensor has fallen silent: what it said of itself is worth nothing any more, and its silence is an alarm of its
  /// own. Its battery is as it was.
  mutating func fallSilent() {
    isFrozen = false
    implausible = nil
    hasLostContact = false
  }
}

extension Reading {
  /// What an oximeter says by these bits of its status: its sensor is not on the user, has been displaced, or is not
  /// connected (Bluetooth SIG, Pulse Oximeter Service 1.0, Device and Sensor Status, bits 11, 13 and 15).
  private static let offFinger: UInt32 = 1 << 11 | 1 << 13 | 1 << 15

  /// What it says by these of a signal from which nothing follows: a malfunction, an inadequate signal, interference, an
  /// unknown or broken sensor (bits 1, 3, 10, 12 and 14). That it touches the skin does not follow either: a pulse is
  /// missing only where contact is detected.
  private static let unusable: UInt32 = 1 << 1 | 1 << 3 | 1 << 10 | 1 << 12 | 1 << 14

  /// Whether the sensor touches the skin, as a strap or an oximeter says it; `nil` where it says nothing.
  var skinContact: SkinContact? {
    if let contact { return contact }
    guard let sensorStatus else { return nil }
    if sensorStatus & Self.offFinger != 0 { return .notDetected }
    return sensorStatus & Self.unusable != 0 ? nil : .detected
  }
}

import Alarms
import Readings

/// Judges whether the values of one sensor can be trusted. Each reason not to trust them raises an alarm of its own,
/// after ``SensorFaults`` has counted it.
struct SensorTrust: Sendable {
  /// Whether a value has stayed the same for longer than is possible.
  private(set) var isFrozen = false
  private(set) var frozenValue: Double?
  /// The value that the sensor cannot have measured, if any.
  private(set) var implausible: (quantity: Quantity, value: Double)?
  /// Whether a heart sensor reports that it does not touch the skin.
  private(set) var hasLostContact = false
  private(set) var isBatteryLow = false
  /// When the latest message with any measurement was received.
  private(set) var receivedAt: Instant?

  /// The rates that the pacemaker of the wearer keeps, in beats per minute; `nil` without one.
  var pacedRates: ClosedRange<Double>?
  private var air = FrozenValue()
  private var heart = FrozenValue()
  private var repeatedBeats = RepeatedBeats()
  private var latestInterval: UInt16?
  private var latestSaturation: Double?
  private var latestAmplitude: Double?
  /// When the latest RR interval was received.
  private var latestBeat: Instant?
  /// Whether the heart rate is frozen because the beats that came before have stopped, at a strap that reports skin contact.
  private var haveBeatsStopped = false

  /// At or below this charge, in percent, a battery is nearly empty; above ``goodBattery`` it no longer is. Own choice:
  /// a sensor works for days at 10 %, which is enough time to find a new battery.
  private static let lowBattery = 10.0
  private static let goodBattery = 15.0

  /// A strap that has sent RR intervals, and then sends none for this time at an unchanged rate, counts as frozen. This
  /// is three beats of the slowest heart, and no longer than the bound of a heart-rate alarm. Own choice.
  private static let withoutBeats = Duration.seconds(10)
  /// A strap that repeats the same RR interval at an unchanged rate for this time counts as frozen too: no natural
  /// heart keeps its interval to 1/1024 s. The time is long because a pacemaker does keep it, until its clock and that
  /// of the strap have drifted apart. Own choice.
  private static let sameBeats = Duration.seconds(120)

  /// - Parameter offScale: the quantities with a value outside the sensor's range that counts as beyond a limit.
  /// - Returns: the measurements that count as data: without values that the sensor cannot have measured, and without
  ///   the 0 bpm of a strap that finds no heartbeat.
  mutating func judge(
    _ reading: Reading, of traits: SensorTraits, countingOffScale offScale: QuantitySet, at instant: Instant
  ) -> Measurements {
    var measurements = reading.measurements
    var worst: (Quantity, Double)?
    reading.measurements.forEach { quantity, value in
      if value == 0, quantity == .heartRateBeatsPerMinute || quantity == .pulseBeatsPerMinute {
        measurements[quantity] = nil
      } else if !traits.isPlausible(quantity, value, in: reading.measurements), !offScale.contains(quantity) {
        measurements[quantity] = nil
        if worst == nil || quantity == traits.mainQuantity { worst = (quantity, value) }
      }
    }
    // The values of an oximeter that is off the finger do not count.
    if reading.contact == nil, reading.skinContact == .notDetected { measurements[.oxygenSaturationPercent] = nil }
    if !reading.measurements.isEmpty {
      receivedAt = instant
      // A message without the implausible quantity does not show that it is plausible again.
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

  /// Looks for a value that has stayed the same for too long.
  mutating func findFrozen(
    _ measurements: Measurements, _ reading: Reading, of traits: SensorTraits, measuredAt: Instant,
    interval: UInt16?
  ) {
    if hasMoved(reading.rrIntervals, at: measuredAt) || hasMoved(measurements) { heart.moved(at: measuredAt) }
    // Off the skin a number says nothing, whether it moves or not.
    guard reading.contact != .notDetected else { return }
    let paced = pacedRates
    func isFrozen(_ detector: inout FrozenValue, _ quantity: Quantity) -> Bool? {
      guard let value = measurements.sent(quantity), var limit = traits.frozenAfter(quantity, intervalSeconds: interval)
      else {
        return nil
      }
      var isWithoutBeats = false
      if quantity == .heartRateBeatsPerMinute, let latestBeat {
        isWithoutBeats = latestBeat.duration(to: measuredAt) >= Self.withoutBeats
        limit = min(limit, isWithoutBeats ? Self.withoutBeats : Self.sameBeats)
      }
      var isSame = detector.take(
        value, at: measuredAt, longestGap: traits.freshness(intervalSeconds: interval), limit: limit)
      if quantity == .heartRateBeatsPerMinute {
        // As for a missing pulse: a mean that moves by small steps shows no heart, a beat or a jump does.
        let isNear = abs(value - (frozenValue ?? value)) <= HeartSensor.smallStep
        haveBeatsStopped =
          isWithoutBeats && reading.contact.map { $0 != .notSupported } ?? false
          && (isSame || haveBeatsStopped && isNear)
        isSame = isSame || haveBeatsStopped
      }
      // A pacemaker keeps the rate, and to the tick, but the beats go on.
      return isSame && (isWithoutBeats || quantity == .co2PartsPerMillion || paced?.contains(value) != true)
    }
    guard
      let found = isFrozen(&air, .co2PartsPerMillion) ?? isFrozen(&heart, .heartRateBeatsPerMinute)
        ?? isFrozen(&heart, .pulseBeatsPerMinute)
    else { return }
    var isRepeating = false
    if let rate = measurements[.heartRateBeatsPerMinute] {
      isRepeating = repeatedBeats.take(
        rate, reading.rrIntervals, isPaced: paced?.contains(rate) == true, at: measuredAt)
    }
    self.isFrozen = found || isRepeating
    frozenValue =
      measurements.sentCO2 ?? measurements[.heartRateBeatsPerMinute] ?? measurements[.pulseBeatsPerMinute]
  }

  /// Whether the latest RR interval differs from the previous one, which shows a living heart.
  private mutating func hasMoved(_ intervals: RRIntervals, at instant: Instant) -> Bool {
    guard
      let newest = (0..<intervals.count).last(where: { intervals.isBeat(at: $0) }).flatMap(intervals.ticks(at:))
    else { return false }
    defer { (latestInterval, latestBeat) = (newest, instant) }
    return latestInterval.map { $0 != newest } ?? true
  }

  /// Whether the SpO2 or the pulse amplitude of an oximeter differs from the previous one, which shows that it measures: a
  /// paced heart keeps its rate all night.
  private mutating func hasMoved(_ measurements: Measurements) -> Bool {
    func differs(_ quantity: Quantity, from latest: inout Double?) -> Bool {
      guard let value = measurements[quantity] else { return false }
      defer { latest = value }
      return latest.map { $0 != value } ?? false
    }
    let saturation = differs(.oxygenSaturationPercent, from: &latestSaturation)
    return differs(.pulseAmplitudePercent, from: &latestAmplitude) || saturation
  }

  /// Continues an alarm of an earlier run. The next message of the sensor decides whether its cause still exists.
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

  /// The sensor is silent: its reports no longer count, since its silence is an alarm of its own. Only the battery
  /// state stays.
  mutating func fallSilent() {
    (isFrozen, haveBeatsStopped) = (false, false)
    implausible = nil
    hasLostContact = false
  }
}

extension Reading {
  /// The status bits of an oximeter for a sensor that is not on the user, is displaced or is not connected (Pulse
  /// Oximeter Service, Device and Sensor Status, bits 11, 13 and 15).
  private static let offFinger: UInt32 = 1 << 11 | 1 << 13 | 1 << 15

  /// The status bits for an unusable signal: a malfunction, an inadequate signal, interference, an unknown or broken
  /// sensor (bits 1, 3, 10, 12 and 14). They say nothing about skin contact, and a pulse counts as missing only if
  /// contact is detected.
  private static let unusable: UInt32 = 1 << 1 | 1 << 3 | 1 << 10 | 1 << 12 | 1 << 14

  /// Whether the sensor touches the skin, as a strap or an oximeter reports it; `nil` if the reading does not say.
  var skinContact: SkinContact? {
    if let contact { return contact }
    guard let sensorStatus else { return nil }
    if sensorStatus & Self.offFinger != 0 { return .notDetected }
    return sensorStatus & Self.unusable != 0 ? nil : .detected
  }
}

/// Detects a value that stays the same for longer than is possible: the sensor has failed, but its radio still works.
///
/// A strap in its charger continues to send its last heart rate (polar-ble-sdk, issues 131, 135 and 304), but no living
/// heart has the same rate for minutes. Only quantities that always change are watched, see
/// ``CatalogueEntry/frozenAfter(_:intervalSeconds:)``. One detector watches one quantity of one sensor.
struct FrozenValue: Sendable {
  private var value = 0.0
  /// When the value was measured for the first time without a change; `nil` before the first value.
  private var since: Instant?
  private var latest = Instant.start
  /// Whether an earlier run found the value frozen: the first value decides whether it still is.
  private var isResumed = false

  /// - Parameters:
  ///   - longestGap: after a longer gap the time begins again, since the value may have changed in between.
  ///   - limit: how long the value may stay the same.
  /// - Returns: whether the value has stayed the same for `limit`.
  mutating func take(_ value: Double, at measuredAt: Instant, longestGap: Duration, limit: Duration) -> Bool {
    if isResumed {
      isResumed = false
      latest = measuredAt
      since = measuredAt.advanced(by: .zero - limit)
    }
    let isGap = latest.duration(to: measuredAt) > longestGap
    latest = max(latest, measuredAt)
    guard let since, value == self.value, !isGap else {
      self.value = value
      self.since = measuredAt
      return false
    }
    return since.duration(to: measuredAt) >= limit
  }

  /// Continues an earlier run that found this value frozen.
  mutating func resume(_ value: Double) {
    self.value = value
    isResumed = true
  }

  /// Restarts the time, because other data show that the sensor works.
  mutating func moved(at instant: Instant) {
    if since != nil { since = instant }
  }
}

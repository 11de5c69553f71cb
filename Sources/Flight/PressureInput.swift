import Readings

/// Makes one value a minute at most of what the sensors of a cabin send: it chooses a sensor, and leaves out repetitions,
/// values that cannot be, and a barometer that no longer moves.
struct PressureInput: Sendable {
  /// A step is due after this time, s. A sensor with an interval of a minute can be a little early.
  private static let step = 55.0
  /// Two messages with the same measurement differ by less than this in its time, s, since ages are whole seconds and late.
  private static let sameMeasurement = 20.0
  /// Another sensor is taken when the one in use is silent for this long, s: three intervals of the slowest setting.
  private static let silence = 1_800.0
  /// A barometer hangs whose value stays exactly the same for an hour, and for twenty times as long as it ever did before
  /// (choice; the noise of a good one moves its last digit every few minutes).
  private static let frozen = 3_600.0, frozenTimes = 20.0
  /// No cabin moves faster, ft/min and ft: a value beyond is wrong, unless more follow.
  private static let fastest = (rate: 3_000.0, step: 500.0)
  private static let wrongInARow = 3

  private(set) var sensor: SensorIndex?
  /// When the sensor in use was last received.
  private var heardAt = -Double.infinity
  private var measuredAt = -Double.infinity
  /// The values since the last step.
  private var sum = (feet: 0.0, seconds: 0.0, count: 0.0)
  private var co2Sum = (ppm: 0.0, count: 0.0)
  /// The latest pressure, and since when it is exactly the same.
  private var same: (pressure: Double, since: Double)?
  /// The longest time for which the pressure was exactly the same before, s.
  private var longestSame = 0.0
  private var last: (seconds: Double, feet: Double?, co2: Double?)?
  /// CO2 some minutes ago, for its rise.
  private var earlierCO2: (seconds: Double, ppm: Double)?
  private var wrong = 0
  /// Whether the next difference is of two sensors.
  private var isOtherSensor = false

  /// - Parameters:
  ///   - pressure: hPa.
  ///   - co2: ppm.
  ///   - isTimed: whether the sensor sent the age of the measurement, so that an equal value is a new measurement.
  /// - Returns: an observation when a step is due.
  mutating func receive(
    pressure: Double?, co2: Double?, from sensor: SensorIndex, at seconds: Double, isTimed: Bool
  ) -> FlightObservation? {
    let feet = pressure.flatMap {
      PressureAltitude.plausible.contains($0) ? PressureAltitude.feet(hectopascals: $0) : nil
    }
    if sensor != self.sensor {
      // A sensor without a pressure may only help out, with its CO2.
      guard feet != nil else { return takeCO2(co2, at: seconds) }
      guard self.sensor == nil || seconds - heardAt > Self.silence else { return nil }
      isOtherSensor = self.sensor != nil
      self.sensor = sensor
      (sum, same, longestSame) = ((0, 0, 0), nil, 0)
    }
    if let feet, let pressure {
      heardAt = seconds
      if isTimed, seconds - measuredAt < Self.sameMeasurement { return nil }
      measuredAt = seconds
      if same?.pressure == pressure {
        if !isTimed, isRepetition(seconds, co2) { return nil }
      } else {
        if let same { longestSame = max(longestSame, seconds - same.since) }
        same = (pressure, seconds)
      }
      sum = (sum.feet + feet, sum.seconds + seconds, sum.count + 1)
    }
    return takeCO2(co2, at: seconds)
  }

  /// Without an age, an equal value is no new measurement for ten minutes.
  private func isRepetition(_ seconds: Double, _ co2: Double?) -> Bool {
    guard let last, seconds - last.seconds < 600 else { return false }
    return co2 == nil || co2 == last.co2
  }

  private mutating func takeCO2(_ co2: Double?, at seconds: Double) -> FlightObservation? {
    if let co2, co2 > 0 { co2Sum = (co2Sum.ppm + co2, co2Sum.count + 1) }
    guard seconds - (last?.seconds ?? -.infinity) >= Self.step else { return nil }
    // While there is a barometer, its values make the steps, so that each has a change of altitude.
    guard sum.count > 0 || co2Sum.count > 0 && seconds - heardAt > Self.silence else { return nil }
    return observation(at: seconds)
  }

  private mutating func observation(at seconds: Double) -> FlightObservation? {
    var seen = FlightObservation()
    seen.seconds = sum.count > 0 ? sum.seconds / sum.count : seconds
    seen.feet = sum.count > 0 ? sum.feet / sum.count : nil
    seen.co2 = co2Sum.count > 0 ? co2Sum.ppm / co2Sum.count : nil
    (sum, co2Sum) = ((0, 0, 0), (0, 0))
    if let same, seconds - same.since > max(Self.frozen, Self.frozenTimes * longestSame) { seen.feet = nil }
    guard let last else {
      last = (seen.seconds, seen.feet, seen.co2)
      earlierCO2 = seen.co2.map { (seen.seconds, $0) }
      return seen
    }
    seen.minutes = max(0.5, (seen.seconds - last.seconds) / 60)
    if let feet = seen.feet, let before = last.feet, !isOtherSensor {
      let change = feet - before
      if abs(change) > Self.fastest.rate * seen.minutes + Self.fastest.step {
        wrong += 1
        guard wrong >= Self.wrongInARow else { return nil }
      } else {
        seen.change = change
      }
    }
    wrong = 0
    if seen.feet != nil { isOtherSensor = false }
    noteRise(&seen)
    self.last = (seen.seconds, seen.feet, seen.co2 ?? last.co2)
    return seen
  }

  private mutating func noteRise(_ seen: inout FlightObservation) {
    guard let co2 = seen.co2 else { return }
    if let earlierCO2, seen.seconds > earlierCO2.seconds {
      seen.co2Rise = (co2 - earlierCO2.ppm) / (seen.seconds - earlierCO2.seconds) * 60
      guard seen.seconds - earlierCO2.seconds > 300 else { return }
    }
    earlierCO2 = (seen.seconds, co2)
  }
}

import Readings
import SensorProtocols

/// Corrects the CO2 of each reading by the air pressure, between decoder and rules. The rule is in docs/alarms.md.
///
/// It remembers the latest pressure of each sensor of the box, and allocates only when a sensor sends its first one.
package struct PressureCorrector: Sendable {
  package var settings: PressureCorrection
  /// In the order of the places of their sensors.
  private var barometers: [Barometer] = []
  /// What was done to the latest CO2 of each sensor.
  private var latest: [SensorIndex: CO2Correction] = [:]

  package init(settings: PressureCorrection = .automatic) { self.settings = settings }

  /// Corrects a reading of a sensor of the box, and records its pressure.
  /// - Returns: what was done, if it is not the same as for the reading before.
  package mutating func correct(
    _ reading: inout Reading, from sensor: SensorIndex, _ address: DeviceAddress, at instant: Instant
  ) -> CO2Correction? {
    if let pressure = reading.measurements[.pressureHectopascals] {
      note(pressure, from: sensor, address, at: instant.earlier(bySeconds: reading.ageSeconds ?? 0))
    }
    guard reading.measurements[.co2PartsPerMillion] != nil else { return nil }
    let done = apply(to: &reading, from: sensor, address, at: instant)
    reading.co2Correction = done
    guard let before = latest.updateValue(done, forKey: sensor), before != done else { return nil }
    return done
  }

  package func correct(_ reading: inout Reading, ofStranger address: DeviceAddress) {
    guard reading.measurements[.co2PartsPerMillion] != nil else { return }
    switch settings.rule(for: address, reading.model) {
    case .left(let done): reading.co2Correction = done
    case .law:
      settings.correct(&reading.measurements, of: address, reading.model)
      let isCorrected = reading.measurements[.co2SentPartsPerMillion] != nil
      reading.co2Correction = isCorrected ? .corrected(by: nil) : CO2Correction.none(.noPressure)
    }
  }

  /// Forgets a place, because its sensor has changed or is no longer one of the box.
  package mutating func forget(_ sensor: SensorIndex) {
    guard latest.removeValue(forKey: sensor) != nil || barometers.contains(where: { $0.sensor == sensor }) else {
      return
    }
    barometers.removeAll { $0.sensor == sensor }
  }

  private mutating func note(
    _ pressure: Double, from sensor: SensorIndex, _ address: DeviceAddress, at instant: Instant
  ) {
    guard let place = barometers.firstIndex(where: { $0.sensor >= sensor }) else {
      return barometers.append(Barometer(sensor, address, pressure, at: instant))
    }
    if barometers[place].sensor != sensor {
      barometers.insert(Barometer(sensor, address, pressure, at: instant), at: place)
    } else if barometers[place].address != address {
      barometers[place] = Barometer(sensor, address, pressure, at: instant)
    } else {
      barometers[place].record(pressure, at: instant)
    }
  }

  private func apply(
    to reading: inout Reading, from sensor: SensorIndex, _ address: DeviceAddress, at instant: Instant
  ) -> CO2Correction {
    let law: CO2Pressure.Law
    switch settings.rule(for: address, reading.model) {
    case .left(let done): return done
    case .law(let found): law = found
    }
    // The sensor's own pressure first, then those of the others in the order of their places.
    var failed: CO2Correction?
    if let own = barometers.first(where: { $0.sensor == sensor }),
      let done = correct(&reading, by: law, own, address: nil, at: instant, &failed)
    {
      return done
    }
    for barometer in barometers where barometer.sensor != sensor {
      if let done = correct(&reading, by: law, barometer, address: barometer.address, at: instant, &failed) {
        return done
      }
    }
    return failed ?? CO2Correction.none(.noPressure)
  }

  /// Corrects a reading by one barometer.
  /// - Parameters:
  ///   - address: that of another sensor; `nil` for the sensor's own barometer.
  ///   - failed: receives why it cannot be done, unless there was a reason before.
  private func correct(
    _ reading: inout Reading, by law: CO2Pressure.Law, _ barometer: Barometer, address: DeviceAddress?,
    at instant: Instant, _ failed: inout CO2Correction?
  ) -> CO2Correction? {
    if let fault = barometer.fault(at: instant, isOwn: address == nil) {
      failed = failed ?? CO2Correction.none(fault, address)
      return nil
    }
    guard reading.measurements.correctCO2(by: law, hectopascals: barometer.hectopascals) else { return nil }
    return .corrected(by: address)
  }
}

/// The air pressure as one sensor gives it, and whether CO2 may be corrected by it.
struct Barometer: Sendable {
  /// A pressure that is older than this no longer counts: a cabin climbs 7,500 ft in it.
  static let longestAge = Duration.seconds(15 * 60)
  /// Another sensor's barometer that was silent for longer counts again when it has been back for this time, so that one
  /// message now and then does not switch the correction on and off.
  private static let return_ = Duration.seconds(30)
  /// How long the pressure may be exactly the same. The tides of the atmosphere alone move it by some tenths of a
  /// hectopascal in some hours, so a sensor with tenths shows another value. A whole number may come from a sensor
  /// without them (INKBIRD IAM-T1), and may stay the same in settled weather, but not for two days. Own choice.
  private static let frozenTenths = Duration.seconds(6 * 3_600)
  private static let frozenWhole = Duration.seconds(48 * 3_600)

  let sensor: SensorIndex
  let address: DeviceAddress
  private(set) var hectopascals: Double
  private var measuredAt: Instant
  /// When this very value was measured first.
  private var sameSince: Instant
  /// When it came back after a silence; `nil` once it counts again.
  private var returnedAt: Instant?

  init(_ sensor: SensorIndex, _ address: DeviceAddress, _ hectopascals: Double, at measuredAt: Instant) {
    self.sensor = sensor
    self.address = address
    self.hectopascals = hectopascals
    self.measuredAt = measuredAt
    sameSince = measuredAt
  }

  /// Records a pressure. An older one than the latest is ignored.
  mutating func record(_ value: Double, at instant: Instant) {
    guard instant >= measuredAt else { return }
    if measuredAt.duration(to: instant) > Self.longestAge {
      returnedAt = instant
      sameSince = instant
    } else if let returned = returnedAt, returned.duration(to: instant) >= Self.return_ {
      returnedAt = nil
    }
    if value != hectopascals { sameSince = instant }
    hectopascals = value
    measuredAt = instant
  }

  /// Why the pressure cannot be used; `nil` if it can.
  /// - Parameter isOwn: whether the CO2 is of the same sensor. What it measures together counts together, also when it
  ///   has just come back.
  func fault(at instant: Instant, isOwn: Bool) -> CO2Correction.Reason? {
    guard PressureAltitude.plausible.contains(hectopascals) else { return .pressureOutOfRange }
    guard isOwn || returnedAt == nil, measuredAt.duration(to: instant) <= Self.longestAge else { return .pressureStale }
    let limit = hectopascals == hectopascals.rounded() ? Self.frozenWhole : Self.frozenTenths
    return sameSince.duration(to: measuredAt) >= limit ? .pressureFrozen : nil
  }
}

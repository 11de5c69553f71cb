import Glibc
import Readings

/// An Aranet4, which reads low in thin air: it measures once in each interval and repeats its latest values with their age until the next
/// measurement.
struct SimulatedAirSensor: Sendable {
  private let parameters: WorldParameters
  private let gain: Double
  private var co2 = 0.0
  private var hectopascals = 1013.25
  private var measuredAt = -1.0
  private var nextMeasurement: Double
  private var nextAdvertisement: Double
  private var breath: RandomInterval
  private var dropout: RandomInterval
  private var bytes: [UInt8] = []

  /// "Current readings" with interval and age: Anrijs/Aranet4-Python, docs/UUIDs.md.
  private static let currentReadings = BluetoothUUID(value: 0xF0CD_3001_95DA_4F4B_9AC8_AA55_D312_AF0C)

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    self.parameters = parameters
    gain = 1 + parameters.airGainSpread * random.normal()
    nextMeasurement = random.uniform(1, parameters.airIntervalSeconds)
    nextAdvertisement = random.uniform(1, parameters.airAdvertisementSeconds)
    breath = RandomInterval(perDay: parameters.breathsOnSensorPerDay, &random)
    dropout = RandomInterval(perDay: parameters.airDropoutsPerDay, &random)
    bytes.reserveCapacity(16)
  }

  /// The bytes that are received this second; `nil` if there are none.
  /// - Parameters:
  ///   - trueCO2: in ppm.
  ///   - feet: the true pressure altitude.
  mutating func step(_ now: Double, _ trueCO2: Double, feet: Double, _ random: inout WorldRandom) -> SensorValue? {
    let parameters = parameters
    _ = breath.step(
      now, duration: { random.logNormal(median: 60, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.breathsOnSensorPerDay) })
    _ = dropout.step(
      now, duration: { random.logNormal(median: parameters.airDropoutMinutes * 60, sigma: 1) },
      wait: { random.wait(perDay: parameters.airDropoutsPerDay) })
    if now >= nextMeasurement {
      nextMeasurement += parameters.airIntervalSeconds
      measuredAt = now
      hectopascals = Atmosphere.hectopascals(feet: feet) + 0.1 * random.normal()
      let breathed = breath.isOn ? random.uniform(500, 4_000) : 0
      let shown = Atmosphere.shownShare(hectopascals: hectopascals, percent: parameters.airPressureLossPercent)
      co2 = (trueCO2 * gain + parameters.airNoisePartsPerMillion * random.normal() + breathed) * shown
    }
    guard now >= nextAdvertisement else { return nil }
    nextAdvertisement += parameters.airAdvertisementSeconds * random.uniform(0.5, 1.5)
    guard measuredAt >= 0, !dropout.isOn else { return nil }
    bytes.removeAll(keepingCapacity: true)
    append(UInt16(min(max(co2, 0), 9_999)))
    append(430)  // 21.5 °C in twentieths.
    append(UInt16(min(max(hectopascals * 10, 0), 12_000)))
    bytes.append(40)
    bytes.append(87)
    bytes.append(1)
    append(UInt16(parameters.airIntervalSeconds))
    append(UInt16(min(now - measuredAt, 60_000)))
    return SensorValue(characteristic: Self.currentReadings, bytes: bytes)
  }

  private mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Shields it by script, for this many seconds.
  mutating func suffer(_ trouble: WorldEvent.Trouble, _ now: Double, for duration: Double) {
    if trouble == .airSilent { dropout.begin(now, for: duration) }
  }
}

/// The standard atmosphere (ICAO Doc 7488). It is written independently of the one that the alarms use, so that the two
/// check each other.
enum Atmosphere {
  /// The pressure in hPa at a pressure altitude in feet, up to 36,000 ft.
  static func hectopascals(feet: Double) -> Double {
    let metres = feet * 0.3048
    return 1013.25 * pow(1 - 0.0065 * metres / 288.15, 5.255_88)
  }

  /// The share of the true CO2 that an Aranet4 shows at a pressure in hPa, if it loses `percent` of it for each kilopascal
  /// (docs/alarms.md, "CO2 and air pressure"). Written independently of the correction that it puts to the test.
  static func shownShare(hectopascals: Double, percent: Double) -> Double {
    let missingKilopascals = 101.325 - hectopascals / 10
    return max(0, 1 - missingKilopascals * percent / 100)
  }

  /// The pressure altitude in feet for a pressure in hPa.
  static func feet(hectopascals: Double) -> Double {
    (1 - pow(hectopascals / 1013.25, 1 / 5.255_88)) * 288.15 / 0.0065 / 0.3048
  }
}

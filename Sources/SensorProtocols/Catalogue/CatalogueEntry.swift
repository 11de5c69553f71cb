import Readings

/// What can be measured at all: a value outside was not measured. A quantity that is not named has no limits.
package typealias PlausibleRanges = [Quantity: ClosedRange<Double>]

/// What the monitor and a person need to know of a kind of sensor beyond its bytes.
package struct CatalogueEntry: Sendable {
  /// By what a device is recognised. A passive scan has only the names that stand beside the data, so a name is never the
  /// only way in; some families require it besides.
  package enum Mark: Sendable, Hashable {
    /// Manufacturer specific data of this company.
    case company(UInt16)
    /// Data of this 16-bit service.
    case serviceData(UInt16)
    /// This service is offered.
    case service(BluetoothUUID)
    /// The local name begins so.
    case name(String)
  }

  /// A characteristic that is read, that notifies, or that is written to so that another one notifies.
  package struct Access: Sendable, Hashable {
    package let characteristic: BluetoothUUID
    /// The time between two reads or writes; `nil` to subscribe to its notifications, or to write once.
    package let readEvery: Duration?
    /// What is written; `nil` where it is read or notifies.
    package let message: [UInt8]?
    /// The longest time between two notifications of a device that works; `nil` where it may be silent for longer.
    package var speaksWithin: Duration?

    /// Is read so often.
    static func read(_ characteristic: BluetoothUUID, every interval: Duration) -> Access {
      Access(characteristic: characteristic, readEvery: interval, message: nil)
    }

    /// Notifies by itself.
    /// - Parameter interval: the longest time between two notifications, where there is one.
    static func subscribe(_ characteristic: BluetoothUUID, within interval: Duration? = nil) -> Access {
      Access(characteristic: characteristic, readEvery: nil, message: nil, speaksWithin: interval)
    }

    /// Is asked by a message, so often or once.
    static func write(_ message: [UInt8], to characteristic: BluetoothUUID, every interval: Duration? = nil) -> Access {
      Access(characteristic: characteristic, readEvery: interval, message: message)
    }
  }

  package let model: SensorModel
  /// The name in JSON, in the logbook and on the screen.
  package let name: String
  /// By what it is recognised.
  package let marks: [Mark]
  /// Whether its advertisements carry its measurements.
  package let advertisesReadings: Bool
  /// What a client that has connected reads or subscribes to; empty where there is nothing to connect for.
  package let accesses: [Access]
  /// Whether reading needs pairing, and how that is done; `nil` where it does not.
  package let pairing: String?
  /// What it is owned for. It counts as alive as long as this one is measured: a CO2 monitor whose CO2 sensor is being
  /// calibrated still sends a temperature.
  package let mainQuantity: Quantity
  /// How long a measurement counts, where the sensor does not tell its own interval.
  package let freshness: Duration
  /// What it can measure at all.
  package let plausible: PlausibleRanges
  /// Whether its counter counts measurements or frames, so that an unchanged one says that the values are only repeated.
  package let countsMeasurements: Bool
  /// The voltage below which its battery is nearly empty, where it tells a voltage and no charge.
  package let lowBatteryMillivolts: Double?
  /// Whether its values come in messages that do not say of which kind their sender is. They are read only from an address
  /// that has shown its kind in another one, see ``ShownKinds``.
  package let mustShowKind: Bool
  /// What to tell its owner when it is heard and gives no reading.
  package let adviceWithoutReading: String

  init(
    _ model: SensorModel, _ name: String, marks: [Mark], advertisesReadings: Bool = true, accesses: [Access] = [],
    pairing: String? = nil, mainQuantity: Quantity, freshness: Duration, plausible: PlausibleRanges,
    countsMeasurements: Bool = false, lowBatteryMillivolts: Double? = nil, mustShowKind: Bool = false,
    adviceWithoutReading: String
  ) {
    self.model = model
    self.name = name
    self.marks = marks
    self.advertisesReadings = advertisesReadings
    self.accesses = accesses
    self.pairing = pairing
    self.mainQuantity = mainQuantity
    self.freshness = freshness
    self.plausible = plausible
    self.countsMeasurements = countsMeasurements
    self.lowBatteryMillivolts = lowBatteryMillivolts
    self.mustShowKind = mustShowKind
    self.adviceWithoutReading = adviceWithoutReading
  }

  /// The time between two measurements that it is asked or read for; `nil` where it tells them by itself. What is read of
  /// a sensor that notifies is its battery and the like.
  package var measuresEvery: Duration? {
    let notifies = accesses.contains { $0.readEvery == nil && $0.message == nil }
    return accesses.filter { !notifies || $0.message != nil }.compactMap(\.readEvery).min()
  }

  /// Whether it measures the heart rate: the loss of its data becomes a high-priority alarm.
  package var isHeartRateSensor: Bool { mainQuantity == .heartRateBeatsPerMinute }

  /// The intervals that can be set at a sensor, seconds; what it tells beyond them is not believed.
  private static let settableIntervals: ClosedRange<UInt16> = 60...600

  /// How long a measurement counts from when it was taken: two intervals of the sensor's own, so that one lost
  /// measurement is no alarm, and half a minute for its advertisement to be heard; else ``freshness``.
  package func freshness(intervalSeconds: UInt16?) -> Duration {
    guard let intervalSeconds, Self.settableIntervals.contains(intervalSeconds) else { return freshness }
    return .seconds(2 * Int(intervalSeconds) + 30)
  }

  /// A heart in good health, asleep, keeps to one beat a minute for a minute or two at most; five have a wide margin.
  private static let frozenHeart = Duration.seconds(300)
  /// CO2 in a room drifts, and the noise of these sensors is some ppm from one measurement to the next: in an hour and
  /// a dozen windows it moves by one at least.
  private static let frozenAir = Duration.seconds(3_600)
  private static let frozenWindows: Int64 = 12

  /// For how long a quantity may stand still before it counts as frozen; `nil` where it may do so for ever. Temperature,
  /// humidity and pressure rest for hours in a good room, particles at zero, and an estimate of CO2 at its lower end.
  package func frozenAfter(_ quantity: Quantity, intervalSeconds: UInt16?) -> Duration? {
    switch quantity {
    case .heartRateBeatsPerMinute, .pulseBeatsPerMinute: Self.frozenHeart
    // To multiply a duration costs as much as all else here.
    case .co2PartsPerMillion:
      max(
        Self.frozenAir,
        .nanoseconds(Self.frozenWindows * freshness(intervalSeconds: intervalSeconds).wholeNanoseconds))
    default: nil
    }
  }

  /// Whether a value of a quantity is one that this sensor can measure.
  package func isPlausible(_ value: Double, of quantity: Quantity) -> Bool {
    plausible[quantity]?.contains(value) ?? true
  }
}

extension PlausibleRanges {
  /// What a room's air can be, and what the electronics of these sensors survive. CO2 outdoors is about 420 ppm; 250 leaves
  /// room for a sensor that drifted, and 40,000 is the end of the widest sensor's scale (Sensirion SCD4x, SCD30).
  static let air: PlausibleRanges = [
    .co2PartsPerMillion: 250...40_000, .temperatureCelsius: -40...85, .relativeHumidityPercent: 0...100,
    .pressureHectopascals: 300...1_100, .pm1MicrogramsPerCubicMetre: 0...1_000, .pm25MicrogramsPerCubicMetre: 0...1_000,
    .pm4MicrogramsPerCubicMetre: 0...1_000, .pm10MicrogramsPerCubicMetre: 0...1_000, .vocIndex: 0...500,
    .noxIndex: 0...500, .batteryPercent: 0...100,
  ]

  /// What a living heart can do, with a wide margin: a strap that cannot find a beat says 0.
  static let heart: PlausibleRanges = [.heartRateBeatsPerMinute: 20...250, .batteryPercent: 0...100]

  /// The same ranges with another one for some quantities.
  func with(_ other: PlausibleRanges) -> PlausibleRanges { merging(other) { $1 } }
}

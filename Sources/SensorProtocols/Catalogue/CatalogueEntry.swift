import Readings

/// The range of values that a sensor can measure, by quantity: a value outside was not measured. A quantity that is
/// missing has no limits.
package typealias PlausibleRanges = [Quantity: ClosedRange<Double>]

/// What the monitor and the user need to know about a kind of sensor apart from its bytes: how to recognise it, how to
/// read it, how long its readings count, and which values it can measure.
package struct CatalogueEntry: Sendable {
  /// A feature by which a device is recognised. A passive scan receives only the names that are in the same message as
  /// the data, so a name is never the only mark of a kind that advertises its readings; some families also require one.
  package enum Mark: Sendable, Hashable {
    /// Manufacturer specific data of this company.
    case company(UInt16)
    /// Data of this 16-bit service.
    case serviceData(UInt16)
    case service(BluetoothUUID)
    /// The local name begins with this text.
    case name(String)
    /// It is no radio device, but one on a USB cable with these numbers.
    case usb(vendor: UInt16, product: UInt16)
  }

  /// A characteristic that is read, that notifies, or that is written so that another one notifies.
  package struct Access: Sendable, Hashable {
    package let characteristic: BluetoothUUID
    /// The time between two reads or writes; `nil` to subscribe to notifications or to write once.
    package let readEvery: Duration?
    /// The bytes to write; `nil` if the characteristic is read or notifies.
    package let message: [UInt8]?
    /// The longest time between two notifications of a working device; `nil` if it may be silent for longer.
    package var speaksWithin: Duration?

    static func read(_ characteristic: BluetoothUUID, every interval: Duration) -> Access {
      Access(characteristic: characteristic, readEvery: interval, message: nil)
    }

    /// Subscribes to a characteristic that notifies.
    /// - Parameter interval: the longest time between two notifications, if there is one.
    static func subscribe(_ characteristic: BluetoothUUID, within interval: Duration? = nil) -> Access {
      Access(characteristic: characteristic, readEvery: nil, message: nil, speaksWithin: interval)
    }

    /// Writes a message that the sensor answers with a notification, once or at this interval.
    static func write(_ message: [UInt8], to characteristic: BluetoothUUID, every interval: Duration? = nil) -> Access {
      Access(characteristic: characteristic, readEvery: interval, message: message)
    }
  }

  package let model: SensorModel
  /// The name in JSON, in the logbook and on the screen.
  package let name: String
  package let marks: [Mark]
  package let advertisesReadings: Bool
  /// What a connected client reads or subscribes to; empty if there is no reason to connect.
  package let accesses: [Access]
  /// How to pair, if reading needs pairing; `nil` if it does not.
  package let pairing: String?
  /// The quantity that the sensor is bought for. The sensor counts as alive while this quantity is measured: a CO2
  /// monitor whose CO2 sensor is being calibrated still sends a temperature.
  package let mainQuantity: Quantity
  /// How long a measurement counts if the sensor does not send its interval.
  package let freshness: Duration
  package let plausible: PlausibleRanges
  /// Whether its counter counts measurements or frames; an unchanged counter then means that the values are only
  /// repeated.
  package let countsMeasurements: Bool
  /// Whether it sends only when something happens. Its silence then says nothing: it is never missed, and it proves not that
  /// it lives, so it is no watch.
  package let sendsOnEvents: Bool
  /// Whether it notifies its values many times a second. While they stay the same they count once a second.
  package let notifiesOften: Bool
  /// The voltage below which its battery is nearly empty, for a sensor that sends a voltage and no charge.
  package let lowBatteryMillivolts: Double?
  /// Whether its values come in messages that do not say what kind of device sent them. They are accepted only from an
  /// address that has shown its kind in another message, see ``ShownKinds``.
  package let mustShowKind: Bool
  /// How its CO2 values depend on the air pressure; `nil` if it measures no CO2.
  package let co2Pressure: CO2Pressure?
  /// Advice for the user if the sensor is received but gives no reading.
  package let adviceWithoutReading: SensorAdvice

  init(
    _ model: SensorModel, _ name: String, marks: [Mark], advertisesReadings: Bool = true, accesses: [Access] = [],
    pairing: String? = nil, mainQuantity: Quantity, freshness: Duration, plausible: PlausibleRanges,
    countsMeasurements: Bool = false, sendsOnEvents: Bool = false, notifiesOften: Bool = false,
    lowBatteryMillivolts: Double? = nil,
    mustShowKind: Bool = false,
    co2Pressure: CO2Pressure? = nil, adviceWithoutReading: SensorAdvice
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
    self.sendsOnEvents = sendsOnEvents
    self.notifiesOften = notifiesOften
    self.lowBatteryMillivolts = lowBatteryMillivolts
    self.mustShowKind = mustShowKind
    self.co2Pressure = co2Pressure
    self.adviceWithoutReading = adviceWithoutReading
  }

  /// The interval at which measurements are requested or read; `nil` if the sensor sends them without a request. If a
  /// sensor notifies, only its battery and similar values are read.
  package var measuresEvery: Duration? {
    let notifies = accesses.contains { $0.readEvery == nil && $0.message == nil }
    return accesses.filter { !notifies || $0.message != nil }.compactMap(\.readEvery).min()
  }

  /// What cannot be known from some or all sensors of this kind; `nil` for one that people do not wear.
  package var limitation: String? {
    switch mainQuantity {
    case .heartRateBeatsPerMinute, .oxygenSaturationPercent: WithoutBeats.sentence
    default: nil
    }
  }

  /// Whether it measures the heart rate. If so, the loss of its data becomes a high-priority alarm.
  package var isHeartRateSensor: Bool { mainQuantity == .heartRateBeatsPerMinute }

  /// The intervals that can be set on a sensor, in seconds. An interval outside this range is ignored.
  private static let settableIntervals: ClosedRange<UInt16> = 60...600

  /// How long a measurement counts after it was taken. If the sensor sends its interval, two intervals, so that one
  /// lost measurement raises no alarm, and half a minute for its advertisement to be received; otherwise ``freshness``.
  package func freshness(intervalSeconds: UInt16?) -> Duration {
    guard let intervalSeconds, Self.settableIntervals.contains(intervalSeconds) else { return freshness }
    return .seconds(2 * Int(intervalSeconds) + 30)
  }

  /// The rate of a healthy heart stays the same during sleep for a minute or two at most; five minutes have a wide
  /// margin.
  private static let frozenHeart = Duration.seconds(300)
  /// CO2 in a room drifts, and the noise of these sensors is some ppm from one measurement to the next: in an hour and
  /// a dozen freshness times, the value changes by at least 1 ppm.
  private static let frozenAir = Duration.seconds(3_600)
  private static let frozenWindows: Int64 = 12

  /// How long a quantity may stay unchanged before it counts as frozen; `nil` if there is no limit. Temperature,
  /// humidity and pressure can stay the same for hours in a good room, particles at zero, and an estimate of CO2 at its
  /// lower end.
  package func frozenAfter(_ quantity: Quantity, intervalSeconds: UInt16?) -> Duration? {
    switch quantity {
    case _ where sendsOnEvents: nil
    case .heartRateBeatsPerMinute, .pulseBeatsPerMinute: Self.frozenHeart
    // Multiplying a duration costs as much as all the rest of this function, so it is done in nanoseconds.
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

  /// Whether the value of a quantity among others is one that this sensor can measure; `true` if there is none.
  ///
  /// The range of CO2 ends below where true air ends, and above where the scale of the sensor ends: in thin air a
  /// corrected value may be above the scale, and what the sensor sent may be below outdoor air. Either may be within.
  package func isPlausible(_ quantity: Quantity, in measurements: Measurements) -> Bool {
    guard let value = measurements[quantity], !isPlausible(value, of: quantity) else { return true }
    guard let sent = measurements.sent(quantity), sent != value else { return false }
    return isPlausible(sent, of: quantity)
  }
}

extension PlausibleRanges {
  /// The values that the air of a room can have and the electronics of these sensors survive. CO2 outdoors is about 420
  /// ppm; 250 leaves room for a sensor that has drifted, and 40,000 is the end of the scale of the widest sensors
  /// (Sensirion SCD4x, SCD30).
  static let air: PlausibleRanges = [
    .co2PartsPerMillion: 250...40_000, .temperatureCelsius: -40...85, .relativeHumidityPercent: 0...100,
    .pressureHectopascals: 300...1_100, .pm1MicrogramsPerCubicMetre: 0...1_000, .pm25MicrogramsPerCubicMetre: 0...1_000,
    .pm4MicrogramsPerCubicMetre: 0...1_000, .pm10MicrogramsPerCubicMetre: 0...1_000, .vocIndex: 0...500,
    .noxIndex: 0...500, .batteryPercent: 0...100,
  ]

  /// The rates that a living heart can have, with a wide margin. A strap that cannot find a beat sends 0.
  static let heart: PlausibleRanges = [.heartRateBeatsPerMinute: 20...250, .batteryPercent: 0...100]

  /// The same ranges with some of them replaced.
  func with(_ other: PlausibleRanges) -> PlausibleRanges { merging(other) { $1 } }
}

/// Beats with skin contact show within seconds that no beat comes any more. What cannot be known without them is said
/// wherever a person chooses or adopts such a sensor.
package enum WithoutBeats {
  /// What cannot be known from a sensor of a heart that sends no beats. Bounds: `FrozenValue`, and 30 s of missing data.
  package static let sentence =
    "without beats (RR intervals) and skin contact, a heart that stops cannot be distinguished from a sensor that repeats "
    + "its last number: frozen shows it after 5 minutes, and no-data is high half a minute later"

  /// Whether a reading shows that its sensor sends both.
  package static func isDisproved(by reading: Reading) -> Bool {
    reading.rrIntervals.count > 0 && reading.contact != .notSupported && reading.contact != nil
  }
}

/// A kind of sensor that Lapwing knows: a number by which the catalogue finds the rest. Without a reference, so that a
/// reading can be copied through the critical loop.
package struct SensorModel: Hashable, Sendable {
  /// The number, which belongs to one model only. It is never stored: a logbook holds the model's name.
  package let number: UInt8

  /// Each family of devices declares its models beside its decoder.
  package init(_ number: UInt8) { self.number = number }
}

/// What a heart-rate sensor says of its contact with the skin. The three are kept apart: a strap that cannot tell is
/// not a strap that has come off.
package enum SkinContact: UInt8, Sendable {
  /// The sensor cannot tell.
  case notSupported
  /// The sensor can tell, and there is none.
  case notDetected
  /// There is contact.
  case detected
}

/// Where on the body a heart-rate sensor says that it is worn (Body Sensor Location, 2A38).
package enum BodyLocation: UInt8, Sendable {
  case other
  case chest
  case wrist
  case finger
  case hand
  case earLobe
  case foot

  /// The name in JSON.
  package var name: String {
    switch self {
    case .other: "other"
    case .chest: "chest"
    case .wrist: "wrist"
    case .finger: "finger"
    case .hand: "hand"
    case .earLobe: "ear lobe"
    case .foot: "foot"
    }
  }
}

/// Where a value stands between the limits that its owner has set at the sensor.
package enum LimitStatus: UInt8, Sendable {
  /// No limits are set.
  case off
  case under
  case over
  /// The display shows a dash: no value.
  case dash

  /// The name in JSON.
  package var name: String {
    switch self {
    case .off: "off"
    case .under: "under"
    case .over: "over"
    case .dash: "dash"
    }
  }
}

/// The colour that a CO2 monitor shows for its own value, by limits that its owner may have changed.
package enum AirStatus: UInt8, Sendable {
  /// None, or an error.
  case none
  case green
  case yellow
  case red

  /// The name in JSON.
  package var name: String {
    switch self {
    case .none: "none"
    case .green: "green"
    case .yellow: "yellow"
    case .red: "red"
    }
  }
}

/// Whether a CO2 sensor is being calibrated. It takes no measurement meanwhile.
package enum Calibration: UInt8, Sendable {
  case notActive
  /// Its end was asked for.
  case endRequest
  case inProgress
  case error

  /// The name in JSON.
  package var name: String {
    switch self {
    case .notActive: "notActive"
    case .endRequest: "endRequest"
    case .inProgress: "inProgress"
    case .error: "error"
    }
  }
}

/// A sensor's firmware version, major.minor.patch.
package struct FirmwareVersion: Sendable, Equatable, CustomStringConvertible {
  /// The first number.
  package let major: UInt16
  /// The second number.
  package let minor: UInt8
  /// The third number.
  package let patch: UInt8

  /// All three numbers.
  package init(major: UInt16, minor: UInt8, patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The three numbers with dots.
  package var description: String { "\(major).\(minor).\(patch)" }
}

/// What an advertisement says of the device itself, beside any measurement.
package struct DeviceState: Sendable, Equatable {
  /// The device says that no client is connected.
  package var isDisconnected: Bool
  /// Calibration of its CO2 sensor.
  package var calibration: Calibration
  /// It waits for a firmware update.
  package var isInFirmwareUpdate: Bool
  /// Its owner allows readings in advertisements ("Smart Home integration").
  package var integrationsEnabled: Bool
  package var firmware: FirmwareVersion

  /// All fields as they were on the wire.
  package init(
    isDisconnected: Bool, calibration: Calibration, isInFirmwareUpdate: Bool, integrationsEnabled: Bool,
    firmware: FirmwareVersion
  ) {
    self.isDisconnected = isDisconnected
    self.calibration = calibration
    self.isInFirmwareUpdate = isInFirmwareUpdate
    self.integrationsEnabled = integrationsEnabled
    self.firmware = firmware
  }
}

/// A date and time as a sensor's own clock shows them, in no known zone (Bluetooth SIG, Date Time). A year, month or day
/// of 0 is not known to the sensor.
package struct SensorTime: Sendable, Equatable, CustomStringConvertible {
  package let year: UInt16
  /// The month, from 1.
  package let month: UInt8
  /// The day of the month, from 1.
  package let day: UInt8
  /// The hour of the day.
  package let hour: UInt8
  package let minute: UInt8
  package let second: UInt8

  /// `nil` where a part is none that a calendar or a clock has.
  package init?(year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8) {
    guard year <= 9_999, month <= 12, day <= 31, hour <= 23, minute <= 59, second <= 59 else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// As ISO 8601 writes it, without a zone.
  package var description: String {
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [digits(year, 4), digits(month, 2), digits(day, 2)].joined(separator: "-")
    let time = [digits(hour, 2), digits(minute, 2), digits(second, 2)].joined(separator: ":")
    return date + "T" + time
  }
}

/// What one advertisement or one characteristic value said, with every sentinel already turned to "absent".
///
/// It holds what was on the wire and no judgement of it: a strap's 0 bpm is here; the monitor decides what it is worth.
package struct Reading: Sendable, Equatable {
  /// The kind of sensor.
  package var model: SensorModel
  /// The measured quantities.
  package var measurements = Measurements()
  /// What an advertisement says of the device itself.
  package var device: DeviceState?
  /// The colour that the sensor shows.
  package var status: AirStatus?
  /// The time between two measurements of the sensor, seconds.
  package var intervalSeconds: UInt16?
  /// The age of the measurement when it was sent, seconds.
  package var ageSeconds: UInt16?
  /// The sensor's own count of measurements, packets or frames. It falls back to 0 at a limit of the sensor's own.
  package var counter: UInt32?
  /// Where the temperature stands between the sensor's own limits.
  package var temperatureStatus: LimitStatus?
  /// Where the humidity stands between the sensor's own limits.
  package var humidityStatus: LimitStatus?
  /// The sensor is being calibrated.
  package var isCalibrating: Bool?
  /// The sensor reports that it has failed.
  package var reportsFault: Bool?
  /// The sensor's battery is nearly empty.
  package var isBatteryLow: Bool?
  /// The sensor's battery is being charged.
  package var isCharging: Bool?
  /// How full the battery is in steps of the sensor's own, of a number that its maker has not told.
  package var batteryStep: UInt8?
  /// The measurements were encrypted. Without the key there are none.
  package var isEncrypted: Bool?
  /// The serial number that is printed on the sensor.
  package var serialNumber: UInt32?
  /// Contact of a heart-rate sensor with the skin.
  package var contact: SkinContact?
  /// What an oximeter says of its measurement, as bits (Pulse Oximeter Service, Measurement Status).
  package var measurementStatus: UInt16?
  /// What an oximeter says of itself and its sensor, as bits (Pulse Oximeter Service, Device and Sensor Status).
  package var sensorStatus: UInt32?
  /// When an oximeter measured, by its own clock.
  package var measuredAt: SensorTime?
  /// That clock was never set.
  package var clockIsNotSet: Bool?
  /// Where a heart-rate sensor is worn.
  package var bodyLocation: BodyLocation?
  /// Times between heartbeats.
  package var rrIntervals = RRIntervals()

  /// An empty reading of a kind of sensor.
  package init(model: SensorModel) { self.model = model }
}

/// A sensor's place in the tables of one run. Small, so that events and actions need no reference.
package struct SensorIndex: Hashable, Sendable, Comparable {
  /// The position, from 0.
  package let position: UInt16

  /// - Parameter position: from 0.
  package init(_ position: UInt16) { self.position = position }

  package static func < (left: SensorIndex, right: SensorIndex) -> Bool { left.position < right.position }
}

/// A sensor model that Lapwing supports. It is only a number, the key of the catalogue's entry, so that the critical
/// loop can copy a reading without references.
package struct SensorModel: Hashable, Sendable {
  /// Unique for each model. It is never stored: the logbook holds the name of the model.
  package let number: UInt8

  /// Each sensor family declares its models beside its decoder.
  package init(_ number: UInt8) { self.number = number }
}

/// The skin contact that a heart-rate sensor reports. A strap that cannot detect contact is not the same as one that
/// has come off.
package enum SkinContact: UInt8, Sendable {
  /// The sensor cannot detect contact.
  case notSupported
  /// There is no contact.
  case notDetected
  /// There is contact.
  case detected
}

/// Where on the body a heart-rate sensor is worn (Heart Rate Service, Body Sensor Location, 0x2A38).
package enum BodyLocation: UInt8, Sendable {
  case other
  case chest
  case wrist
  case finger
  case hand
  case earLobe
  case foot

  /// The word in JSON.
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

/// A value compared with the limits that its owner has set in the sensor.
package enum LimitStatus: UInt8, Sendable {
  /// No limits are set.
  case off
  case under
  case over
  /// The display shows a dash, because there is no value.
  case dash

  /// The word in JSON.
  package var name: String {
    switch self {
    case .off: "off"
    case .under: "under"
    case .over: "over"
    case .dash: "dash"
    }
  }
}

/// The colour that a CO2 monitor shows for its value. The owner may have changed the limits of the colours.
package enum AirStatus: UInt8, Sendable {
  /// No colour, or an error.
  case none
  case green
  case yellow
  case red

  /// The word in JSON.
  package var name: String {
    switch self {
    case .none: "none"
    case .green: "green"
    case .yellow: "yellow"
    case .red: "red"
    }
  }
}

/// The state of the calibration of a CO2 sensor. During a calibration it does not measure.
package enum Calibration: UInt8, Sendable {
  case notActive
  /// Somebody has requested its end.
  case endRequest
  case inProgress
  case error

  /// The word in JSON.
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
  package let major: UInt16
  package let minor: UInt8
  package let patch: UInt8

  package init(major: UInt16, minor: UInt8, patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  package var description: String { "\(major).\(minor).\(patch)" }
}

/// The state of a device that its advertisement contains beside any measurements.
package struct DeviceState: Sendable, Equatable {
  /// Whether the device reports that no client is connected.
  package var isDisconnected: Bool
  package var calibration: Calibration
  /// Whether the device waits for a firmware update.
  package var isInFirmwareUpdate: Bool
  /// Whether its owner allows readings in advertisements ("Smart Home integration").
  package var integrationsEnabled: Bool
  package var firmware: FirmwareVersion

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

/// A date and time of a sensor's own clock, in an unknown time zone (Bluetooth SIG, Date Time). A year, month or day of
/// 0 is unknown to the sensor.
package struct SensorTime: Sendable, Equatable, CustomStringConvertible {
  package let year: UInt16
  package let month: UInt8
  package let day: UInt8
  package let hour: UInt8
  package let minute: UInt8
  package let second: UInt8

  /// `nil` if a part is out of range: years to 9999, months to 12, days to 31, hours to 23, minutes and seconds to 59.
  package init?(year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8) {
    guard year <= 9_999, month <= 12, day <= 31, hour <= 23, minute <= 59, second <= 59 else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// ISO 8601 without a time zone.
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

/// The content of one advertisement or one characteristic value. A value that the sensor marks as invalid is absent.
///
/// It holds the data as sent, without a judgement: the 0 bpm of a strap is here; the monitor decides whether it counts.
package struct Reading: Sendable, Equatable {
  package var model: SensorModel
  package var measurements = Measurements()
  package var device: DeviceState?
  package var status: AirStatus?
  /// The measuring interval of the sensor, in seconds.
  package var intervalSeconds: UInt16?
  /// The age of the measurement when it was sent, in seconds.
  package var ageSeconds: UInt16?
  /// The sensor's count of measurements, packets or frames. It returns to 0 at a limit that depends on the model.
  package var counter: UInt32?
  package var temperatureStatus: LimitStatus?
  package var humidityStatus: LimitStatus?
  package var isCalibrating: Bool?
  package var reportsFault: Bool?
  package var isBatteryLow: Bool?
  package var isCharging: Bool?
  /// The charge of the battery in steps; the manufacturer has not published the number of steps.
  package var batteryStep: UInt8?
  /// Whether the measurements were encrypted. Without the bind key there are no values.
  package var isEncrypted: Bool?
  /// As printed on the sensor.
  package var serialNumber: UInt32?
  package var contact: SkinContact?
  /// Status bits of an oximeter (Pulse Oximeter Service, Measurement Status).
  package var measurementStatus: UInt16?
  /// Status bits of an oximeter (Pulse Oximeter Service, Device and Sensor Status).
  package var sensorStatus: UInt32?
  /// When an oximeter took the measurement, by its own clock.
  package var measuredAt: SensorTime?
  /// Whether the clock of ``measuredAt`` was never set.
  package var clockIsNotSet: Bool?
  package var bodyLocation: BodyLocation?
  package var rrIntervals = RRIntervals()

  package init(model: SensorModel) { self.model = model }
}

/// The index of a sensor in the tables of one run, from 0. It is small, so that events and actions need no reference.
package struct SensorIndex: Hashable, Sendable, Comparable {
  package let position: UInt16

  package init(_ position: UInt16) { self.position = position }

  package static func < (left: SensorIndex, right: SensorIndex) -> Bool { left.position < right.position }
}

/// A sensor model that Lapwing supports. It is only a number, the key of the catalogue's entry, so that the critical
/// loop can copy a reading without references.
public struct SensorModel: Hashable, Sendable {
  /// Unique for each model. It is never stored: the logbook holds the name of the model.
  public let number: UInt8

  /// Each sensor family declares its models beside its decoder.
  public init(_ number: UInt8) { self.number = number }
}

/// The skin contact that a heart-rate sensor reports. A strap that cannot detect contact is not the same as one that
/// has come off.
public enum SkinContact: UInt8, Sendable {
  /// The sensor cannot detect contact.
  case notSupported
  case notDetected
  case detected
}

/// Where on the body a heart-rate sensor is worn (Heart Rate Service, Body Sensor Location, 0x2A38).
public enum BodyLocation: UInt8, Sendable {
  case other
  case chest
  case wrist
  case finger
  case hand
  case earLobe
  case foot

  public var name: String {
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
public enum LimitStatus: UInt8, Sendable {
  case off
  case under
  case over
  /// The display shows a dash, because there is no value.
  case dash

  public var name: String {
    switch self {
    case .off: "off"
    case .under: "under"
    case .over: "over"
    case .dash: "dash"
    }
  }
}

/// The colour that a CO2 monitor shows for its value. The owner may have changed the limits of the colours.
public enum AirStatus: UInt8, Sendable {
  /// No colour, or an error.
  case none
  case green
  case yellow
  case red

  public var name: String {
    switch self {
    case .none: "none"
    case .green: "green"
    case .yellow: "yellow"
    case .red: "red"
    }
  }
}

/// The state of the calibration of a CO2 sensor. During a calibration it does not measure.
public enum Calibration: UInt8, Sendable {
  case notActive
  case endRequest
  case inProgress
  case error

  public var name: String {
    switch self {
    case .notActive: "notActive"
    case .endRequest: "endRequest"
    case .inProgress: "inProgress"
    case .error: "error"
    }
  }
}

/// A sensor's firmware version, major.minor.patch.
public struct FirmwareVersion: Sendable, Equatable, CustomStringConvertible {
  public let major: UInt16
  public let minor: UInt8
  public let patch: UInt8

  public init(major: UInt16, minor: UInt8, patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  public var description: String { "\(major).\(minor).\(patch)" }
}

/// The state of a device that its advertisement contains beside any measurements.
public struct DeviceState: Sendable, Equatable {
  /// Whether the device reports that no client is connected.
  public var isDisconnected: Bool
  public var calibration: Calibration
  public var isInFirmwareUpdate: Bool
  /// Whether its owner allows readings in advertisements ("Smart Home integration").
  public var integrationsEnabled: Bool
  public var firmware: FirmwareVersion

  public init(
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
public struct SensorTime: Sendable, Equatable, CustomStringConvertible {
  public let year: UInt16
  public let month: UInt8
  public let day: UInt8
  public let hour: UInt8
  public let minute: UInt8
  public let second: UInt8

  /// `nil` if a part is out of range: years to 9999, months to 12, days to 31, hours to 23, minutes and seconds to 59.
  public init?(year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8) {
    guard year <= 9_999, month <= 12, day <= 31, hour <= 23, minute <= 59, second <= 59 else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// ISO 8601 without a time zone.
  public var description: String {
    let date = [year.digits(4), month.digits(2), day.digits(2)].joined(separator: "-")
    let time = [hour.digits(2), minute.digits(2), second.digits(2)].joined(separator: ":")
    return date + "T" + time
  }
}

/// The content of one advertisement or one characteristic value. A value that the sensor marks as invalid is absent.
///
/// It holds the data as sent, without a judgement: the 0 bpm of a strap is here; the monitor decides whether it counts.
public struct Reading: Sendable, Equatable {
  public var model: SensorModel
  public var measurements = Measurements()
  public var device: DeviceState?
  public var status: AirStatus?
  public var intervalSeconds: UInt16?
  public var ageSeconds: UInt16?
  /// The sensor's count of measurements, packets or frames. It returns to 0 at a limit that depends on the model.
  public var counter: UInt32?
  public var temperatureStatus: LimitStatus?
  public var humidityStatus: LimitStatus?
  public var isCalibrating: Bool?
  public var reportsFault: Bool?
  public var isBatteryLow: Bool?
  public var isCharging: Bool?
  /// The charge of the battery in steps; the manufacturer has not published the number of steps.
  public var batteryStep: UInt8?
  /// Whether the measurements were encrypted. Without the bind key there are no values.
  public var isEncrypted: Bool?
  /// As printed on the sensor.
  public var serialNumber: UInt32?
  public var contact: SkinContact?
  /// Status bits of an oximeter (Pulse Oximeter Service, Measurement Status).
  public var measurementStatus: UInt16?
  /// Status bits of an oximeter (Pulse Oximeter Service, Device and Sensor Status).
  public var sensorStatus: UInt32?
  /// Whether it is a finished measurement of an oximeter, of any time before, and no live value.
  public var isSpotCheck = false
  /// When an oximeter took the measurement, by its own clock; `nil` if it does not say.
  public var measuredAt: SensorTime?
  public var clockIsNotSet: Bool?
  public var bodyLocation: BodyLocation?
  public var rrIntervals = RRIntervals()
  /// What the air pressure did to the CO2 value; `nil` without one, and for a reading that is still as it was sent.
  package var co2Correction: CO2Correction?

  public init(model: SensorModel) { self.model = model }
}

/// The index of a sensor in the tables of one run, from 0. It is small, so that events and actions need no reference.
public struct SensorIndex: Hashable, Sendable, Comparable {
  public let position: UInt16

  public init(_ position: UInt16) { self.position = position }

  public static func < (left: SensorIndex, right: SensorIndex) -> Bool { left.position < right.position }
}

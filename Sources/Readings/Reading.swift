/// A kind of sensor that Lapwing knows.
public enum SensorModel: UInt8, CaseIterable, Sendable {
  /// SAF Tehnika Aranet4: CO2, temperature, pressure, humidity.
  case aranet4
  /// Any device that offers the Bluetooth Heart Rate Service (0x180D).
  case heartRateService

  /// The name in JSON and on the screen.
  public var name: String {
    switch self {
    case .aranet4: "Aranet4"
    case .heartRateService: "Heart Rate Service"
    }
  }
}

/// What a heart-rate sensor says of its contact with the skin. The three are kept apart: a strap that cannot tell is
/// not a strap that has come off.
public enum SkinContact: UInt8, Sendable {
  /// The sensor cannot tell.
  case notSupported
  /// The sensor can tell, and there is none.
  case notDetected
  /// There is contact.
  case detected
}

/// The colour that a CO2 monitor shows for its own value, by limits that its owner may have changed.
public enum AirStatus: UInt8, Sendable {
  /// None, or an error.
  case none
  /// Good.
  case green
  /// Fair.
  case yellow
  /// Poor.
  case red

  /// The name in JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .green: "green"
    case .yellow: "yellow"
    case .red: "red"
    }
  }
}

/// Whether a CO2 sensor is being calibrated. It takes no measurement meanwhile.
public enum Calibration: UInt8, Sendable {
  /// No calibration.
  case notActive
  /// Its end was asked for.
  case endRequest
  /// Going on.
  case inProgress
  /// It failed.
  case error

  /// The name in JSON.
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
  /// The first number.
  public let major: UInt16
  /// The second number.
  public let minor: UInt8
  /// The third number.
  public let patch: UInt8

  /// All three numbers.
  public init(major: UInt16, minor: UInt8, patch: UInt8) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The three numbers with dots.
  public var description: String { "\(major).\(minor).\(patch)" }
}

/// What an advertisement says of the device itself, beside any measurement.
public struct DeviceState: Sendable, Equatable {
  /// The device says that no client is connected.
  public var isDisconnected: Bool
  /// Calibration of its CO2 sensor.
  public var calibration: Calibration
  /// It waits for a firmware update.
  public var isInFirmwareUpdate: Bool
  /// Its owner allows readings in advertisements ("Smart Home integration").
  public var integrationsEnabled: Bool
  /// Its firmware.
  public var firmware: FirmwareVersion

  /// All fields as they were on the wire.
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

/// What one advertisement or one characteristic value said, with every sentinel already turned to "absent".
///
/// It holds what was on the wire and no judgement of it: a strap's 0 bpm is here; the monitor decides what it is worth.
public struct Reading: Sendable, Equatable {
  /// The kind of sensor.
  public var model: SensorModel
  /// The measured quantities.
  public var measurements = Measurements()
  /// What an advertisement says of the device itself.
  public var device: DeviceState?
  /// The colour that the sensor shows.
  public var status: AirStatus?
  /// The time between two measurements of the sensor, seconds.
  public var intervalSeconds: UInt16?
  /// The age of the measurement when it was sent, seconds.
  public var ageSeconds: UInt16?
  /// The sensor's own count of measurements, modulo 256.
  public var counter: UInt8?
  /// Contact of a heart-rate sensor with the skin.
  public var contact: SkinContact?
  /// Times between heartbeats.
  public var rrIntervals = RRIntervals()

  /// An empty reading of a kind of sensor.
  public init(model: SensorModel) { self.model = model }
}

/// A sensor's place in the tables of one run. Small, so that events and actions need no reference.
public struct SensorIndex: Hashable, Sendable, Comparable {
  /// The position, from 0.
  public let position: UInt16

  /// - Parameter position: from 0.
  public init(_ position: UInt16) { self.position = position }

  /// By position.
  public static func < (left: SensorIndex, right: SensorIndex) -> Bool { left.position < right.position }
}

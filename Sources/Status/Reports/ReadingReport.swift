import Readings
import SensorProtocols

/// One reading as it is shown. A value that the sensor did not send has no key.
///
/// A reading is always part of an object: a sensor of a ``BoxStatus``, an event, a line of `decode`. Its keys are keys of
/// that object. For a sensor that has sent no reading yet, there is only the model.
package struct ReadingReport: Codable, Sendable, Equatable {
  /// The device that sent the reading, and what an advertisement says about the device itself.
  package struct Source: Codable, Sendable, Equatable {
    package let model: String
    package var serial: String?
    package var isEncrypted: Bool?
    package var isDisconnected: Bool?
    package var calibration: String?
    package var isInFirmwareUpdate: Bool?
    package var integrationsEnabled: Bool?
    package var firmware: String?
    /// Whether such an advertisement has a measurement.
    package var hasReading: Bool?

    private enum CodingKeys: String, CodingKey {
      case model, serial
      case isEncrypted = "encrypted"
      case isDisconnected = "disconnected"
      case calibration
      case isInFirmwareUpdate = "dfu"
      case integrationsEnabled = "integrations"
      case firmware
      case hasReading = "reading"
    }
  }

  package struct Details: Codable, Sendable, Equatable {
    package var hasContact: Bool?
    package var reportsContact: Bool?
    /// Times between heartbeats, 1/1024 s.
    package var intervalTicks: [UInt16]?
    /// Times between heartbeats, ms.
    package var intervalMilliseconds: [Double]?
    package var omittedIntervals: Int?
    package var measurementStatus: UInt16?
    package var sensorStatus: UInt32?
    /// Whether it is a finished measurement of any time before, and no live value.
    package var isSpotCheck: Bool?
    package var measuredAt: String?
    package var clockIsNotSet: Bool?
    package var bodyLocation: String?
    package var isBatteryLow: Bool?
    package var batteryStep: UInt8?
    package var isCharging: Bool?
    package var isCalibrating: Bool?
    package var reportsFault: Bool?
    /// The colour that the display of the sensor shows.
    package var status: String?
    package var humidityStatus: String?
    package var temperatureStatus: String?
    package var intervalSeconds: UInt16?
    package var ageSeconds: UInt16?
    package var counter: UInt32?
    /// What the air pressure did to CO2: `corrected`, `by-sensor` or `none`.
    package var co2Correction: String?
    /// Why it did nothing, a word of ``CO2Correction/Reason``.
    package var co2Uncorrected: String?
    /// The sensor whose pressure was used, or could not be used, if it is another one.
    package var co2PressureFrom: String?

    private enum CodingKeys: String, CodingKey {
      case hasContact = "contact"
      case reportsContact = "contact_supported"
      case intervalTicks = "rr_1024"
      case intervalMilliseconds = "rr_ms"
      case omittedIntervals = "rr_omitted"
      case measurementStatus = "measurement_status"
      case sensorStatus = "device_status"
      case isSpotCheck = "spot_check"
      case measuredAt = "measured_at"
      case clockIsNotSet = "clock_not_set"
      case bodyLocation = "body_location"
      case isBatteryLow = "battery_low"
      case batteryStep = "battery_step"
      case isCharging = "charging"
      case isCalibrating = "calibrating"
      case reportsFault = "sensor_fault"
      case status
      case humidityStatus = "status_humidity"
      case temperatureStatus = "status_temperature"
      case intervalSeconds = "interval_s"
      case ageSeconds = "age_s"
      case counter
      case co2Correction = "co2_correction"
      case co2Uncorrected = "co2_uncorrected"
      case co2PressureFrom = "co2_pressure_from"
    }
  }

  package let source: Source
  /// The values, rounded to a hundredth.
  package private(set) var measurements = Measurements()
  package private(set) var details: Details

  /// A sensor that has sent no reading yet.
  package init(model: SensorModel) {
    source = Source(model: model.name)
    details = Details()
  }

  /// - Parameter everyInterval: all RR intervals, 1/1024 s, if there can be more than the reading keeps.
  package init(_ reading: Reading, everyInterval: [UInt16]? = nil) {
    source = Source(reading)
    details = Details(reading, everyInterval: everyInterval)
    for quantity in Quantity.allCases {
      measurements[quantity] = reading.measurements[quantity].map(JSONText.rounded)
    }
  }

  /// The same reading with other measurements, for a view that shows also values of earlier readings.
  func with(_ others: Measurements, _ correction: CO2Correction?) -> ReadingReport {
    var report = self
    if let correction { report.details.add(correction) }
    for quantity in Quantity.allCases { report.measurements[quantity] = others[quantity].map(JSONText.rounded) }
    return report
  }

  package init(from decoder: any Decoder) throws {
    source = try Source(from: decoder)
    details = try Details(from: decoder)
    let values = try decoder.container(keyedBy: NameKey.self)
    for quantity in Quantity.allCases {
      measurements[quantity] = try values.decodeIfPresent(Double.self, forKey: NameKey(stringValue: quantity.key))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try source.encode(to: encoder)
    var values = encoder.container(keyedBy: NameKey.self)
    for quantity in Quantity.allCases {
      try values.encodeIfPresent(measurements[quantity], forKey: NameKey(stringValue: quantity.key))
    }
    try details.encode(to: encoder)
  }
}

extension ReadingReport.Source {
  init(_ reading: Reading) {
    model = reading.model.name
    serial = reading.serialNumber?.description
    isEncrypted = reading.isEncrypted
    guard let device = reading.device else { return }
    isDisconnected = device.isDisconnected
    calibration = device.calibration.name
    isInFirmwareUpdate = device.isInFirmwareUpdate
    integrationsEnabled = device.integrationsEnabled
    firmware = device.firmware.description
    hasReading = !reading.measurements.isEmpty
  }
}

extension ReadingReport.Details {
  init(_ reading: Reading, everyInterval: [UInt16]?) {
    if let contact = reading.contact {
      if contact != .notSupported { hasContact = contact == .detected }
      reportsContact = contact != .notSupported
    }
    let kept = reading.rrIntervals
    let ticks = everyInterval ?? (0..<kept.count).compactMap { kept.ticks(at: $0) }
    if !ticks.isEmpty {
      intervalTicks = ticks
      intervalMilliseconds = ticks.map { JSONText.rounded(RRIntervals.milliseconds(ticks: $0)) }
    }
    if everyInterval == nil, kept.omitted > 0 { omittedIntervals = kept.omitted }
    measurementStatus = reading.measurementStatus
    sensorStatus = reading.sensorStatus
    isSpotCheck = reading.isSpotCheck ? true : nil
    measuredAt = reading.measuredAt?.description
    clockIsNotSet = reading.clockIsNotSet
    bodyLocation = reading.bodyLocation?.name
    isBatteryLow = reading.isBatteryLow
    batteryStep = reading.batteryStep
    isCharging = reading.isCharging
    isCalibrating = reading.isCalibrating
    reportsFault = reading.reportsFault
    status = reading.status?.name
    humidityStatus = reading.humidityStatus?.name
    temperatureStatus = reading.temperatureStatus?.name
    intervalSeconds = reading.intervalSeconds
    ageSeconds = reading.ageSeconds
    counter = reading.counter
    if let correction = reading.co2Correction { add(correction) }
  }

  mutating func add(_ correction: CO2Correction) {
    (co2Uncorrected, co2PressureFrom) = (nil, nil)
    switch correction {
    case .corrected(let address):
      co2Correction = "corrected"
      co2PressureFrom = address?.description
    case .bySensor: co2Correction = "by-sensor"
    case .none(let reason, let address):
      co2Correction = "none"
      co2Uncorrected = reason.rawValue
      co2PressureFrom = address?.description
    }
  }
}

import Readings
import SensorProtocols

extension JSONLine {
  /// Adds what a reading holds. What is absent has no key.
  /// - Parameter everyInterval: the RR intervals, 1/1024 s, where there may be more than the reading keeps.
  package mutating func add(_ reading: Reading, everyInterval: [UInt16]? = nil) {
    add("model", reading.model.name)
    if let serial = reading.serialNumber { add("serial", "\(serial)") }
    if let isEncrypted = reading.isEncrypted { add("encrypted", isEncrypted) }
    if let device = reading.device {
      add("disconnected", device.isDisconnected)
      add("calibration", device.calibration.name)
      add("dfu", device.isInFirmwareUpdate)
      add("integrations", device.integrationsEnabled)
      add("firmware", device.firmware.description)
      add("reading", !reading.measurements.isEmpty)
    }
    for quantity in Quantity.allCases {
      if let value = reading.measurements[quantity] { add(quantity.key, Self.rounded(value)) }
    }
    if let contact = reading.contact {
      if contact != .notSupported { add("contact", contact == .detected) }
      add("contact_supported", contact != .notSupported)
    }
    let kept = reading.rrIntervals
    let ticks = everyInterval ?? (0..<kept.count).compactMap { kept.ticks(at: $0) }
    if !ticks.isEmpty {
      add("rr_1024", ticks.map(Double.init))
      add("rr_ms", ticks.map { Self.rounded(RRIntervals.milliseconds(ticks: $0)) })
    }
    if everyInterval == nil, kept.omitted > 0 { add("rr_omitted", kept.omitted) }
    if let status = reading.measurementStatus { add("measurement_status", status) }
    if let status = reading.sensorStatus { add("device_status", status) }
    if let time = reading.measuredAt { add("measured_at", time.description) }
    if let isNotSet = reading.clockIsNotSet { add("clock_not_set", isNotSet) }
    if let location = reading.bodyLocation { add("body_location", location.name) }
    if let isLow = reading.isBatteryLow { add("battery_low", isLow) }
    if let step = reading.batteryStep { add("battery_step", step) }
    if let isCharging = reading.isCharging { add("charging", isCharging) }
    if let isCalibrating = reading.isCalibrating { add("calibrating", isCalibrating) }
    if let fault = reading.reportsFault { add("sensor_fault", fault) }
    if let status = reading.status { add("status", status.name) }
    if let status = reading.humidityStatus { add("status_humidity", status.name) }
    if let status = reading.temperatureStatus { add("status_temperature", status.name) }
    if let interval = reading.intervalSeconds { add("interval_s", interval) }
    if let age = reading.ageSeconds { add("age_s", age) }
    if let counter = reading.counter { add("counter", counter) }
  }

  /// Adds a part of a sensor's own record.
  package mutating func add(_ history: SensorDecoder.History) {
    switch history {
    case .aranet(let frame): add(frame)
    case .ruuvi(let packet):
      add("count", packet.records.count)
      // One measurement stands for itself, more of them side by side.
      if packet.records.count == 1, let record = packet.records.first {
        add(record)
      } else {
        add(
          "records",
          packet.records.map { record in
            var line = JSONLine()
            line.add(record)
            return line
          })
      }
    }
  }

  private mutating func add(_ record: RuuviHistory.Record) {
    add("time_unix", record.unixSeconds)
    add(record.reading)
  }

  /// Adds a frame of an Aranet's record. A hole is null.
  private mutating func add(_ history: AranetHistory) {
    add("param", history.parameter.rawValue)
    add("start", history.start)
    add("count", history.count)
    if let interval = history.intervalSeconds { add("interval_s", interval) }
    if let total = history.total { add("total", total) }
    if let age = history.ageSeconds { add("age_s", age) }
    // What is no number is written as null.
    add("values", history.values.map { $0.map(Self.rounded) ?? .nan })
  }

  /// To a hundredth: finer than any sensor here, and free of binary noise.
  package static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

import Readings

extension JSONLine {
  /// Adds what a reading holds. What is absent has no key.
  public mutating func add(_ reading: Reading) {
    add("model", reading.model.name)
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
    let intervals = reading.rrIntervals
    if intervals.count > 0 {
      let ticks = (0..<intervals.count).compactMap { intervals.ticks(at: $0) }
      add("rr_1024", ticks.map(Double.init))
      add("rr_ms", (0..<intervals.count).compactMap { intervals.milliseconds(at: $0) }.map(Self.rounded))
    }
    if intervals.omitted > 0 { add("rr_omitted", intervals.omitted) }
    if let status = reading.status { add("status", status.name) }
    if let interval = reading.intervalSeconds { add("interval_s", interval) }
    if let age = reading.ageSeconds { add("age_s", age) }
    if let counter = reading.counter { add("counter", counter) }
  }

  /// To a hundredth: finer than any sensor here, and free of binary noise.
  static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

import Readings

extension JSONLine {
  /// Adds what a reading holds. What is absent has no key.
  /// - Parameter everyInterval: the RR intervals, 1/1024 s, where there may be more than the reading keeps.
  public mutating func add(_ reading: Reading, everyInterval: [UInt16]? = nil) {
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
    let kept = reading.rrIntervals
    let ticks = everyInterval ?? (0..<kept.count).compactMap { kept.ticks(at: $0) }
    if !ticks.isEmpty {
      add("rr_1024", ticks.map(Double.init))
      add("rr_ms", ticks.map { Self.rounded(RRIntervals.milliseconds(ticks: $0)) })
    }
    if everyInterval == nil, kept.omitted > 0 { add("rr_omitted", kept.omitted) }
    if let status = reading.status { add("status", status.name) }
    if let interval = reading.intervalSeconds { add("interval_s", interval) }
    if let age = reading.ageSeconds { add("age_s", age) }
    if let counter = reading.counter { add("counter", counter) }
  }

  /// To a hundredth: finer than any sensor here, and free of binary noise.
  static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

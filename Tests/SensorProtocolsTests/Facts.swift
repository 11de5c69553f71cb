import Readings
import SensorProtocols

/// What a reading says, under the keys of the vectors. An absent value has its key all the same.
func facts(of reading: Reading) -> [String: Vector.Value] {
  func number(_ value: Double?) -> Vector.Value { value.map { .number($0) } ?? .absent }
  var facts: [String: Vector.Value] = ["model": .text(reading.model.name)]
  for quantity in Quantity.allCases { facts[quantity.key] = number(reading.measurements[quantity]) }
  facts["interval_s"] = number(reading.intervalSeconds.map { Double($0) })
  facts["age_s"] = number(reading.ageSeconds.map { Double($0) })
  facts["counter"] = number(reading.counter.map { Double($0) })
  facts["serial"] = reading.serialNumber.map { .text("\($0)") } ?? .absent
  facts["encrypted"] = reading.isEncrypted.map { .truth($0) } ?? .absent
  facts["calibrating"] = reading.isCalibrating.map { .truth($0) } ?? .absent
  facts["battery_low"] = reading.isBatteryLow.map { .truth($0) } ?? .absent
  facts["sensor_fault"] = reading.reportsFault.map { .truth($0) } ?? .absent
  facts["status_humidity"] = reading.humidityStatus.map { .text($0.name) } ?? .absent
  facts["status_temperature"] = reading.temperatureStatus.map { .text($0.name) } ?? .absent
  facts["status"] = reading.status.map { .text($0.name) } ?? .absent
  // A reading is there where anything was measured, be it not the CO2.
  facts["reading"] = .truth(!reading.measurements.isEmpty)
  if let device = reading.device {
    facts["disconnected"] = .truth(device.isDisconnected)
    facts["calibration"] = .text(device.calibration.name)
    facts["dfu"] = .truth(device.isInFirmwareUpdate)
    facts["integrations"] = .truth(device.integrationsEnabled)
    facts["firmware"] = .text(device.firmware.description)
  }
  if let contact = reading.contact {
    facts["contact_supported"] = .truth(contact != .notSupported)
    facts["contact"] = contact == .notSupported ? .absent : .truth(contact == .detected)
  }
  let intervals = 0..<reading.rrIntervals.count
  facts["rr_1024"] = .list(intervals.compactMap { reading.rrIntervals.ticks(at: $0).map { Double($0) } })
  facts["rr_ms"] = .list(intervals.compactMap { reading.rrIntervals.milliseconds(at: $0) })
  return facts
}

/// Whether a decoded fact is the expected one. Vectors hold at most two decimals.
func agree(_ decoded: Vector.Value?, _ expected: Vector.Value) -> Bool {
  func close(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 0.005_000_1 }
  return switch (decoded, expected) {
  case (.number(let left), .number(let right)): close(left, right)
  case (.list(let left), .list(let right)): left.count == right.count && zip(left, right).allSatisfy(close)
  default: decoded == expected
  }
}

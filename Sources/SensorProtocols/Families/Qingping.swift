import Readings

/// Qingping's (ClearGrass') monitors: service data 0xFDCD, `[control][device][address, reversed]`, then fields of
/// `[id][length][value]`, little-endian.
///
/// After Bluetooth-Devices/qingping-ble, custom-components/ble_monitor (`qingping.py`) and the Theengs decoders. The
/// address in the data may differ from the radio address (CGDN1), so it is not used.
enum Qingping {
  private static let serviceData: UInt16 = 0xFDCD

  private static func reading(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    try bytes.require(8, in: .qingping)
    guard let control = bytes.uint8(at: 0), let device = bytes.uint8(at: 1), let model = model(of: device) else {
      return nil
    }
    // Bit 6: an event. The field for motion and light then contains only the motion (qingping-ble, issue 84).
    let isEvent = control & 0x40 != 0
    var reading = Reading(model: model)
    var offset = 8
    // A field that is cut off ends the list.
    while let id = bytes.uint8(at: offset), let length = bytes.uint8(at: offset + 1),
      bytes.holds(Int(length), at: offset + 2)
    {
      if id != 0x08 || !isEvent { fill(&reading, id: id, length: length, from: bytes, at: offset + 2) }
      offset += 2 + Int(length)
    }
    return reading
  }

  /// Reads one field. A field with an unexpected length or an unknown id is skipped. 0x18 is a bitmap of the hardware,
  /// which has been mistaken for CO2 (qingping-ble, issues 72 and 115).
  private static func fill(
    _ reading: inout Reading, id: UInt8, length: UInt8, from bytes: RawSpan, at offset: Int
  ) {
    switch (id, length) {
    case (0x01, 4):
      reading.measurements[.temperatureCelsius] = bytes.int16(at: offset)?.value(per: 10)
      reading.measurements[.relativeHumidityPercent] = bytes.uint16(at: offset + 2)?.value(per: 10)
    case (0x02, 1):
      guard let battery = bytes.uint8(at: offset) else { break }
      // Bit 7: charging. 0xFF: it runs on mains power.
      reading.measurements[.batteryPercent] = battery == 0xFF ? 100 : Double(battery & 0x7F)
      reading.isCharging = battery & 0x80 != 0
    case (0x07, 2): reading.measurements[.pressureHectopascals] = bytes.uint16(at: offset)?.value(per: 10, absent: 0)
    // One byte of motion, then the light.
    case (0x08, 4):
      reading.measurements[.illuminanceLux] = bytes.unsigned(at: offset + 1, count: 3)?.value(absent: 0xFF_FFFF)
    case (0x09, 4): reading.measurements[.illuminanceLux] = bytes.uint32(at: offset)?.value()
    case (0x0F, 1): reading.counter = bytes.uint8(at: offset).map { UInt32($0) }
    case (0x12, 4):
      reading.measurements[.pm25MicrogramsPerCubicMetre] = bytes.uint16(at: offset)?.value(absent: 0xFFFF)
      reading.measurements[.pm10MicrogramsPerCubicMetre] = bytes.uint16(at: offset + 2)?.value(absent: 0xFFFF)
    case (0x13, 2): reading.measurements[.co2PartsPerMillion] = bytes.uint16(at: offset)?.value(absent: 0xFFFF)
    case (0x15, 2): reading.measurements[.vocIndex] = bytes.uint16(at: offset)?.value(absent: 0xFFFF)
    case (0x19, 1): reading.measurements[.soundDecibels] = bytes.uint8(at: offset)?.value(absent: 0xFF)
    default: break
    }
  }

  private static func model(of device: UInt8) -> SensorModel? {
    switch device {
    case 0x0E, 0x24: .qingpingCGDN1
    case 0x33, 0x5D: .qingpingCGP22C
    case 0x52, 0x62: .qingpingCGR1PC
    case 0x01, 0x07, 0x16: .qingpingCGG1
    case 0x04: .qingpingCGH1
    case 0x09: .qingpingCGP1W
    case 0x0C: .qingpingCGD1
    case 0x0F: .qingpingCGM1
    case 0x10: .qingpingCGDK2
    case 0x12: .qingpingCGPR1
    case 0x15: .qingpingCGF1W
    case 0x18, 0x26: .qingpingCGP23W
    case 0x1E: .qingpingCGC1
    case 0x4F: .qingpingCGG3
    default: nil
    }
  }

  /// They advertise about once a second or on a change, and measure at least every ten minutes. A CGP22C with firmware
  /// 1.6 or later sends its CO2 only occasionally, so a value that is half an hour old still counts.
  private static func entry(
    _ model: SensorModel, _ name: String, _ quantity: Quantity, freshness: Duration = .seconds(630),
    advice: SensorAdvice = .replaceBatteryOrBringNearer
  ) -> CatalogueEntry {
    CatalogueEntry(
      model, "Qingping \(name)", marks: [.serviceData(serviceData)], mainQuantity: quantity, freshness: freshness,
      plausible: .air.with([.co2PartsPerMillion: 250...9_999]),
      co2Pressure: quantity == .co2PartsPerMillion ? .unknown("") : nil, adviceWithoutReading: advice)
  }

  static let family = SensorFamily(
    models: [
      entry(.qingpingCGDN1, "CGDN1", .co2PartsPerMillion, advice: .wake),
      entry(
        .qingpingCGP22C, "CGP22C", .co2PartsPerMillion, freshness: .seconds(1830),
        advice:
          .shortestQingpingInterval),
      entry(
        .qingpingCGR1PC, "CGR1PC", .co2PartsPerMillion,
        advice: .mayUseWiFiOnly),
      entry(.qingpingCGG1, "CGG1", .temperatureCelsius),
      entry(.qingpingCGH1, "CGH1", .batteryPercent, freshness: .seconds(86_400)),
      entry(.qingpingCGP1W, "CGP1W", .temperatureCelsius),
      entry(.qingpingCGD1, "CGD1", .temperatureCelsius),
      entry(.qingpingCGM1, "CGM1", .temperatureCelsius),
      entry(.qingpingCGDK2, "CGDK2", .temperatureCelsius),
      entry(.qingpingCGPR1, "CGPR1", .illuminanceLux, freshness: .seconds(3_600)),
      entry(.qingpingCGF1W, "CGF1W", .temperatureCelsius),
      entry(.qingpingCGP23W, "CGP23W", .temperatureCelsius),
      entry(.qingpingCGC1, "CGC1", .temperatureCelsius),
      entry(.qingpingCGG3, "CGG3", .temperatureCelsius),
    ],
    serviceData: [serviceData],
    advertisement: .structure { (_, data) throws(DecodeError) in try reading(data) })
}

extension DecodeError.Subject {
  package static let qingping = Self("Qingping advertisement", of: nil)
}

extension SensorModel {
  /// Qingping Air Monitor Lite: CO2, particles, temperature, humidity.
  package static let qingpingCGDN1 = SensorModel(16)
  /// Qingping CO2 & Temperature & RH Monitor.
  package static let qingpingCGP22C = SensorModel(17)
  /// Qingping Indoor Environment Monitor.
  package static let qingpingCGR1PC = SensorModel(18)
  /// Qingping Temp & RH Monitor M.
  package static let qingpingCGG1 = SensorModel(19)
  /// Qingping Door/Window Sensor.
  package static let qingpingCGH1 = SensorModel(20)
  /// Qingping Temp & RH Barometer.
  package static let qingpingCGP1W = SensorModel(21)
  /// Qingping Alarm Clock.
  package static let qingpingCGD1 = SensorModel(22)
  package static let qingpingCGM1 = SensorModel(23)
  /// Qingping Temp & RH Monitor Lite.
  package static let qingpingCGDK2 = SensorModel(24)
  /// Qingping Motion & Light Sensor.
  package static let qingpingCGPR1 = SensorModel(25)
  package static let qingpingCGF1W = SensorModel(26)
  /// Qingping Temp & RH Barometer Pro.
  package static let qingpingCGP23W = SensorModel(27)
  package static let qingpingCGC1 = SensorModel(28)
  package static let qingpingCGG3 = SensorModel(29)
}

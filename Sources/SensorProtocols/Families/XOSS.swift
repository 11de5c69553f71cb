import Readings

/// XOSS X2 strap: manufacturer data 0xFF04, `[01][battery][?][heart rate]` (Theengs decoder, real data in its tests).
enum XOSS {
  /// This number is not assigned, so the length, the first byte, the charge and the heart rate must match.
  private static let companyIdentifier: UInt16 = 0xFF04
  private static let highestHeartRate: UInt8 = 250

  private static func reading(_ bytes: RawSpan) -> Reading? {
    guard bytes.byteCount == 4, bytes.uint8(at: 0) == 0x01, let battery = bytes.uint8(at: 1), battery <= 100,
      let heartRate = bytes.uint8(at: 3), heartRate <= highestHeartRate
    else { return nil }
    var reading = Reading(model: .xoss)
    reading.measurements[.batteryPercent] = Double(battery)
    reading.measurements[.heartRateBeatsPerMinute] = Double(heartRate)
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .xoss, "XOSS advertisement", marks: [.company(companyIdentifier)],
        mainQuantity: .heartRateBeatsPerMinute,
        freshness: .seconds(10), plausible: .heart, adviceWithoutReading: .moistenStrap
      )
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in reading(data) })
}

extension SensorModel {
  /// XOSS X2 strap, by its advertisement.
  package static let xoss = SensorModel(82)
}

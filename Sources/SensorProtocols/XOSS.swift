import Readings

/// XOSS X2 strap: manufacturer data 0xFF04, `[01][battery][?][heart rate]` (Theengs decoder, real data in its tests).
enum XOSS {
  /// Assigned to nobody, so the length and the first byte must fit.
  private static let companyIdentifier: UInt16 = 0xFF04

  private static func reading(_ bytes: RawSpan) -> Reading? {
    guard bytes.byteCount == 4, bytes.uint8(at: 0) == 0x01 else { return nil }
    var reading = Reading(model: .xoss)
    reading.measurements[.batteryPercent] = bytes.uint8(at: 1).map { Double($0) }
    reading.measurements[.heartRateBeatsPerMinute] = bytes.uint8(at: 3).map { Double($0) }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .xoss, "XOSS advertisement", marks: [.company(companyIdentifier)], mainQuantity: .heartRateBeatsPerMinute,
        freshness: .seconds(10), plausible: .heart, adviceWithoutReading: "Moisten the strap and check that it is worn."
      )
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in reading(data) })
}

extension SensorModel {
  /// XOSS X2 strap, by its advertisement.
  public static let xoss = SensorModel(82)
}

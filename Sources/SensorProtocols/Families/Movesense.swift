import Readings

/// Movesense: company 0x009F; some firmware advertises the average heart rate as a little-endian 32-bit float.
///
/// This is a guess: the source says that there is a float but not where. The first four bytes are read, and used only
/// if they can be a heart rate. The company is Suunto, whose watches may send data that look like such a number, so the
/// name is required.
enum Movesense {
  private static let companyIdentifier: UInt16 = 0x009F
  private static let heartRates: ClosedRange<Float> = 20...250

  private static func reading(_ bytes: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan) -> Reading? {
    guard AdvertisingData.nameBegins(with: "Movesense", in: advertisement, scanResponse) == true else { return nil }
    var reading = Reading(model: .movesense)
    if let raw = bytes.uint32(at: 0), heartRates.contains(Float(bitPattern: raw)) {
      reading.measurements[.heartRateBeatsPerMinute] = Double(Float(bitPattern: raw))
    }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .movesense, "Movesense advertisement", marks: [.company(companyIdentifier), .name("Movesense")],
        mainQuantity: .heartRateBeatsPerMinute, freshness: .seconds(10), plausible: .heart,
        adviceWithoutReading: .connect)
    ],
    companies: [companyIdentifier],
    advertisement: .everything { (_, data, advertisement, scanResponse, _) throws(DecodeError) in
      reading(data, advertisement, scanResponse)
    })
}

extension SensorModel {
  /// Movesense, by its advertisement.
  package static let movesense = SensorModel(83)
}

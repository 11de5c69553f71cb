import Readings

/// Polar's straps and watches. Their advertisements carry the heart rate while no client is connected: company 0x006B,
/// a list of items (polar-ble-sdk, `BleAdvertisementContent`, `BlePolarHrAdvertisement`).
enum Polar {
  private static let companyIdentifier: UInt16 = 0x006B

  /// An item with bit 6 set is `[flags][length][bytes …]` with other data; any other is
  /// `[flags][code][fast average][slow average]`. Flags: bit 1 contact, bits 2 to 4 a frame counter, bit 5 broadcast.
  /// Polar's own apps show the slow average; an OH1 sends only one average.
  ///
  /// The SDK calls bit 0 the battery status. It is set in every capture, of an H7, an H10 and an OH1, so it does not
  /// mean that the battery is low.
  ///
  /// The counter distinguishes a new value from one that the strap repeats after it was taken off (ble-sdk, issue 137).
  private static func reading(_ bytes: RawSpan) -> Reading {
    var reading = Reading(model: .polar)
    var offset = 0
    while let flags = bytes.uint8(at: offset) {
      if flags & 0x40 != 0 {
        guard let length = bytes.uint8(at: offset + 1) else { break }
        offset += 2 + Int(length)
        continue
      }
      guard let fast = bytes.uint8(at: offset + 2) else { break }
      reading.measurements[.heartRateBeatsPerMinute] = (bytes.uint8(at: offset + 3) ?? fast).value()
      reading.contact = flags & 0x02 != 0 ? .detected : .notDetected
      reading.counter = UInt32(flags >> 2 & 7)
      break
    }
    return reading
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .polar, "Polar advertisement", marks: [.company(companyIdentifier)],
        mainQuantity: .heartRateBeatsPerMinute,
        // About one frame a second; some are lost on the way.
        freshness: .seconds(10), plausible: .heart, countsMeasurements: true,
        adviceWithoutReading: .connectOrBroadcast)
    ],
    companies: [companyIdentifier],
    advertisement: .structure { (_, data) throws(DecodeError) in reading(data) })
}

extension SensorModel {
  /// A Polar strap or watch, by its advertisement.
  package static let polar = SensorModel(81)
}

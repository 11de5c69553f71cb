import Readings

/// RadonEye's radon monitors, which answer a request of one byte: the RD200 of the first kind and the Plus2 under UUIDs
/// of their own, the second and third kinds under others. Little-endian.
///
///     RD200       50 10  now  day  month: floats, pCi/L            counts:2+2
///     Plus2       50 10  now  1 day  2 days: u16, Bq/m³   0:4  peak:2  counts…
///     V2 and V3   40 42 … at 0x21 now  day  month: u16, Bq/m³ … at 0x33 peak:2
///
/// After sormy/radoneye (`KNOWLEDGE_V1.md`, `KNOWLEDGE_V2.md`), jdeath/rd200v2, and for the Plus2
/// VibeEngineering-LLC/radoneye-esp32 (`plus2_protocol.md`).
///
/// The Plus2 answers as the RD200 does, but for the numbers: as floats they are nearly 0. What another request may do
/// to a device is not known, so it gets no other than these two: one resets its settings, some start its boot loader.
/// The first kind's UUIDs are those of an example of Nordic, and toys use them too.
enum RadonEye {
  private static func first(_ number: UInt32) -> BluetoothUUID {
    BluetoothUUID(value: 0x0000_0000_1212_EFDE_1523_785F_EABC_D123 | UInt128(number) << 96)
  }
  private static let firstAnswers = first(0x1525)
  private static let firstRequests = first(0x1524)
  private static let secondAnswers = BluetoothUUID(0x1525)
  private static let secondRequests = BluetoothUUID(0x1524)

  /// Becquerels per cubic metre in a picocurie per litre.
  private static let becquerels = 37.0
  /// The values that a float can be if it is one, in pCi/L. The numbers of a Plus2 are below them: its 9,435 Bq/m³ would
  /// be a float of 1e-16.
  private static let floats = 0.001...10_000.0
  /// In Bq/m³, the ends of the scales (PMC11314910, table 2).
  private static let highest = 3_700.0
  private static let highestOfPlus2 = 9_435.0

  private static func reading(_ characteristic: BluetoothUUID, _ bytes: RawSpan) throws(DecodeError) -> Reading? {
    characteristic == secondAnswers ? try second(bytes) : firstOrPlus2(bytes)
  }

  private static func firstOrPlus2(_ bytes: RawSpan) -> Reading? {
    guard bytes.byteCount == 20, bytes.uint16BigEndian(at: 0) == 0x5010 else { return nil }
    let (now, day, month) = (float(bytes, 2), float(bytes, 6), float(bytes, 10))
    if [now, day, month].contains(where: floats.contains), isFloat(now), isFloat(day), isFloat(month) {
      return radon(
        .radonEye, now: now.isNaN ? nil : now * becquerels, mean: month.isNaN ? 0 : month * becquerels,
        hasOther: day != 0)
    }
    guard bytes.uint32(at: 8) == 0, let now = whole(bytes, 2), let oneDay = whole(bytes, 4),
      let twoDays = whole(bytes, 6), let peak = whole(bytes, 12)
    else { return nil }
    return radon(.radonEyePlus2, now: now.value(), mean: twoDays.value() ?? 0, hasOther: oneDay != 0 || peak != 0)
  }

  private static func float(_ bytes: RawSpan, _ offset: Int) -> Double {
    bytes.uint32(at: offset).flatMap { FloatBits.value(UInt64($0), count: 4) } ?? .nan
  }

  /// Whether it is a value, or no number, which no two numbers of a Plus2 give.
  private static func isFloat(_ number: Double) -> Bool { number == 0 || number.isNaN || floats.contains(number) }

  /// A number of a Plus2, or the last one of the field; `nil` beyond its scale.
  private static func whole(_ bytes: RawSpan, _ offset: Int) -> UInt16? {
    bytes.uint16(at: offset).flatMap { Double($0) <= highestOfPlus2 || $0 == .max ? $0 : nil }
  }

  private static func second(_ bytes: RawSpan) throws(DecodeError) -> Reading? {
    guard bytes.uint16BigEndian(at: 0) == 0x4042 else { return nil }
    try bytes.require(0x35, in: .radonEye)
    guard let now = bytes.uint16(at: 0x21), let day = bytes.uint16(at: 0x23), let month = bytes.uint16(at: 0x25),
      let peak = bytes.uint16(at: 0x33)
    else { return nil }
    return radon(.radonEyeV2, now: now.value(), mean: month.value() ?? 0, hasOther: day != 0 || peak != 0)
  }

  /// A mean of 0 does not exist yet. A present value of 0 is one only if another number shows that the device has
  /// measured: it also sends 0 after it was switched on.
  private static func radon(_ model: SensorModel, now: Double?, mean: Double, hasOther: Bool) -> Reading {
    var reading = Reading(model: model)
    let hasMeasured = now != 0 || mean != 0 || hasOther
    reading.measurements[.radonBecquerelsPerCubicMetre] = hasMeasured ? now : nil
    reading.measurements[.radonLongTermBecquerelsPerCubicMetre] = mean != 0 ? mean : nil
    return reading
  }

  /// Each ten minutes they have a new mean of the last hour (CR3 News, September 2020, page 55). They are asked every
  /// five, and three answers may be lost.
  private static func entry(
    _ model: SensorModel, _ name: String, to highest: Double, _ accesses: [CatalogueEntry.Access]
  ) -> CatalogueEntry {
    CatalogueEntry(
      model, name,
      // "FR:" and the serial number, whose letters give the country or the kind.
      marks: ["FR:R", "FR:P", "FR:G", "FR:H", "FR:I", "FR:J", "FR:K"].map { .name($0) },
      advertisesReadings: false, accesses: accesses, mainQuantity: .radonBecquerelsPerCubicMetre,
      freshness: .seconds(930),
      plausible: [
        .radonBecquerelsPerCubicMetre: 0...highest, .radonLongTermBecquerelsPerCubicMetre: 0...highest,
      ],
      adviceWithoutReading: .closeItsAppFirstHour)
  }

  private static let askFirst: [CatalogueEntry.Access] = [
    .subscribe(firstAnswers), .write([0x50], to: firstRequests, every: .seconds(300)),
  ]
  private static let askSecond: [CatalogueEntry.Access] = [
    .subscribe(secondAnswers), .write([0x40], to: secondRequests, every: .seconds(300)),
  ]

  static let family = SensorFamily(
    models: [
      entry(.radonEye, "RadonEye RD200", to: highest, askFirst),
      entry(.radonEyeV2, "RadonEye RD200 V2 or V3", to: highest, askSecond),
      entry(.radonEyePlus2, "RadonEye Plus2", to: highestOfPlus2, askFirst),
    ],
    characteristics: [firstAnswers, secondAnswers],
    value: ValueDecoder { (characteristic, value) throws(DecodeError) in try reading(characteristic, value) })
}

extension DecodeError.Subject {
  package static let radonEye = Self("RadonEye answer", of: .radonEyeV2)
}

extension SensorModel {
  /// RadonEye RD200 of the first kind: radon, its mean of a month.
  package static let radonEye = SensorModel(72)
  /// RadonEye RD200 of the second and third kinds: radon, its mean of a month.
  package static let radonEyeV2 = SensorModel(73)
  /// RadonEye Plus2: radon, its mean of two days.
  package static let radonEyePlus2 = SensorModel(74)
}

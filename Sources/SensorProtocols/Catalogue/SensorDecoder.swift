import Readings

/// The entry point of this module: it turns bytes into readings. It keeps no state and can be called on any thread. Any
/// bytes give a reading, `nil` or a typed error.
package enum SensorDecoder {
  /// Decodes the AD structures of one advertisement and of its scan response.
  ///
  /// The structure of a known sensor counts even if a later one is cut off.
  /// - Returns: `nil` if no structure belongs to a known sensor.
  package static func reading(
    advertisement: RawSpan, scanResponse: RawSpan, hints: DecodingHints = DecodingHints()
  ) throws(DecodeError) -> Reading? {
    var reading = Reading(model: .unknown)
    let isKnown = try read(advertisement: advertisement, scanResponse: scanResponse, hints: hints, into: &reading)
    return isKnown ? reading : nil
  }

  /// Does the same for the critical loop, but writes into an existing reading, because a reading is expensive to
  /// return.
  /// - Returns: whether a structure belongs to a known sensor. If not, or if an error is thrown, `reading` is
  ///   unchanged.
  package static func read(
    advertisement: RawSpan, scanResponse: RawSpan, hints: DecodingHints, into reading: inout Reading
  ) throws(DecodeError) -> Bool {
    let table = DecoderTable.shared
    let longer = max(advertisement.byteCount, scanResponse.byteCount)
    guard longer <= AdvertisingData.longest else { throw DecodeError(.unexpectedLength(longer), in: .advertisingData) }
    if scanResponse.isEmpty {
      return try read(advertisement, advertisement, scanResponse, hints, table, into: &reading)
    }
    let isKnown: Bool
    do throws(DecodeError) {
      isKnown = try read(advertisement, advertisement, scanResponse, hints, table, into: &reading)
    } catch {
      // A broken advertisement does not hide an intact scan response.
      if (try? read(scanResponse, advertisement, scanResponse, hints, table, into: &reading)) == true { return true }
      throw error
    }
    guard isKnown else { return try read(scanResponse, advertisement, scanResponse, hints, table, into: &reading) }
    guard reading.measurements.isEmpty else { return true }
    // The advertisement may only name the sensor while the scan response has its values.
    var second = reading
    if (try? read(scanResponse, advertisement, scanResponse, hints, table, into: &second)) == true,
      second.model == reading.model
    {
      reading = second
    }
    return true
  }

  /// Decodes one value of a GATT characteristic. The UUID of the characteristic identifies it; the service adds
  /// nothing.
  /// - Returns: `nil` if the characteristic belongs to no known sensor.
  package static func reading(characteristic: BluetoothUUID, value: RawSpan) throws(DecodeError) -> Reading? {
    try DecoderTable.shared.reading(of: characteristic, value)
  }

  /// Every RR interval of a Heart Rate Measurement, 1/1024 s, oldest first, however many there are; empty for any other
  /// characteristic. A ``Reading`` keeps the first ``RRIntervals/capacity``.
  package static func rrIntervals(characteristic: BluetoothUUID, value: RawSpan) -> [UInt16] {
    guard characteristic == HeartRateService.heartRateMeasurement else { return [] }
    var intervals: [UInt16] = []
    _ = try? HeartRateService.reading(measurement: value) { intervals.append($0) }
    return intervals
  }

  /// Part of the history that a sensor has stored. It is never used as a current measurement.
  package enum History: Sendable, Equatable {
    /// From an Aranet: some samples of one quantity.
    case aranet(AranetHistory)
    /// From a Ruuvi Air: whole measurements with their times.
    case ruuvi(RuuviHistory)
  }

  /// Decodes part of a stored history; `nil` if the characteristic carries none.
  package static func history(characteristic: BluetoothUUID, value: RawSpan) throws(DecodeError) -> History? {
    if let history = try AranetHistory(characteristic: characteristic, value: value) { return .aranet(history) }
    return try RuuviHistory(characteristic: characteristic, value: value).map { .ruuvi($0) }
  }

  /// The keys by which one family of devices is decoded. Tests use it to give every decoder its own bytes.
  package struct FamilyEntry: Sendable {
    /// The first model's name, with hyphens.
    package let name: String
    package let companies: [UInt16]
    package let serviceData: [UInt16]
    package let characteristics: [BluetoothUUID]
    package let models: [SensorModel]
  }

  package static var entries: [FamilyEntry] {
    SensorFamily.all.map { family in
      FamilyEntry(
        name: (family.models.first?.name ?? "").lowercased().split(separator: " ").joined(separator: "-"),
        companies: family.companies, serviceData: family.serviceData, characteristics: family.characteristics,
        models: family.models.map(\.model))
    }
  }

  private static func read(
    _ bytes: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan, _ hints: DecodingHints, _ table: DecoderTable,
    into reading: inout Reading
  ) throws(DecodeError) -> Bool {
    var offset = 0
    while let structure = try AdvertisingData.next(in: bytes, at: &offset) {
      guard let family = table.family(of: structure, in: bytes), let key = structure.key(in: bytes),
        let decoder = table.advertisements[family]
      else { continue }
      let data = bytes.extracting(structure.offset + 2..<structure.offset + structure.count)
      switch decoder {
      case .structure(let decode):
        guard let found = try decode(key, data) else { continue }
        reading = found
      case .everything(let decode):
        guard let found = try decode(key, data, advertisement, scanResponse, hints) else { continue }
        reading = found
      }
      return true
    }
    return false
  }
}

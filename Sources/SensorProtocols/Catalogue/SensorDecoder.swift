import Readings

/// The door of this room: bytes to readings. Stateless; any bytes give a reading, `nil` or a typed error.
package enum SensorDecoder {
  /// Decodes the AD structures of one advertisement and of its scan response.
  ///
  /// A known sensor's structure counts even if a later one is cut off.
  /// - Returns: `nil` where no structure belongs to a known sensor.
  package static func reading(
    advertisement: RawSpan, scanResponse: RawSpan, hints: DecodingHints = DecodingHints()
  ) throws(DecodeError) -> Reading? {
    var reading = Reading(model: .unknown)
    let isKnown = try read(advertisement: advertisement, scanResponse: scanResponse, hints: hints, into: &reading)
    return isKnown ? reading : nil
  }

  /// The same for the critical loop, into a place that is there already: a reading is large to hand on.
  /// - Returns: whether a structure belongs to a known sensor; otherwise, and where it throws, `reading` is as it was.
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
      // A broken advertisement does not hide a whole scan response.
      if (try? read(scanResponse, advertisement, scanResponse, hints, table, into: &reading)) == true { return true }
      throw error
    }
    guard isKnown else { return try read(scanResponse, advertisement, scanResponse, hints, table, into: &reading) }
    guard reading.measurements.isEmpty else { return true }
    // An advertisement that only names the sensor, and a scan response that has its values.
    var second = reading
    if (try? read(scanResponse, advertisement, scanResponse, hints, table, into: &second)) == true,
      second.model == reading.model
    {
      reading = second
    }
    return true
  }

  /// Decodes one value of a GATT characteristic. A characteristic's UUID says what it is; the service adds nothing.
  /// - Returns: `nil` where the characteristic belongs to no known sensor.
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

  /// A part of a sensor's own record of the past. It is never taken for what the sensor measures now.
  package enum History: Sendable, Equatable {
    /// Of an Aranet: some samples of one quantity.
    case aranet(AranetHistory)
    /// Of a Ruuvi Air: whole measurements with their times.
    case ruuvi(RuuviHistory)
  }

  /// A part of a sensor's own record of the past; `nil` where the characteristic carries none.
  package static func history(characteristic: BluetoothUUID, value: RawSpan) throws(DecodeError) -> History? {
    if let history = try AranetHistory(characteristic: characteristic, value: value) { return .aranet(history) }
    return try RuuviHistory(characteristic: characteristic, value: value).map { .ruuvi($0) }
  }

  /// By what one family of devices is decoded, for the tests that hand every decoder its own bytes.
  package struct FamilyDoor: Sendable {
    /// The first model's name, with hyphens.
    package let name: String
    /// The company identifiers of its manufacturer specific data.
    package let companies: [UInt16]
    /// The UUIDs of its service data.
    package let serviceData: [UInt16]
    package let characteristics: [BluetoothUUID]
  }

  package static var doors: [FamilyDoor] {
    SensorFamily.all.map { family in
      FamilyDoor(
        name: (family.models.first?.name ?? "").lowercased().split(separator: " ").joined(separator: "-"),
        companies: family.companies, serviceData: family.serviceData, characteristics: family.characteristics)
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

import Readings

/// The door of this room: bytes to readings. Stateless; any bytes give a reading, `nil` or a typed error.
public enum SensorDecoder {
  /// Decodes the AD structures of one advertisement and of its scan response.
  ///
  /// A known sensor's structure counts even if a later one is cut off.
  /// - Returns: `nil` where no structure belongs to a known sensor.
  public static func reading(
    advertisement: RawSpan, scanResponse: RawSpan
  ) throws(DecodeError) -> Reading? {
    do throws(DecodeError) {
      if let reading = try reading(structures: advertisement) {
        guard reading.measurements.isEmpty, let second = try? self.reading(structures: scanResponse),
          second.model == reading.model
        else { return reading }
        return second
      }
    } catch {
      // A broken advertisement does not hide a whole scan response.
      if let reading = try? reading(structures: scanResponse) { return reading }
      throw error
    }
    return try reading(structures: scanResponse)
  }

  /// Every RR interval of a Heart Rate Measurement, 1/1024 s, oldest first, however many there are; empty for any other
  /// characteristic. A ``Reading`` keeps the first ``RRIntervals/capacity``.
  public static func rrIntervals(characteristic: BluetoothUUID, value: RawSpan) -> [UInt16] {
    guard characteristic == HeartRateService.heartRateMeasurement else { return [] }
    var intervals: [UInt16] = []
    _ = try? HeartRateService.reading(measurement: value) { intervals.append($0) }
    return intervals
  }

  private static func reading(structures bytes: RawSpan) throws(DecodeError) -> Reading? {
    var offset = 0
    while let structure = try AdvertisingData.next(in: bytes, at: &offset) {
      guard structure.type == AdvertisingData.manufacturerSpecificData,
        structure.count >= 2, let company = bytes.uint16(at: structure.offset)
      else { continue }
      let payload = bytes.extracting(structure.offset + 2..<structure.offset + structure.count)
      switch company {
      case Aranet4.companyIdentifier:
        if let reading = try Aranet4.reading(manufacturerData: payload) { return reading }
      default: continue
      }
    }
    return nil
  }

  /// Decodes one value of a GATT characteristic. A characteristic's UUID says what it is; the service adds nothing.
  /// - Returns: `nil` where the characteristic belongs to no known sensor.
  public static func reading(characteristic: BluetoothUUID, value: RawSpan) throws(DecodeError) -> Reading? {
    switch characteristic {
    case HeartRateService.heartRateMeasurement: try HeartRateService.reading(measurement: value)
    case Aranet4.currentReadings: try Aranet4.reading(currentReadings: value, isDetailed: false)
    case Aranet4.currentReadingsDetailed: try Aranet4.reading(currentReadings: value, isDetailed: true)
    default: nil
    }
  }
}

import Readings

/// ATMO's Atmocube and Atmotube PRO: company 0xFFFF in the advertisement and again in the scan response
/// (support.atmotube.com, articles 10449987 and 10364981). The Atmocube is little-endian, the Atmotube big-endian.
///
/// 0xFFFF is not assigned and many devices use it, so the name must match or, if there is no name, the length and the
/// values must be plausible. An Atmocube has its name in the same advertisement; without a name only its climate values
/// are used, never its CO2.
enum Atmo {
  private static let companyIdentifier: UInt16 = 0xFFFF
  private static let atmocubeLength = 13
  private static let atmocubeResponseLength = 21
  private static let atmotubeLength = 12
  private static let atmotubeResponseLength = 9

  private static func reading(
    _ data: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan
  ) throws(DecodeError) -> Reading? {
    let isCube = AdvertisingData.nameBegins(with: "CUBE_", in: advertisement, scanResponse)
    let isTube = AdvertisingData.nameBegins(with: "ATMOTUBE", in: advertisement, scanResponse)
    if data.byteCount == atmocubeLength, let version = data.uint8(at: 0), (1...2).contains(version) {
      guard let isCube else { return namelessAtmocube(data) }
      if isCube { return atmocube(data, version, advertisement, scanResponse) }
    }
    if data.byteCount == atmotubeLength, isTube ?? isPlausibleAtmotube(data) {
      return atmotube(data, advertisement, scanResponse)
    }
    // The scan response can arrive alone.
    if data.byteCount == atmocubeResponseLength, isCube == true {
      var reading = Reading(model: .atmocube)
      fill(&reading, atmocubeResponse: data)
      return reading
    }
    if data.byteCount == atmotubeResponseLength, isTube == true {
      var reading = Reading(model: .atmotubePro)
      fill(&reading, atmotubeResponse: data)
      return reading
    }
    return nil
  }

  /// 0xFFFF: the sensor is missing; 0xFFFE: it is heating up.
  private static func word(_ bytes: RawSpan, _ offset: Int, per unit: Double = 1) -> Double? {
    bytes.uint16(at: offset).flatMap { $0 >= 0xFFFE ? nil : Double($0) / unit }
  }

  /// The same for one byte; an index is twice the byte plus one.
  private static func index(_ bytes: RawSpan, _ offset: Int) -> Double? {
    bytes.uint8(at: offset).flatMap { $0 >= 0xFE ? nil : Double($0) * 2 + 1 }
  }

  private static func atmocube(
    _ bytes: RawSpan, _ version: UInt8, _ advertisement: RawSpan, _ scanResponse: RawSpan
  ) -> Reading {
    var reading = Reading(model: .atmocube)
    if version == 1 {
      reading.measurements[.vocPartsPerBillion] = word(bytes, 1)
    } else {
      reading.measurements[.vocIndex] = index(bytes, 1)
      reading.measurements[.noxIndex] = index(bytes, 2)
    }
    reading.measurements[.pm25MicrogramsPerCubicMetre] = word(bytes, 3, per: 10)
    reading.measurements[.pm10MicrogramsPerCubicMetre] = word(bytes, 5, per: 10)
    fillClimate(&reading, atmocube: bytes)
    reading.measurements[.co2PartsPerMillion] = word(bytes, 11)
    if let range = responseRange(scanResponse, atmocubeResponseLength) {
      fill(&reading, atmocubeResponse: scanResponse.extracting(range))
    } else if let range = structure(of: atmocubeResponseLength, in: advertisement) {
      fill(&reading, atmocubeResponse: advertisement.extracting(range))
    }
    return reading
  }

  private static func fillClimate(_ reading: inout Reading, atmocube bytes: RawSpan) {
    // The field is signed here, so the two sentinels are -1 and -2 hundredths of a degree.
    reading.measurements[.temperatureCelsius] = bytes.int16(at: 7).flatMap {
      $0 == -1 ? nil : $0.value(per: 100, absent: -2)
    }
    reading.measurements[.relativeHumidityPercent] = word(bytes, 9, per: 100)
  }

  /// Accepts the data only if all values are plausible for the air of a room.
  private static func namelessAtmocube(_ bytes: RawSpan) -> Reading? {
    var reading = Reading(model: .atmocube)
    fillClimate(&reading, atmocube: bytes)
    let air = PlausibleRanges.air
    func isPlausible(_ quantity: Quantity, _ value: Double?) -> Bool {
      value.map { air[quantity]?.contains($0) ?? true } ?? false
    }
    guard isPlausible(.temperatureCelsius, reading.measurements[.temperatureCelsius]),
      isPlausible(.relativeHumidityPercent, reading.measurements[.relativeHumidityPercent]),
      word(bytes, 11).map({ isPlausible(.co2PartsPerMillion, $0) }) ?? true
    else { return nil }
    // PM10 includes PM2.5, so it cannot be lower.
    if let small = word(bytes, 3), let large = word(bytes, 5), small > large { return nil }
    return reading
  }

  private static func fill(_ reading: inout Reading, atmocubeResponse bytes: RawSpan) {
    reading.measurements[.pressureHectopascals] = bytes.uint32(at: 0).flatMap {
      $0 >= 0xFFFF_FFFE ? nil : $0.value(per: 100, absent: 0)
    }
    reading.measurements[.soundDecibels] = bytes.uint8(at: 4).flatMap { $0 >= 0xFE ? nil : Double($0) }
    reading.measurements[.illuminanceLux] = word(bytes, 5)
    reading.measurements[.pm1MicrogramsPerCubicMetre] = word(bytes, 7, per: 10)
    reading.measurements[.formaldehydePartsPerBillion] = word(bytes, 9)
    // Byte 11 is the number of people.
    reading.measurements[.carbonMonoxidePartsPerBillion] = word(bytes, 12)
    reading.measurements[.ozonePartsPerBillion] = word(bytes, 14)
  }

  private static func atmotube(
    _ bytes: RawSpan, _ advertisement: RawSpan, _ scanResponse: RawSpan
  ) -> Reading {
    var reading = Reading(model: .atmotubePro)
    reading.measurements[.vocPartsPerBillion] = bytes.uint16BigEndian(at: 0)?.value(absent: 0xFFFF)
    reading.measurements[.relativeHumidityPercent] = bytes.uint8(at: 4)?.value()
    reading.measurements[.temperatureCelsius] = bytes.uint8(at: 5).flatMap { Int8(bitPattern: $0).value() }
    reading.measurements[.pressureHectopascals] = bytes.uint32BigEndian(at: 6)?.value(per: 100, absent: 0)
    reading.measurements[.batteryPercent] = bytes.uint8(at: 11)?.value()
    if let range = responseRange(scanResponse, atmotubeResponseLength) {
      fill(&reading, atmotubeResponse: scanResponse.extracting(range))
    } else if let range = structure(of: atmotubeResponseLength, in: advertisement) {
      fill(&reading, atmotubeResponse: advertisement.extracting(range))
    }
    return reading
  }

  private static func fill(_ reading: inout Reading, atmotubeResponse bytes: RawSpan) {
    reading.measurements[.pm1MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 0)?.value(absent: 0xFFFF)
    reading.measurements[.pm25MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 2)?.value(absent: 0xFFFF)
    reading.measurements[.pm10MicrogramsPerCubicMetre] = bytes.uint16BigEndian(at: 4)?.value(absent: 0xFFFF)
  }

  /// Checks a device without a name: humidity, battery and air pressure must be possible.
  private static func isPlausibleAtmotube(_ bytes: RawSpan) -> Bool {
    guard let humidity = bytes.uint8(at: 4), let pressure = bytes.uint32BigEndian(at: 6),
      let battery = bytes.uint8(at: 11)
    else { return false }
    return humidity <= 100 && battery <= 100 && (30_000...110_000).contains(pressure)
  }

  /// The place of the scan response's data: in a structure, or without one, as the vendor's page prints them.
  private static func responseRange(_ scanResponse: RawSpan, _ length: Int) -> Range<Int>? {
    structure(of: length, in: scanResponse) ?? (scanResponse.byteCount == length ? 0..<length : nil)
  }

  /// The place of ATMO's data with a given length. A controller may join an advertisement and its scan response.
  private static func structure(of length: Int, in structures: RawSpan) -> Range<Int>? {
    AdvertisingData.find(
      type: AdvertisingData.manufacturerSpecificData, key: companyIdentifier, in: structures, count: length)
  }

  static let family = SensorFamily(
    models: [
      CatalogueEntry(
        .atmocube, "Atmocube", marks: [.company(companyIdentifier), .name("CUBE_")], mainQuantity: .co2PartsPerMillion,
        freshness: .seconds(330), plausible: .air, co2Pressure: .unknown("it has a barometer"),
        adviceWithoutReading: .configureAtmocube),
      CatalogueEntry(
        .atmotubePro, "Atmotube PRO", marks: [.company(companyIdentifier), .name("ATMOTUBE")],
        mainQuantity: .vocPartsPerBillion, freshness: .seconds(630), plausible: .air,
        adviceWithoutReading: .chargeAtmotube),
    ],
    companies: [companyIdentifier],
    advertisement: .everything { (_, data, advertisement, scanResponse, _) throws(DecodeError) in
      try reading(data, advertisement, scanResponse)
    })
}

extension SensorModel {
  /// ATMO Atmocube: CO2, VOC, NOx, particles, climate and more.
  package static let atmocube = SensorModel(66)
  package static let atmotubePro = SensorModel(67)
}

import CMbedCrypto
import Readings

/// BTHome, an open format for home-made sensors: version 2 as service data 0xFCD2, version 1 as 0x181C, and version 1
/// encrypted as 0x181E (bthome.io, Bluetooth-Devices/bthome-ble). Little-endian.
enum BTHome {
  static let version2: UInt16 = 0xFCD2
  private static let version1: UInt16 = 0x181C
  static let version1Encrypted: UInt16 = 0x181E

  private static func reading(
    _ key: UInt16, _ data: RawSpan, _ hints: DecodingHints
  ) throws(DecodeError) -> Reading? {
    switch key {
    case version1: return version1Reading(data)
    case version1Encrypted:
      try data.require(8, in: .bthome)
      return try encrypted(data, cipherFrom: 0, isVersion2: false, info: 0, address: hints.address, hints)
    default: break
    }
    guard let info = data.uint8(at: 0) else { throw DecodeError(.tooShort(needed: 1, got: 0), in: .bthome) }
    // Bits 5 to 7: the version. Bit 2: the device sends only when something happens. Bit 1: the device's address follows,
    // in radio byte order. Bit 0: encrypted.
    guard info >> 5 == 2 else { throw DecodeError(.unknownFormat(info >> 5), in: .bthome) }
    let hasAddress = info & 0x02 != 0
    if hasAddress { try data.require(7, in: .bthome) }
    let start = hasAddress ? 7 : 1
    guard info & 0x01 != 0 else {
      return withModel(objects(version2: data.extracting(droppingFirst: start)), info: info)
    }
    try data.require(start + 8, in: .bthome)
    let address = hasAddress ? data.deviceAddress(at: 1) : hints.address
    return try encrypted(data, cipherFrom: start, isVersion2: true, info: info, address: address, hints)
  }

  /// Decrypts objects that are followed by a counter and a tag of four bytes each. Without a key, the reading only says
  /// that it is encrypted.
  private static func encrypted(
    _ data: RawSpan, cipherFrom start: Int, isVersion2: Bool, info: UInt8, address: DeviceAddress?,
    _ hints: DecodingHints
  ) throws(DecodeError) -> Reading? {
    guard let key = hints.bindKey else {
      var reading = Reading(model: info & onEvents == 0 ? .bthome : .bthomeOnEvents)
      reading.isEncrypted = true
      return reading
    }
    guard let address else { throw DecodeError(.noAddress, in: .bthome) }
    guard let counter = data.uint32(at: data.byteCount - 8),
      var reading = BTHomeCipher(
        key: key, address: address, uuid: isVersion2 ? version2 : version1Encrypted, isVersion2: isVersion2, info: info
      )
      .decrypted(
        data.extracting(start..<data.byteCount - 8), trailer: data.extracting(last: 8),
        read: { isVersion2 ? objects(version2: $0) : objects(version1: $0) })
    else { throw DecodeError(.wrongKey, in: .bthome) }
    reading.isEncrypted = true
    reading.counter = counter
    return withModel(reading, info: info)
  }

  /// The UUID is that of the User Data Service, and other devices may send any data with it: only a complete list of
  /// objects is BTHome.
  private static func version1Reading(_ data: RawSpan) -> Reading? {
    var offset = 0
    while let head = data.uint8(at: offset), head & 0x1F > 0 { offset += 1 + Int(head & 0x1F) }
    guard offset == data.byteCount else { return nil }
    return withModel(objects(version1: data), info: 0)
  }

  /// Objects `[id][value]`. The length of an unknown id is not known either, so only the objects before it count.
  private static func objects(version2 bytes: RawSpan) -> Reading {
    var reading = Reading(model: .bthome)
    var offset = 0
    while let id = bytes.uint8(at: offset) {
      // The low five bits of a command's second byte are the length of the data after them.
      if id == BTHomeObject.command {
        guard let head = bytes.uint8(at: offset + 1) else { break }
        offset += 3 + Int(head & 0x1F)
        continue
      }
      guard var object = BTHomeObject(id) else { break }
      offset += 1
      // Text and raw bytes contain their own length.
      if object.count == 0 {
        guard let count = bytes.uint8(at: offset) else { break }
        offset += 1
        object.count = Int(count)
      }
      guard bytes.holds(object.count, at: offset) else { break }
      fill(&reading, object, from: bytes, at: offset)
      offset += object.count
    }
    return reading
  }

  /// Objects `[format: 3 bits, length: 5 bits][id][value]`; the length includes the id. Format 0 is an unsigned number,
  /// 1 a signed one, 2 a float; text (3) and the device's address (4, which has no id) measure nothing.
  private static func objects(version1 bytes: RawSpan) -> Reading {
    var reading = Reading(model: .bthome)
    var offset = 0
    while let head = bytes.uint8(at: offset), let id = bytes.uint8(at: offset + 1) {
      let length = Int(head & 0x1F)
      guard length > 0, bytes.holds(length, at: offset + 1) else { break }
      if length > 1, let form = BTHomeObject.Form(version1: head >> 5), var object = BTHomeObject(id) {
        object.count = length - 1
        object.form = form
        fill(&reading, object, from: bytes, at: offset + 2)
      }
      offset += 1 + length
    }
    return reading
  }

  private static func fill(_ reading: inout Reading, _ object: BTHomeObject, from bytes: RawSpan, at offset: Int) {
    if object.isPacketNumber { reading.counter = bytes.uint8(at: offset).map { UInt32($0) } }
    guard let quantity = object.quantity, reading.measurements[quantity] == nil, (1...8).contains(object.count) else {
      return
    }
    guard let raw = object.number(in: bytes, at: offset) else { return }
    reading.measurements[quantity] = raw * object.factor / object.divisor
  }

  /// The bit of a device that sends only when something happens (bthome.io/format, "trigger based device flag").
  private static let onEvents: UInt8 = 1 << 2

  /// A device that measures CO2 is monitored for CO2, a detector of carbon monoxide for that, and any other for the
  /// quantities that it has. One that sends only when something happens is another kind: its silence says nothing.
  private static func withModel(_ reading: Reading, info: UInt8) -> Reading {
    var reading = reading
    if info & onEvents != 0 {
      reading.model = reading.measurements[.carbonMonoxideDetected] == nil ? .bthomeOnEvents : .bthomeCOOnEvents
    } else if reading.measurements[.co2PartsPerMillion] != nil {
      reading.model = .bthomeCO2
    } else if reading.measurements[.carbonMonoxideDetected] != nil {
      reading.model = .bthomeCO
    }
    return reading
  }

  private static func entry(
    _ model: SensorModel, _ name: String, _ quantity: Quantity, sendsOnEvents: Bool = false
  ) -> CatalogueEntry {
    CatalogueEntry(
      model, name,
      marks: [.serviceData(version2), .serviceData(version1), .serviceData(version1Encrypted)],
      pairing: "if it is encrypted, its bind key of 32 hexadecimal digits", mainQuantity: quantity,
      // The person who builds the sensor sets its interval; ten minutes is long for a battery-powered sensor.
      freshness: .seconds(630), plausible: .air, countsMeasurements: true, sendsOnEvents: sendsOnEvents,
      co2Pressure: quantity == .co2PartsPerMillion ? .unknown("its builder chooses the sensor") : nil,
      adviceWithoutReading: sendsOnEvents
        ? .sendsOnEvents
        : .enterBindKey)
  }

  static let family = SensorFamily(
    models: [
      entry(.bthome, "BTHome", .temperatureCelsius), entry(.bthomeCO2, "BTHome CO2", .co2PartsPerMillion),
      entry(.bthomeCO, "BTHome CO detector", .carbonMonoxideDetected),
      entry(.bthomeOnEvents, "BTHome on events", .temperatureCelsius, sendsOnEvents: true),
      entry(.bthomeCOOnEvents, "BTHome CO detector on events", .carbonMonoxideDetected, sendsOnEvents: true),
    ],
    serviceData: [version2, version1, version1Encrypted],
    advertisement: .everything { (key, data, _, _, hints) throws(DecodeError) in try reading(key, data, hints) })
}

extension DecodeError.Subject {
  package static let bthome = Self("BTHome advertisement", of: .bthome)
}

extension SensorModel {
  package static let bthome = SensorModel(56)
  package static let bthomeCO2 = SensorModel(57)
  /// A BTHome device that detects carbon monoxide.
  package static let bthomeCO = SensorModel(58)
  /// A BTHome device that sends only when something happens.
  package static let bthomeOnEvents = SensorModel(59)
  /// A BTHome device that detects carbon monoxide and sends only when something happens.
  package static let bthomeCOOnEvents = SensorModel(61)
}

/// AES-CCM as BTHome uses it (bthome.io/encryption, bthome-ble): a tag of four bytes, and a nonce made of the device's
/// address, the service's UUID, in version 2 the info byte, and the counter. Version 1 authenticates one more byte,
/// 0x11.
///
/// All its data are on the stack; only Mbed TLS itself allocates one block of memory for each advertisement.
struct BTHomeCipher {
  private let key: BindKey
  /// The last four bytes are filled with the counter of each advertisement.
  private let nonce: InlineArray<13, UInt8>
  private let isVersion2: Bool
  private var nonceLength: Int { isVersion2 ? 13 : 12 }

  init(key: BindKey, address: DeviceAddress, uuid: UInt16, isVersion2: Bool, info: UInt8) {
    self.key = key
    self.isVersion2 = isVersion2
    nonce = InlineArray { place in
      switch place {
      case 0..<6: UInt8(truncatingIfNeeded: address.value >> UInt64(8 * (5 - place)))
      case 6: UInt8(truncatingIfNeeded: uuid)
      case 7: UInt8(truncatingIfNeeded: uuid >> 8)
      case 8: isVersion2 ? info : 0
      default: 0
      }
    }
  }

  /// Decrypts the bytes and passes them to `read`. Returns `nil` if the tag does not match: a different key, a
  /// different address, or damage.
  /// - Parameter trailer: counter and tag, four bytes each.
  func decrypted<Result>(_ cipher: RawSpan, trailer: RawSpan, read: (RawSpan) -> Result) -> Result? {
    guard trailer.byteCount == 8 else { return nil }
    var nonce = nonce
    var tag = InlineArray<4, UInt8>(repeating: 0)
    for place in 0..<4 {
      nonce[nonceLength - 4 + place] = trailer.uint8(at: place) ?? 0
      tag[place] = trailer.uint8(at: 4 + place) ?? 0
    }
    let (counted, signed) = (nonce, tag)
    // No nested closure below captures a span of the caller, because Swift 6.2 cannot compile that.
    return cipher.withUnsafeBytes { cipher in
      withUnsafeTemporaryAllocation(byteCount: max(1, cipher.count), alignment: 1) { plain in
        guard status(cipher, tag: signed, nonce: counted, into: plain) == 0 else { return nil }
        return read(UnsafeRawBufferPointer(plain).bytes.extracting(first: cipher.count))
      }
    }
  }

  private func status(
    _ cipher: UnsafeRawBufferPointer, tag: InlineArray<4, UInt8>, nonce: InlineArray<13, UInt8>,
    into plain: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 34) { small in
      // Key, nonce, tag, and the byte that version 1 authenticates.
      let key = key.bytes
      for place in 0..<16 { small[place] = key[place] }
      for place in 0..<13 { small[16 + place] = nonce[place] }
      for place in 0..<4 { small[29 + place] = tag[place] }
      small[33] = 0x11
      guard let start = small.baseAddress else { return -1 }
      return cmbedcrypto_ccm_decrypt(
        start, start + 16, nonceLength, start + 33, isVersion2 ? 0 : 1, cipher.baseAddress, cipher.count, start + 29, 4,
        plain.baseAddress)
    }
  }
}

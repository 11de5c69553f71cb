import Readings

/// How BTHome encodes one kind of object (bthome.io/format). Lapwing has no quantity for most of them. Only their
/// length matters, because without it the objects after them cannot be read.
struct BTHomeObject {
  /// The length of the value in bytes; 0 if the first byte gives the length.
  var count: Int
  /// How the bytes encode a number.
  enum Form: Sendable { case unsigned, signed, float }
  var form = Form.unsigned
  /// The quantity that it measures, if Lapwing knows it.
  var quantity: Quantity?
  /// The value is the raw number times this factor…
  var factor = 1.0
  /// …divided by this number, so that tenths stay exact.
  var divisor = 1.0
  var isPacketNumber = false

  /// Returns `nil` for an unknown id.
  init?(_ id: UInt8) {
    switch id {
    case 0x00: self.init(1, isPacketNumber: true)
    case 0x01: self.init(1, .batteryPercent)
    case 0x02: self.init(2, .temperatureCelsius, signed: true, per: 100)
    case 0x03: self.init(2, .relativeHumidityPercent, per: 100)
    case 0x04: self.init(3, .pressureHectopascals, per: 100)
    case 0x05: self.init(3, .illuminanceLux, per: 100)
    case 0x0C: self.init(2, .batteryMillivolts)
    case 0x0D: self.init(2, .pm25MicrogramsPerCubicMetre)
    case 0x0E: self.init(2, .pm10MicrogramsPerCubicMetre)
    case 0x12: self.init(2, .co2PartsPerMillion)
    case 0x13: self.init(2, .tvocMicrogramsPerCubicMetre)
    case 0x14: self.init(2, .soilMoisturePercent, per: 100)
    // The binary sensor "carbon monoxide": the only word about it that BTHome has (bthome-ble, const.py, 00771fd).
    case 0x17: self.init(1, .carbonMonoxideDetected)
    case 0x2E: self.init(1, .relativeHumidityPercent)
    case 0x2F: self.init(1, .soilMoisturePercent)
    case 0x45: self.init(2, .temperatureCelsius, signed: true, per: 10)
    case 0x57: self.init(1, .temperatureCelsius, signed: true)
    case 0x58: self.init(1, .temperatureCelsius, signed: true, times: 35, per: 100)
    // Booleans, buttons, counts of one byte, the UV index, the channel, the light level, the settings' revision.
    case 0x09, 0x0F...0x11, 0x15...0x16, 0x18...0x2D, 0x3A, 0x46, 0x59, 0x60, 0x64, 0x65: self.init(1)
    // Mass, dew point, counts, steps of a dimmer, rotation, distance, current, speed, volume, voltage, acceleration.
    case 0x06...0x08, 0x3C, 0x3D, 0x3F...0x41, 0x43, 0x44, 0x47...0x4A, 0x51, 0x52, 0x56, 0x5A, 0x5D...0x5F, 0x61, 0xF0:
      self.init(2)
    // Energy, power, duration, gas, the firmware's version.
    case 0x0A, 0x0B, 0x42, 0x4B, 0xF2: self.init(3)
    // Counts, gas, energy, volume, water, a time, storage, power, speed, acceleration, the firmware's version.
    case 0x3E, 0x4C...0x50, 0x55, 0x5B, 0x5C, 0x62, 0x63, 0xF1: self.init(4)
    case 0x53, 0x54: self.init(0)
    default: return nil
    }
  }

  private init(
    _ count: Int, _ quantity: Quantity? = nil, signed: Bool = false, times factor: Double = 1, per divisor: Double = 1,
    isPacketNumber: Bool = false
  ) {
    self.count = count
    self.quantity = quantity
    form = signed ? .signed : .unsigned
    self.factor = factor
    self.divisor = divisor
    self.isPacketNumber = isPacketNumber
  }
}

extension BTHomeObject {
  /// The raw number; `nil` if it is the last one that its bytes can hold, or the first one of a signed one, which measure
  /// nothing, see ``FixedWidthInteger/value(per:absent:)``. Firmware writes them before its first measurement. So is a
  /// pressure of 0. A binary sensor has no such number.
  func number(in bytes: RawSpan, at offset: Int) -> Double? {
    guard let raw = bytes.unsigned(at: offset, count: count) else { return nil }
    let ones = UInt64.max >> UInt64(64 - 8 * count)
    switch form {
    case .float: return FloatBits.value(raw, count: count)
    case .unsigned:
      if raw == ones, quantity != .carbonMonoxideDetected { return nil }
      return raw == 0 && quantity == .pressureHectopascals ? nil : Double(raw)
    case .signed:
      guard raw != ones >> 1, raw != ones >> 1 + 1 else { return nil }
      return bytes.signed(at: offset, count: count).map { Double($0) }
    }
  }

  /// The id of a command, which measures nothing and contains its own length.
  static let command: UInt8 = 0x3B
}

extension BTHomeObject.Form {
  /// The format of an object in version 1; `nil` if it is not a number.
  init?(version1 format: UInt8) {
    switch format {
    case 0: self = .unsigned
    case 1: self = .signed
    case 2: self = .float
    default: return nil
    }
  }
}

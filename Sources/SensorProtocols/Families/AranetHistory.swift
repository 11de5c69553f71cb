import Readings

/// A frame of the history that an Aranet has stored: up to a few hundred samples of one quantity.
///
/// It is requested by a write to characteristic 1402. Version 1 then notifies 2003
/// (`[parameter][start u16][count u8] [values …]`); version 2 is read from 2005
/// (`[parameter][interval u16][total u16][age u16][start u16][count u8] [values …]`). The age of a sample is
/// `age + (total - index) * interval`. Source: Anrijs/Aranet4-Python, `docs/UUIDs.md` and `client.py`.
package struct AranetHistory: Sendable, Equatable {
  package enum Parameter: UInt8, Sendable {
    case temperature = 1
    /// Relative humidity in whole percent.
    case humidity = 2
    case pressure = 3
    case co2 = 4
    /// Relative humidity in tenths of a percent.
    case fineHumidity = 5
    case pulses = 6
    case dose = 7
    /// Dose rate, nSv/h.
    case doseRate = 8
    /// Integrated dose, nSv.
    case integral = 9
    case radon = 10
  }

  package let parameter: Parameter
  /// The number of the first sample, from 1.
  package let start: UInt16
  /// The number of samples according to the frame; 0 at the end of the history.
  package let count: UInt8
  /// The samples. A missing measurement keeps its place as `nil`.
  package let values: [Double?]
  /// The time between two samples, seconds (version 2).
  package let intervalSeconds: UInt16?
  /// The number of samples in the whole history (version 2).
  package let total: UInt16?
  /// The age of the last sample, seconds (version 2).
  package let ageSeconds: UInt16?

  private static let version1 = Aranet.characteristic(0x2003)
  private static let version2 = Aranet.characteristic(0x2005)

  init?(characteristic: BluetoothUUID, value bytes: RawSpan) throws(DecodeError) {
    let header: Int
    switch characteristic {
    case Self.version1: header = 4
    case Self.version2: header = 10
    default: return nil
    }
    try bytes.require(header, in: .aranetHistory)
    guard let number = bytes.uint8(at: 0), let start = bytes.uint16(at: header - 3),
      let count = bytes.uint8(at: header - 1)
    else { return nil }
    guard let parameter = Parameter(rawValue: number) else {
      throw DecodeError(.unknownFormat(number), in: .aranetHistory)
    }
    self.parameter = parameter
    self.start = start
    self.count = count
    let isVersion2 = characteristic == Self.version2
    intervalSeconds = isVersion2 ? bytes.uint16(at: 1) : nil
    total = isVersion2 ? bytes.uint16(at: 3) : nil
    ageSeconds = isVersion2 ? bytes.uint16(at: 5) : nil
    // A frame may be shortened to what the link carries: only complete values count.
    let width = parameter.width
    let whole = min(Int(count), (bytes.byteCount - header) / width)
    values = (0..<whole).map { parameter.value(of: bytes.unsigned(at: header + $0 * width, count: width) ?? 0) }
  }
}

extension AranetHistory.Parameter {
  /// Bytes of one sample. Dose and dose rate are followed by one byte of padding.
  fileprivate var width: Int {
    switch self {
    case .humidity: 1
    case .temperature, .pressure, .co2, .fineHumidity, .pulses: 2
    case .dose, .doseRate: 3
    case .radon: 4
    case .integral: 8
    }
  }

  /// The same flags as in a reading mean that there is no value.
  fileprivate func value(of raw: UInt64) -> Double? {
    switch self {
    case .temperature: raw & 0xC000 == 0 ? Double(raw) / 20 : nil
    case .humidity: raw <= 100 ? Double(raw) : nil
    case .pressure: raw & 0x8000 == 0 && raw > 0 ? Double(raw) / 10 : nil
    case .co2: raw & 0x8000 == 0 ? Double(raw) : nil
    case .fineHumidity: raw & 0x8000 == 0 ? Double(raw) / 10 : nil
    case .pulses: Double(raw)
    case .dose: raw & 0x8000 == 0 ? Double(raw & 0xFFFF) : nil
    case .doseRate: raw & 0x8000 == 0 ? Double(raw & 0xFFFF) * 10 : nil
    case .integral: raw >> 63 == 0 ? Double(raw) : nil
    case .radon: raw >= 0x1F00 ? nil : Double(raw)
    }
  }
}

extension DecodeError.Subject {
  package static let aranetHistory = Self("Aranet history", of: nil)
}

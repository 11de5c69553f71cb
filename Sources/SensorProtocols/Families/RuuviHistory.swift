import Readings

/// A packet of a Ruuvi Air's stored history, notified by its Nordic UART service (docs.ruuvi.com, log read of Air):
/// `3B 3B 20 [records] 26`, then records of 38 bytes: the time and a measurement in format E1 without the address.
package struct RuuviHistory: Sendable, Equatable {
  /// One stored measurement.
  package struct Record: Sendable, Equatable {
    /// When it was measured, seconds since 1970.
    package let unixSeconds: UInt32
    package let reading: Reading
  }

  /// The measurements; empty at the end of the history.
  package let records: [Record]

  /// The transmitting characteristic of the Nordic UART service, which devices of other makers have too.
  private static let characteristic = BluetoothUUID(value: 0x6E40_0003_B5A3_F393_E0A9_E50E_24DC_CA9E)
  private static let header = 5
  private static let recordLength = 38

  /// Returns `nil` if the value is not such a packet.
  init?(characteristic: BluetoothUUID, value bytes: RawSpan) throws(DecodeError) {
    guard characteristic == Self.characteristic, bytes.uint16BigEndian(at: 0) == 0x3B3B, bytes.uint8(at: 2) == 0x20
    else { return nil }
    guard let count = bytes.uint8(at: 3), let length = bytes.uint8(at: 4) else {
      throw DecodeError(.tooShort(needed: Self.header, got: bytes.byteCount), in: .ruuvi)
    }
    guard Int(length) == Self.recordLength else { throw DecodeError(.unexpectedLength(Int(length)), in: .ruuvi) }
    try bytes.require(Self.header + Int(count) * Self.recordLength, in: .ruuvi)
    var records: [Record] = []
    for index in 0..<Int(count) {
      let start = Self.header + index * Self.recordLength
      let body = bytes.extracting(start + 4..<start + Self.recordLength)
      guard let time = bytes.uint32BigEndian(at: start), let format = body.uint8(at: 0) else { break }
      guard format == 0xE1 else { throw DecodeError(.unknownFormat(format), in: .ruuvi) }
      if let reading = try Ruuvi.airExtended(body) { records.append(Record(unixSeconds: time, reading: reading)) }
    }
    self.records = records
  }
}

import Logbook
import Readings
import System

/// Reads heart rates, oxygen saturations and RR intervals of a FIT file, as Garmin's watches and others write it, a piece at a time.
///
/// A file has a header, messages and a CRC-16; some have several such parts one after the other. A definition says which fields the
/// messages of a local number have; a message of data has no more than these. Read are `record` (20), `monitoring` (55), `spo2_data` (269)
/// and `hrv` (78), whose intervals end at the latest time; the rest is counted. (FIT protocol, D00001275; profile of its SDK.)
struct FITRecords {
  private struct Field {
    let number: UInt8
    let size: Int
  }

  private struct Definition {
    let message: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// The bytes of fields that are declared in the file itself.
    let developerBytes: Int
    var size: Int { fields.reduce(developerBytes) { $0 + $1.size } }
  }

  private enum Message {
    static let file: UInt16 = 0, record: UInt16 = 20, monitoring: UInt16 = 55, hrv: UInt16 = 78, oxygen: UInt16 = 269
    static let names: [UInt16: String] = [
      18: "session", 19: "lap", 21: "event", 23: "device_info", 34: "activity", 49: "file_creator",
      103: "monitoring_info", 132: "hr", 227: "stress_level", 275: "sleep_level", 297: "respiration_rate",
      370: "hrv_status",
    ]
    static let timestamp: UInt8 = 253
    static let heartRate: UInt8 = 3
    static let fields: [UInt8: String] = [
      0: "position", 1: "position", 2: "altitude", 4: "cadence", 5: "distance", 6: "speed", 7: "power",
      13: "temperature", 73: "speed", 78: "altitude",
    ]
  }

  /// Seconds from 1970 to the beginning of FIT's time, 1989-12-31.
  private static let epoch: Int64 = 631_065_600
  /// A smaller number counts from when the device was switched on.
  private static let firstDate: UInt32 = 0x1000_0000

  private var waiting: [UInt8] = []
  private var definitions: [UInt8: Definition] = [:]
  /// The bytes of messages that are left; `nil` before the header.
  private var left: Int?
  private var sum: UInt16 = 0
  private var hasPart = false
  private var timestamp: UInt32 = 0
  private var device = ""
  private var serial: UInt32?
  private var others: [String: Int] = [:]
  private var otherFields: Set<String> = []
  private var undated = 0

  static func isFIT(_ head: [UInt8]) -> Bool { head.count >= 12 && Array(head[8..<12]) == Array(".FIT".utf8) }

  var leftOut: [String] {
    otherFields.sorted() + others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) of \($0.key)" }
      + (undated > 0 ? ["\(undated) records without a date"] : [])
  }

  mutating func read(_ piece: [UInt8], into rows: inout [ImportedRow]) throws(LapwingError) {
    waiting += piece
    var place = 0
    while let length = try next(waiting[place...], &rows) { place += length }
    waiting.removeFirst(place)
  }

  func finish() throws(LapwingError) {
    guard hasPart, left == nil, waiting.isEmpty else { throw Self.fault("the file seems to be cut off") }
  }

  private static func fault(_ reason: String) -> LapwingError { LapwingError(.badData, code: "bad-fit", reason) }

  /// CRC-16 with the polynomial 0xA001, from 0.
  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
  }

  /// Reads the header, a message or the CRC at the beginning of these bytes.
  /// - Returns: its length; `nil` if it is not whole yet.
  private mutating func next(_ bytes: ArraySlice<UInt8>, _ rows: inout [ImportedRow]) throws(LapwingError) -> Int? {
    guard let first = bytes.first else { return nil }
    guard let left else { return try readHeader(bytes) }
    guard left > 0 else {
      guard bytes.count >= 2 else { return nil }
      guard Self.number(bytes.prefix(2), isBigEndian: false) == UInt64(sum) else {
        throw Self.fault("its checksum is wrong; the file is damaged")
      }
      self.left = nil
      (hasPart, definitions) = (true, [:])
      return 2
    }
    let length = try first & 0xC0 == 0x40 ? definitionLength(bytes) : dataLength(first)
    guard let length, bytes.count >= length else { return nil }
    guard length <= left else { throw Self.fault("a message is longer than the file says") }
    let message = bytes.prefix(length)
    add(message)
    self.left = left - length
    if first & 0xC0 == 0x40 { define(message) } else { readData(message, &rows) }
    return length
  }

  private mutating func readHeader(_ bytes: ArraySlice<UInt8>) throws(LapwingError) -> Int? {
    let length = Int(bytes.first ?? 0)
    guard length >= 12 else { throw Self.fault("a part of the file has no header; the file is damaged") }
    guard bytes.count >= length else { return nil }
    let header = Array(bytes.prefix(length))
    guard Self.isFIT(header) else { throw Self.fault("a part of the file has no header; the file is damaged") }
    left = Int(Self.number(header[4..<8], isBigEndian: false))
    sum = 0
    add(header[...])
    return length
  }

  private func definitionLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let start = bytes.startIndex
    guard bytes.count >= 6 else { return nil }
    let length = 6 + 3 * Int(bytes[start + 5])
    guard bytes[start] & 0x20 != 0 else { return length }
    guard bytes.count > length else { return nil }
    return length + 1 + 3 * Int(bytes[start + length])
  }

  private func dataLength(_ first: UInt8) throws(LapwingError) -> Int {
    guard let definition = definitions[Self.local(first)] else {
      throw Self.fault("a message has no definition; the file is damaged")
    }
    return 1 + definition.size
  }

  private static func local(_ first: UInt8) -> UInt8 { first & 0x80 != 0 ? first >> 5 & 3 : first & 15 }

  private mutating func define(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    let isBigEndian = bytes[2] == 1, count = Int(bytes[5])
    let fields = (0..<count).map { Field(number: bytes[6 + 3 * $0], size: Int(bytes[7 + 3 * $0])) }
    var developerBytes = 0
    if bytes[0] & 0x20 != 0 {
      let start = 6 + 3 * count
      for place in 0..<Int(bytes[start]) { developerBytes += Int(bytes[start + 2 + 3 * place]) }
    }
    let message = UInt16(truncatingIfNeeded: Self.number(bytes[3..<5], isBigEndian: isBigEndian))
    if message == Message.record {
      for field in fields where field.number != Message.timestamp && field.number != Message.heartRate {
        otherFields.insert(Message.fields[field.number] ?? "field \(field.number) of record")
      }
    }
    definitions[bytes[0] & 15] = Definition(
      message: message, isBigEndian: isBigEndian, fields: fields, developerBytes: developerBytes)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt64 {
    (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of all ones is none.
  private static func value(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt64? {
    guard (1...4).contains(bytes.count), !bytes.allSatisfy({ $0 == 0xFF }) else { return nil }
    return number(bytes, isBigEndian: isBigEndian)
  }

  private mutating func readData(_ bytes: ArraySlice<UInt8>, _ rows: inout [ImportedRow]) {
    guard let first = bytes.first, let definition = definitions[Self.local(first)] else { return }
    if first & 0x80 != 0 {
      // The low five bits of the time, which may have passed zero since the last one.
      let low = UInt32(first & 31)
      timestamp = timestamp &+ (low &- timestamp) & 31
    }
    var values: [UInt8: UInt64] = [:]
    var intervals: [UInt64] = []
    var rest = bytes.dropFirst()
    for field in definition.fields {
      let own = rest.prefix(field.size)
      rest = rest.dropFirst(field.size)
      if definition.message == Message.hrv, field.number == 0 {
        for start in stride(from: own.startIndex, to: own.endIndex - 1, by: 2) {
          let value = Self.value(own[start..<start + 2], isBigEndian: definition.isBigEndian)
          if let value { intervals.append(value) }
        }
      } else if let value = Self.value(own, isBigEndian: definition.isBigEndian) {
        values[field.number] = value
      }
    }
    if let time = values[Message.timestamp] { timestamp = UInt32(truncatingIfNeeded: time) }
    add(definition.message, values, intervals, to: &rows)
  }

  private mutating func add(
    _ message: UInt16, _ values: [UInt8: UInt64], _ intervals: [UInt64], to rows: inout [ImportedRow]
  ) {
    var row = ImportedRow()
    switch message {
    case Message.file:
      let maker = values[1].map { $0 == 1 ? "Garmin" : "FIT device of maker \($0)" } ?? "FIT device"
      device = values[2].map { "\(maker), product \($0)" } ?? maker
      serial = values[3].map { UInt32(truncatingIfNeeded: $0) }
      return
    case Message.record:
      if let rate = values[Message.heartRate] { row.set(.heartRateBeatsPerMinute, Double(rate)) }
    case Message.monitoring:
      // The low 16 bits of the time.
      if let low = values[26] { timestamp = timestamp &+ (UInt32(truncatingIfNeeded: low) &- timestamp) & 0xFFFF }
      if let rate = values[27], rate > 0 { row.set(.heartRateBeatsPerMinute, Double(rate)) }
    case Message.oxygen:
      if let share = values[0] { row.set(.oxygenSaturationPercent, Double(share)) }
      row.part = 1
    case Message.hrv:
      for interval in intervals { _ = row.addBeat(milliseconds: Double(interval)) }
    default:
      others[Message.names[message] ?? "message \(message)", default: 0] += 1
      return
    }
    guard row.hasReading || !row.ticks.isEmpty || row.impossible > 0 else { return }
    guard timestamp >= Self.firstDate else {
      undated += 1
      return
    }
    row.at = (Int64(timestamp) + Self.epoch) * 1000
    row.reading.at = row.at
    row.model = device.isEmpty ? nil : String(device.prefix(60))
    row.source = "\(device) \(serial ?? 0)"
    rows.append(row)
  }
}

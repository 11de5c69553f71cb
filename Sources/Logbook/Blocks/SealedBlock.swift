import Readings

/// The readings of one sensor in one hour, as they are kept for years: written once, and readable alone.
///
/// The bytes are, as version 1: `L` and the version; whether the readings are from the sensor's history; its address and
/// model; the time of the first reading, the length of the block, and the number of readings; then sections, each with a
/// kind, a length and its content, so that a later version can add kinds; and at the end the CRC-32 of all before.
/// Values are exact. Times are correct to half a second (``TimeColumn``), and beats to the times between them.
package struct SealedBlock: Sendable, Equatable {
  package var address: DeviceAddress
  package var model: String
  /// Whether the readings were downloaded from the sensor's history.
  package var isHistory: Bool
  /// In the order of their times.
  package var readings: [BlockReading]
  package var beats: [BeatRun]

  package init(
    address: DeviceAddress, model: String, isHistory: Bool = false, readings: [BlockReading], beats: [BeatRun] = []
  ) {
    self.address = address
    self.model = model
    self.isHistory = isHistory
    self.readings = readings.sorted { $0.at < $1.at }
    self.beats = beats
  }

  package enum Fault: Error, Sendable, Equatable {
    /// It was made by a later version in a format that this one does not know.
    case version(UInt8)
    case damaged
    /// The checksum is right, but the content contradicts itself.
    case invalid
  }

  private static let mark = UInt8(ascii: "L")
  private static let version: UInt8 = 1
  /// Ten times what a strap sends in an hour, so that a few damaged bytes cannot claim all memory.
  private static let mostReadings = 1 << 16
  /// The longest time from the first to the last reading of a block, milliseconds: an hour of messages, and the largest
  /// age of a measurement.
  static let longest: Int64 = 70_000_000
  /// The times that a block can hold. A measurement is at most 18 hours older than its message.
  static let dates = -100_000_000..<Logbook.dateLimit
  private static let longestModel = 200

  /// The condition for a row of `block` whose times can be those of a block. A damaged row may have any.
  static let soundTimes = """
    typeof(first_ms) = 'integer' AND typeof(last_ms) = 'integer'
      AND first_ms BETWEEN \(dates.lowerBound) AND \(dates.upperBound - 1)
      AND last_ms BETWEEN first_ms AND first_ms + \(longest)
    """

  /// What a section holds. Numbers below 127 are quantities: those below 64 with their presence, others 64 more than the
  /// quantity and present in every reading, as they were written before ``packed``.
  private enum Section {
    static let everywhere: UInt64 = 64
    /// All quantities that are present in every reading, without a gap: how many, and of each its number and its values.
    static let packed: UInt64 = 127
    static let contact: UInt64 = 128
    static let implausible: UInt64 = 129
    static let beats: UInt64 = 130
  }

  // MARK: Write

  package func encoded() -> [UInt8] {
    var bits = BitWriter()
    bits.write([Self.mark, Self.version])
    bits.write(isHistory ? 1 : 0, bits: 8)
    bits.write(address.value, bits: 48)
    let name = Array(model.utf8.prefix(Self.longestModel))
    bits.writeNumber(UInt64(name.count))
    bits.write(name)
    let start = readings.first?.at ?? beats.first?.firstBeat ?? 0
    bits.writeSigned(start)
    bits.writeNumber(UInt64(clamping: (readings.last?.at ?? start) - start))
    bits.writeNumber(UInt64(readings.count))
    TimeColumn.write(readings.map(\.at), after: start, to: &bits)
    writeValues(to: &bits)
    section(Section.contact, in: &bits) { bits in
      Self.write(readings.map(\.hasContact), to: &bits) { NumberColumn.write($0.map { $0 ? 1 : 0 }, to: &$1) }
    }
    for quantity in Set(readings.flatMap(\.implausible)).sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let number = BlockQuantity.number(of: quantity) else { continue }
      section(Section.implausible, in: &bits) { bits in
        bits.writeNumber(number)
        PresenceColumn.write(readings.map { $0.implausible.contains(quantity) }, to: &bits)
        return true
      }
    }
    section(Section.beats, in: &bits) { bits in
      guard !beats.isEmpty else { return false }
      BeatColumn.write(beats, after: start, to: &bits)
      return true
    }
    bits.align()
    bits.write(UInt64(CRC32.of(bits.bytes)), bits: 32)
    return bits.bytes
  }

  /// The same block with the times that its bytes keep. One may be half a second later than it was, and after the end of a session
  /// or of an hour.
  func kept(in data: [UInt8]) -> SealedBlock { (try? SealedBlock(data)) ?? self }

  private func writeValues(to bits: inout BitWriter) {
    var packed = BitWriter(), count: UInt64 = 0
    for quantity in Quantity.allCases {
      guard let number = BlockQuantity.number(of: quantity) else { continue }
      let values = readings.map { $0.measurements[quantity] }
      if !values.isEmpty, !values.contains(nil) {
        packed.write(number, bits: Self.numberBits)
        ValueColumn.write(values.compactMap { $0 }, to: &packed, isPacked: true)
        count += 1
      } else {
        section(number, in: &bits) { bits in Self.write(values, to: &bits) { ValueColumn.write($0, to: &$1) } }
      }
    }
    guard count > 0 else { return }
    section(Section.packed, in: &bits) { bits in
      bits.write(count, bits: Self.numberBits)
      bits.append(packed)
      return true
    }
  }

  private static let numberBits = 6

  /// - Returns: whether there was anything to write.
  private static func write<Value>(
    _ values: [Value?], to bits: inout BitWriter, column: ([Value], inout BitWriter) -> Void
  ) -> Bool {
    let present = values.compactMap { $0 }
    guard !present.isEmpty else { return false }
    PresenceColumn.write(values.map { $0 != nil }, to: &bits)
    column(present, &bits)
    return true
  }

  private func section(_ kind: UInt64, in bits: inout BitWriter, content: (inout BitWriter) -> Bool) {
    var inner = BitWriter()
    guard content(&inner) else { return }
    bits.align()
    bits.writeNumber(kind)
    bits.writeNumber(UInt64(inner.bytes.count))
    bits.write(inner.bytes)
  }

  // MARK: Read

  package init(_ bytes: some Collection<UInt8>) throws(Fault) {
    let content = try Self.content(bytes)
    guard content[1] == Self.version else { throw .version(content[1]) }
    var bits = BitReader(content.dropFirst(2))
    guard let block = Self.read(from: &bits) else { throw .invalid }
    self = block
  }

  /// The sensor and kind of the block with these bytes, without its readings. These stand at the same place in every
  /// version, so that a block of a later version can be kept.
  static func label(_ bytes: some Collection<UInt8>) throws(Fault) -> SealedBlock {
    var bits = BitReader(try content(bytes).dropFirst(2))
    guard let block = readLabel(from: &bits) else { throw .invalid }
    return block
  }

  /// How many beats the block with these bytes has, without its values, which take longest to read; `nil` if it is damaged.
  static func beatCount(_ bytes: some Collection<UInt8>) -> Int? {
    guard let content = try? content(bytes), content[1] == version else { return nil }
    var bits = BitReader(content.dropFirst(2))
    guard readLabel(from: &bits) != nil, let start = bits.readSigned(), bits.readNumber() != nil,
      let count = bits.readCount(atMost: mostReadings), TimeColumn.read(count, after: start, from: &bits) != nil
    else { return nil }
    while true {
      bits.align()
      guard let kind = bits.readNumber() else { return 0 }
      guard let length = bits.readCount(atMost: Int(UInt32.max)), let content = bits.readBytes(length) else {
        return nil
      }
      guard kind == Section.beats else { continue }
      var inner = BitReader(content)
      return BeatColumn.count(from: &inner)
    }
  }

  static func isSound(_ bytes: some Collection<UInt8>) -> Bool { (try? content(bytes)) != nil }

  /// The bytes without the checksum, which is right; at least two.
  private static func content(_ bytes: some Collection<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
    let bytes = Array(bytes)
    guard bytes.count > 6, bytes[0] == mark else { throw .damaged }
    let content = bytes[..<(bytes.count - 4)]
    let sum = bytes[(bytes.count - 4)...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard CRC32.of(content) == sum else { throw .damaged }
    return content
  }

  private static func readLabel(from bits: inout BitReader) -> SealedBlock? {
    guard let flags = bits.read(bits: 8), let address = bits.read(bits: 48),
      let nameLength = bits.readCount(atMost: longestModel), let name = bits.readBytes(nameLength)
    else { return nil }
    return SealedBlock(
      address: DeviceAddress(value: address), model: String(decoding: name, as: UTF8.self), isHistory: flags & 1 == 1,
      readings: [])
  }

  private static func read(from bits: inout BitReader) -> SealedBlock? {
    guard var block = readLabel(from: &bits),
      let start = bits.readSigned(), dates.contains(start), bits.readNumber() != nil,
      let count = bits.readCount(atMost: mostReadings), let times = TimeColumn.read(count, after: start, from: &bits),
      times.allSatisfy(dates.contains)
    else { return nil }
    block.readings = times.map { BlockReading(at: $0, measurements: Measurements()) }
    while true {
      bits.align()
      guard let kind = bits.readNumber() else { return block }
      guard let length = bits.readCount(atMost: Int(UInt32.max)), let content = bits.readBytes(length),
        block.readSection(kind, content, after: start)
      else { return nil }
    }
  }

  /// - Returns: whether the section could be read.
  private mutating func readSection(_ kind: UInt64, _ content: ArraySlice<UInt8>, after start: Int64) -> Bool {
    var bits = BitReader(content)
    switch kind {
    case Section.packed: return takePacked(from: &bits)
    case Section.contact:
      guard let places = places(from: &bits), let values = NumberColumn.read(places.count, from: &bits) else {
        return false
      }
      for (place, value) in zip(places, values) { readings[place].hasContact = value == 1 }
    case Section.implausible:
      guard let number = bits.readNumber(), let places = places(from: &bits) else { return false }
      guard let quantity = BlockQuantity.quantity(number) else { return true }
      for place in places { readings[place].implausible.append(quantity) }
    case Section.beats:
      guard let beats = BeatColumn.read(after: start, from: &bits),
        beats.allSatisfy({ Self.dates.contains($0.firstBeat) })
      else { return false }
      self.beats = beats
    default:
      // A quantity or a kind of section of a later version is passed over.
      let isEverywhere = kind & Section.everywhere != 0 && kind < 2 * Section.everywhere
      guard let quantity = BlockQuantity.quantity(isEverywhere ? kind - Section.everywhere : kind) else { return true }
      guard let places = isEverywhere ? Array(readings.indices) : places(from: &bits),
        let values = ValueColumn.read(places.count, from: &bits)
      else { return false }
      for (place, value) in zip(places, values) { readings[place].measurements[quantity] = value }
    }
    return true
  }

  private mutating func takePacked(from bits: inout BitReader) -> Bool {
    guard let count = bits.read(bits: Self.numberBits) else { return false }
    for _ in 0..<count {
      guard let number = bits.read(bits: Self.numberBits),
        let values = ValueColumn.read(readings.count, from: &bits, isPacked: true)
      else { return false }
      guard let quantity = BlockQuantity.quantity(number) else { continue }
      for (place, value) in zip(readings.indices, values) { readings[place].measurements[quantity] = value }
    }
    return true
  }

  private func places(from bits: inout BitReader) -> [Int]? {
    PresenceColumn.read(readings.count, from: &bits).map { present in present.indices.filter { present[$0] } }
  }
}

extension SealedBlock {
  /// The time of the first reading or beat, milliseconds since 1970; `nil` if there is none.
  package var start: Int64? { [readings.first?.at, beats.first?.firstBeat].compactMap { $0 }.min() }

  /// The time of the last reading or beat.
  package var end: Int64? {
    var last = readings.last?.at
    for run in beats { run.forEach { at, _ in last = max(last ?? at, at) } }
    return last
  }

  /// The same readings at times that are later by a number of milliseconds; `nil` if one of these would be no date,
  /// which a damaged row can ask for.
  package func moved(by shift: Int64) -> SealedBlock? {
    let times = readings.map(\.at) + beats.map(\.firstBeat)
    guard
      times.allSatisfy({ time in
        let (moved, isTooFar) = time.addingReportingOverflow(shift)
        return !isTooFar && Self.dates.contains(moved)
      })
    else { return nil }
    var block = self
    for place in readings.indices { block.readings[place].at += shift }
    for place in beats.indices { block.beats[place].firstBeat += shift }
    return block
  }
}

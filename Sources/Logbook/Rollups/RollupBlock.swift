import Readings
import Sessions

/// The figures of one sensor for the hours or the minutes of one day, as they are kept.
///
/// The bytes are, as version 1: `R` and the version; the number of times of the day; for each quantity its number, the
/// length of what follows, and columns; at the end the CRC-32 of all before. Minima and maxima are exact; means are
/// kept to a thousandth.
struct RollupBlock: Equatable {
  /// 24 or 1,440.
  let count: Int
  /// One for each time of the day.
  var figures: [Quantity: [HeldValues]]

  private static let mark = UInt8(ascii: "R")
  private static let version: UInt8 = 1
  private static let meanScale = 1000.0
  /// More values of one time are damage. Sums of them have room.
  private static let mostValues: Int64 = 1 << 32

  init(count: Int) {
    self.count = count
    figures = [:]
  }

  mutating func replace(_ times: Range<Int>, with new: [Quantity: [HeldValues]]) {
    for quantity in Set(figures.keys).union(new.keys) {
      var all = figures[quantity] ?? Array(repeating: HeldValues(), count: count)
      for (place, time) in times.enumerated() where all.indices.contains(time) {
        all[time] = new[quantity].flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? HeldValues()
      }
      figures[quantity] = all.allSatisfy(\.isEmpty) ? nil : all
    }
  }

  func encoded() -> [UInt8] {
    var bits = BitWriter()
    bits.write([Self.mark, Self.version])
    bits.writeNumber(UInt64(count))
    for quantity in Quantity.allCases {
      guard let list = figures[quantity], let number = BlockQuantity.number(of: quantity) else { continue }
      var inner = BitWriter()
      Self.write(list, to: &inner)
      bits.align()
      bits.writeNumber(number)
      bits.writeNumber(UInt64(inner.bytes.count))
      bits.write(inner.bytes)
    }
    bits.align()
    bits.write(UInt64(CRC32.of(bits.bytes)), bits: 32)
    return bits.bytes
  }

  private static func write(_ list: [HeldValues], to bits: inout BitWriter) {
    let present = list.filter { !$0.isEmpty }
    let valued = present.filter { $0.minimum != nil && $0.maximum != nil }
    PresenceColumn.write(list.map { !$0.isEmpty }, to: &bits)
    PresenceColumn.write(present.map { $0.minimum != nil && $0.maximum != nil }, to: &bits)
    NumberColumn.write(present.map { Int64(clamping: $0.count) }, to: &bits)
    NumberColumn.write(present.map { Self.scaled($0.mean ?? 0) }, to: &bits)
    NumberColumn.write(present.map(\.below), to: &bits)
    NumberColumn.write(present.map(\.within), to: &bits)
    NumberColumn.write(present.map(\.above), to: &bits)
    ValueColumn.write(valued.compactMap(\.minimum), to: &bits)
    ValueColumn.write(valued.compactMap(\.maximum), to: &bits)
    bits.align()
  }

  private static func scaled(_ mean: Double) -> Int64 { Int64(exactly: (mean * meanScale).rounded()) ?? 0 }

  /// `nil` if the bytes are damaged or of a later version.
  /// - Parameter only: the quantity to read; `nil` for all.
  init?(_ bytes: some Collection<UInt8>, only: Quantity? = nil) {
    let bytes = Array(bytes)
    guard bytes.count > 6, bytes[0] == Self.mark, bytes[1] == Self.version else { return nil }
    let content = bytes[..<(bytes.count - 4)]
    let sum = bytes[(bytes.count - 4)...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard CRC32.of(content) == sum else { return nil }
    var bits = BitReader(content.dropFirst(2))
    guard let count = bits.readCount(atMost: 1440) else { return nil }
    self.init(count: count)
    while true {
      bits.align()
      guard let number = bits.readNumber() else { return }
      guard let length = bits.readCount(atMost: bytes.count), let inner = bits.readBytes(length) else { return nil }
      guard let quantity = BlockQuantity.quantity(number), only == nil || only == quantity else { continue }
      var reader = BitReader(inner)
      guard let list = Self.read(count, from: &reader) else { return nil }
      figures[quantity] = list
    }
  }

  /// The quantities that the block with these bytes has figures of, without a look at these.
  static func quantities(_ bytes: some Collection<UInt8>) -> [Quantity] {
    let bytes = Array(bytes)
    guard bytes.count > 6, bytes[0] == mark, bytes[1] == version else { return [] }
    var bits = BitReader(bytes[2..<(bytes.count - 4)])
    guard bits.readCount(atMost: 1440) != nil else { return [] }
    var found: [Quantity] = []
    while true {
      bits.align()
      guard let number = bits.readNumber(), let length = bits.readCount(atMost: bytes.count),
        bits.readBytes(length) != nil
      else { return found }
      if let quantity = BlockQuantity.quantity(number) { found.append(quantity) }
    }
  }

  private static func read(_ count: Int, from bits: inout BitReader) -> [HeldValues]? {
    guard let present = PresenceColumn.read(count, from: &bits) else { return nil }
    let places = present.indices.filter { present[$0] }
    guard let valued = PresenceColumn.read(places.count, from: &bits),
      let counts = NumberColumn.read(places.count, from: &bits),
      let means = NumberColumn.read(places.count, from: &bits),
      let below = NumberColumn.read(places.count, from: &bits),
      let within = NumberColumn.read(places.count, from: &bits),
      let above = NumberColumn.read(places.count, from: &bits)
    else { return nil }
    let valuedPlaces = valued.indices.filter { valued[$0] }
    guard let minima = ValueColumn.read(valuedPlaces.count, from: &bits),
      let maxima = ValueColumn.read(valuedPlaces.count, from: &bits)
    else { return nil }
    var list = Array(repeating: HeldValues(), count: count)
    let day = 0...Int64(86_400_000)
    for (index, place) in places.enumerated() {
      guard day.contains(below[index]), day.contains(within[index]), day.contains(above[index]),
        (0...mostValues).contains(counts[index])
      else { return nil }
      list[place] = HeldValues(
        count: UInt64(counts[index]), minimum: nil, maximum: nil, mean: Double(means[index]) / meanScale,
        below: below[index], within: within[index], above: above[index])
      // A file of an older version kept no range of a time in which one value only held: that value is its mean.
      if !valued[index], list[place].covered > 0 {
        list[place].minimum = list[place].mean
        list[place].maximum = list[place].mean
      }
    }
    for (index, valuedPlace) in valuedPlaces.enumerated() {
      list[places[valuedPlace]].minimum = minima[index]
      list[places[valuedPlace]].maximum = maxima[index]
    }
    return list
  }
}

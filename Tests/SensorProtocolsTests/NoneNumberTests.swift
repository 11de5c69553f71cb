import Readings
import SensorProtocols
import TestSupport
import Testing

/// The table "Numbers that mean none" in docs/frames.md, line by line, and whether it has every field of the catalogue.
@Suite struct `A number that means none` {
  /// One field of a line.
  struct Field: Sendable {
    /// Bits of a byte, highest first.
    struct Part: Sendable {
      let offset: Int
      let lowest: Int
      let count: Int
    }

    let frame: String
    let quantity: Quantity
    let parts: [Part]
    let isSigned: Bool
    let none: [UInt64]
    /// Ends of the field that are values all the same.
    let values: [UInt64]

    /// Whether they share bytes, as digits of one number.
    func isJoined(with other: Field) -> Bool {
      frame == other.frame && parts.contains { part in other.parts.contains { $0.offset == part.offset } }
    }

    var width: Int { parts.reduce(0) { $0 + $1.count } }
    var ones: UInt64 { UInt64.max >> UInt64(64 - width) }
    var ends: [UInt64] { isSigned ? [ones >> 1, ones >> 1 + 1] : [ones] }

    func set(_ number: UInt64, in bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes, rest = number
      for part in parts.reversed() {
        let mask = UInt8((UInt64(1) << UInt64(part.count)) - 1)
        bytes[part.offset] &= ~(mask << UInt8(part.lowest))
        bytes[part.offset] |= (UInt8(truncatingIfNeeded: rest) & mask) << UInt8(part.lowest)
        rest >>= UInt64(part.count)
      }
      return bytes
    }
  }

  private struct Unreadable: Error { let text: String }

  private static func fields() throws -> [Field] {
    let lines = try ProjectFile("docs/frames.md").text.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("<!-- none:") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("<!-- end of none") })
    return try lines[(start + 3)..<end].flatMap { line in
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) }
      guard cells.count >= 4, let comma = cells[0].lastIndex(of: ",") else { throw Unreadable(text: String(line)) }
      let isBigEndian = cells[0].hasSuffix("BE"), frame = String(cells[0][..<comma])
      return try cells[1].split(separator: ",").map { trimmed($0) }.map { text in
        try field(text, of: frame, isBigEndian: isBigEndian, none: cells[2])
      }
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func field(_ text: String, of frame: String, isBigEndian: Bool, none: String) throws -> Field {
    let words = text.split(separator: " ")
    guard words.count == 2, let quantity = Quantity.allCases.first(where: { $0.key == words[0] }) else {
      throw Unreadable(text: text)
    }
    let isSigned = words[1].hasSuffix("±")
    let place = isSigned ? words[1].dropLast() : words[1]
    let parts: [Field.Part]
    if let colon = place.firstIndex(of: ":") {
      guard let offset = Int(place[..<colon]), let count = Int(place[place.index(after: colon)...]) else {
        throw Unreadable(text: text)
      }
      let bytes = (0..<count).map { Field.Part(offset: offset + $0, lowest: 0, count: 8) }
      parts = isBigEndian ? bytes : bytes.reversed()
    } else {
      parts = try place.split(separator: "+").map { try part($0) }
    }
    let width = parts.reduce(0) { $0 + $1.count }
    var numbers: [UInt64] = [], values: [UInt64] = []
    for token in none.split(whereSeparator: { $0 == "," || $0 == ";" }).map({ trimmed($0) }) {
      let words = token.split(separator: " ")
      guard let number = words.lazy.compactMap({ UInt64($0, radix: 16) }).first else { throw Unreadable(text: token) }
      let ones = UInt64.max >> UInt64(64 - width)
      if token.hasPrefix("bit") {
        numbers.append(1 << number)
        numbers.append(1 << number | 100)
      } else if token.hasSuffix("is a value") {
        values.append(number)
      } else if token.hasSuffix("up") {
        numbers += [number, number + (ones - number) / 2]
      } else {
        numbers.append(number)
      }
    }
    return Field(
      frame: frame, quantity: quantity, parts: parts, isSigned: isSigned, none: numbers, values: values)
  }

  private static func part(_ text: Substring) throws -> Field.Part {
    let numbers = text.split(whereSeparator: { $0 == "." || $0 == "-" }).compactMap { Int($0) }
    switch numbers.count {
    case 1: return Field.Part(offset: numbers[0], lowest: 0, count: 8)
    case 2: return Field.Part(offset: numbers[0], lowest: numbers[1], count: 1)
    case 3: return Field.Part(offset: numbers[0], lowest: numbers[1], count: numbers[2] - numbers[1] + 1)
    default: throw Unreadable(text: String(text))
    }
  }

  /// A none of these says something of the whole frame: it is of another device, damaged, or there is no finger.
  private static let ofWholeFrame: Set = [
    "XOSS, heart_rate_bpm", "XOSS, battery_pct", "Viatom O2Ring, spo2_pct", "Viatom PC-60FW, spo2_pct",
    "INKBIRD IAM-T1, co2_ppm", "INKBIRD IAM-T2, co2_ppm",
  ]

  @Test func `gives no value in any field of the table, and changes no other`() throws {
    let fields = try Self.fields()
    for field in fields {
      let frame = try #require(GoodFrame.all[field.frame], "\(field.frame)")
      let good = try #require(frame.decoded(frame.bytes), "\(field.frame)")
      let name = "\(field.frame), \(field.quantity.key)"
      #expect(good.measurements[field.quantity] != nil, "\(name): the good frame has none")
      let ends = field.ends.filter { !field.values.contains($0) }
      for number in field.none + ends {
        let reading = frame.decoded(field.set(number, in: frame.bytes))
        let text = "\(name): \(String(number, radix: 16))"
        #expect(reading?.measurements[field.quantity] == nil, "\(text)")
        let mayDrop = Self.ofWholeFrame.contains(name) || !ends.contains(number)
        for other in fields where other.frame == field.frame && !other.isJoined(with: field) {
          let value = reading?.measurements[other.quantity]
          #expect(
            value == good.measurements[other.quantity] || value == nil && mayDrop,
            "\(text) changes \(other.quantity.key)")
        }
      }
      for number in field.values {
        let reading = frame.decoded(field.set(number, in: frame.bytes))
        #expect(reading?.measurements[field.quantity] != nil, "\(name): \(String(number, radix: 16)) is a value")
      }
    }
  }

  /// Each family with all that its frames in the table give.
  private func given() throws -> [(entry: SensorDecoder.FamilyEntry, quantities: Set<Quantity>)] {
    let fields = try Self.fields()
    var given: [SensorModel: Set<Quantity>] = [:]
    for field in fields {
      let frame = try #require(GoodFrame.all[field.frame])
      let model = try #require(frame.decoded(frame.bytes)).model
      given[model, default: []].insert(field.quantity)
    }
    return SensorDecoder.entries.map { entry in
      (entry, entry.models.reduce(into: []) { $0.formUnion(given[$1] ?? []) })
    }
  }

  @Test func `is in the table for what each kind of sensor of the catalogue is owned for`() throws {
    for (entry, quantities) in try given() {
      for model in entry.models {
        let main = Catalogue.entry(for: model).mainQuantity
        #expect(quantities.contains(main), "\(model.name), \(main.key)")
      }
    }
  }

  @Test(arguments: VectorTests.families.keys)
  func `is in the table for all that the vectors of a family give`(family: String) throws {
    let given = try given()
    for vector in try Vector.read(family) {
      guard let reading = try? vector.decoded() else { continue }
      let known = given.first { $0.entry.models.contains(reading.model) }?.quantities ?? []
      reading.measurements.forEach { quantity, _ in
        #expect(known.contains(quantity), "\(vector.id) \(reading.model.name), \(quantity.key)")
      }
    }
  }

  @Test func `is in the table for every field of every good frame, and each frame has lines`() throws {
    let fields = try Self.fields()
    for (name, frame) in GoodFrame.all {
      let reading = try #require(frame.decoded(frame.bytes), "\(name)")
      let lines = Set(fields.filter { $0.frame == name }.map(\.quantity))
      #expect(!lines.isEmpty, "\(name)")
      let family = try #require(try given().first { $0.entry.models.contains(reading.model) })
      reading.measurements.forEach { quantity, _ in
        #expect(family.quantities.contains(quantity), "\(name), \(quantity.key)")
      }
    }
  }

  @Test(arguments: ["Aranet4 advertisement", "Aranet4 value 3001", "Aranet2 advertisement", "Aranet Radon value 1504"])
  func `is no age either`(name: String) throws {
    let frame = try #require(GoodFrame.all[name])
    let offset = ["Aranet4 value 3001": 11, "Aranet Radon value 1504": 4, "Aranet4 advertisement": 19][name] ?? 21
    var bytes = frame.bytes
    #expect(frame.decoded(bytes)?.ageSeconds != nil)
    bytes.replaceSubrange(offset..<(offset + 2), with: [0xFF, 0xFF])
    let reading = try #require(frame.decoded(bytes))
    #expect(reading.ageSeconds == nil && !reading.measurements.isEmpty)
  }

  @Test func `of format 3 is a temperature of 0 without a pressure, and 0 °C is a value beside one`() throws {
    func temperature(_ hex: String) throws -> Double? {
      let bytes = try #require(Hex.bytes(hex))
      return try decode(advertisement: AdvertisementEncoder.manufacturer(0x0499, bytes))?.measurements[
        .temperatureCelsius]
    }
    #expect(try temperature("030000000000000affec03e80bae") == nil)
    #expect(try temperature("03290000ce1efc1803e8fff00bb8") == 0)
    #expect(try temperature("030017320000000affec03e80bae") == 23.5)
  }
}

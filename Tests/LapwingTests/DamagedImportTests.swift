import Logbook
import Readings
import Reports
import TestSupport
import Testing

/// Any bytes give rows or one sentence. A file without a fault gives all of its rows.
@Suite struct `An import of files that were damaged at random` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pieces: [[UInt8]] =
    [
      "1e300", "-1e300", "nan", "0x1p9", "99999999999999999999", "65535", "1795905927.5", "2026", "-", "+", ".", ":",
      "/", "T", " PM", "\"", "\r", "\n", ",", ";", "<", "/>", "&#x110000;", "\u{FEFF}", "한",
    ].map { Array($0.utf8) } + [[0], [0xFF, 0xFE]]

  private static func damaged(_ whole: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      let place = Int.random(in: 0...bytes.count, using: &chance)
      let part = place..<min(bytes.count, place + Int.random(in: 0...12, using: &chance))
      switch Int.random(in: 0...3, using: &chance) {
      case 0: bytes.replaceSubrange(part, with: pieces.randomElement(using: &chance) ?? [])
      case 1: bytes.removeSubrange(part)
      case 2: bytes.insert(contentsOf: Array(bytes[part]), at: place)
      default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &chance) }
      }
    }
    return bytes
  }

  private func rows(_ bytes: [UInt8]) throws -> [ImportedRow]? { try read(bytes)?.rows }

  /// The rows, and what the import says that it left out; `nil` if it refuses the file.
  private func read(_ bytes: [UInt8]) throws -> (rows: [ImportedRow], leftOut: [String])? {
    let file = try folder.write(bytes, to: "2026-11-28 22-45-27.txt")
    var rows: [ImportedRow] = [], leftOut: [String] = []
    do throws(LapwingError) {
      leftOut = try ImportedFile(file, order: .dayFirst, isUTC: true, start: nil).forEach { row in rows.append(row) }
    } catch {
      #expect(!error.message.isEmpty)
      return nil
    }
    return (rows, leftOut)
  }

  /// Checks that the blocks of these rows hold all of their readings.
  private func expectAllInBlocks(_ rows: [ImportedRow]) throws {
    let sensor = ImportedHours.Sensor(address: DeviceAddress(value: 7), model: "any")
    // The command leaves out what is from before 2000.
    let dated = rows.filter { $0.at >= 946_684_800_000 }
    var hours = ImportedHours()
    for row in dated { hours.count(row, of: sensor) }
    var readings = 0
    for row in dated {
      for block in hours.add(row, of: sensor) { readings += try SealedBlock(block.encoded()).readings.count }
    }
    #expect(readings == hours.readings)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `ends in a sentence, or with a row for each line`(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let tables = SampleImports.files.map { Array($0.text.utf8) } + [Array("1000\n500\n1500\n".utf8)]
    for whole in tables + tables {
      let bytes = Self.damaged(whole, &chance)
      guard let (rows, leftOut) = try read(bytes), !rows.isEmpty else { continue }
      try expectAllInBlocks(rows)
      // A quote may hold lines, and two bytes may say that the rest is UTF-16.
      let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      guard !isUTF16, !bytes.contains(0x22) else { continue }
      let unmarked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      let lines = unmarked.split { $0 == 0x0A || $0 == 0x0D }.count
      let first = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      // Intervals alone have no header; a spreadsheet may name its separator above it; and titles above it are named.
      let titles =
        leftOut.first { $0.hasSuffix("before the header") }.map { Int($0.split(separator: " ")[1]) ?? 1 } ?? 0
      let heads = [0, 1 + ImportColumns.preamble(of: first) + (first.hasPrefix("sep=") ? 1 : 0) + titles]
      #expect(heads.contains(lines - rows.count), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `of Apple Health or FIT ends in a sentence, or in rows`(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let files = [
        Self.damaged(Array(SampleImports.health.utf8), &chance),
        SampleImports.fit(Self.damaged(SampleImports.messages, &chance)),
      ]
      for bytes in files { try expectAllInBlocks(try rows(bytes) ?? []) }
    }
  }
}

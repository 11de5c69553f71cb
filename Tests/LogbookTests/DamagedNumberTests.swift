import Foundation
import GRDB
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

/// Bytes of a row may be damaged without a trace: SQLite has no checksums. No number may end the box or hold it up.
@Suite struct `A damaged number beside a block` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000
  private static let numbers: [Int64] = [.max, .min, -1, 253_402_300_799_999, 1 << 53]

  private var path: String { folder.file("lapwing.db") }

  /// A logbook with three hours of one sensor as blocks, in a session that was interrupted.
  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start, isClockSet: false), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append(
      (0..<180).map { minute in
        .reading(.aranet4(co2: Double(400 + minute)), of: "Aranet4", from: air, at: start + Int64(minute) * 60_000)
      })
    while let hour = try logbook.unsealedHour(now: start + 40 * hour) { try logbook.seal(hour) }
  }

  private func set(_ column: String, _ value: (any DatabaseValueConvertible)?, of table: String = "block") throws {
    let place = "rowid = (SELECT min(rowid) FROM \(table))"
    try logbook.write {
      try $0.execute(
        sql: "UPDATE \(table) SET \(column) = ? WHERE \(table == "block" ? place : "TRUE")",
        arguments: StatementArguments([value]))
    }
  }

  private func rollUpAll() throws -> Int {
    var count = 0
    while let rolled = try logbook.unrolledHour(limits: [:]), count < 1000 {
      try logbook.rollUp(rolled)
      count += 1
    }
    return count
  }

  @Test(arguments: numbers) func `as a shift of its times makes it a damaged block`(number: Int64) throws {
    try set("shift_ms", number)
    let record = try LogbookReader(path: path).record(from: 0, until: start + 100 * hour)
    #expect(record.map(\.readings.count) == [number == -1 ? 180 : 120])
    #expect(record.map(\.damagedParts) == [number == -1 ? 0 : 1])
    #expect(try rollUpAll() < 10)
  }

  @Test(arguments: numbers) func `as the time of its end leaves few hours to roll up`(number: Int64) throws {
    try set("last_ms", number)
    _ = try rollUpAll()
    try logbook.append([.clockSet(by: 1000)])
    #expect(try rollUpAll() < 60)
  }

  @Test(arguments: numbers) func `as the time of its end does not keep a session from being listed`(number: Int64)
    throws
  {
    try set("last_ms", number)
    let reader = try LogbookReader(path: path)
    let span = try #require(try reader.span(session: 1))
    #expect(span.upperBound < start + 100 * hour)
  }

  @Test func `as the end of a session does not keep its figures from being read`() throws {
    let end: Int64 = 253_402_300_799_000
    try logbook.write { try $0.execute(sql: "UPDATE session SET ended_at_ms = ?", arguments: [end]) }
    let figures = try LogbookReader(path: path).figures(
      from: start, length: (end - start) / 60, count: 61, session: 1, limits: [:])
    #expect(figures.map(\.readings) == [180])
  }

  @Test(arguments: numbers) func `as an hour to roll up does not keep others from it`(number: Int64) throws {
    try logbook.write {
      try $0.execute(sql: "INSERT OR IGNORE INTO unrolled VALUES (1, ?), (1, 'x'), (1, -9)", arguments: [number])
    }
    #expect(try rollUpAll() >= 3)
    let edges = [start, start + 24 * hour]
    let trend = try LogbookReader(path: path).trend(of: .co2PartsPerMillion, edges: edges, limits: [:])
    #expect(trend.map { $0.figures.map(\.count) } == [[180]])
  }

  @Test func `in the figures of hours does not end a sum`() throws {
    _ = try rollUpAll()
    for table in ["rollup_hours", "rollup_minutes"] {
      var block = RollupBlock(count: table == "rollup_hours" ? 24 : 1440)
      let most = HeldValues(
        count: UInt64(Int64.max), minimum: 1, maximum: 1, mean: 1, below: 86_400_000, within: 86_400_000, above: 0)
      block.replace(0..<block.count, with: [.co2PartsPerMillion: Array(repeating: most, count: block.count)])
      try set("data", Data(block.encoded()), of: table)
    }
    let day: Int64 = 86_400_000
    let edges = [start / day * day, start / day * day + day]
    #expect(throws: Never.self) {
      try LogbookReader(path: path).trend(of: .co2PartsPerMillion, edges: edges, limits: [:])
    }
  }
}

import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A damaged logbook` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)

  init() throws { folder = try TemporaryFolder() }

  /// A log of one closed session with so many readings, one a second, and as many alarms.
  private func makeLog(readings: Int) throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: 0, mark: "one"), .sessionStarted(at: 0, profile: "cabin")])
    let entries: [LogEntry] = (1...readings).map { second in
      let reading = Reading.aranet4(co2: Double(400 + second % 100))
      return .reading(reading, of: "Aranet4", from: strap, at: Int64(1000 * second))
    }
    try logbook.append(entries)
    try logbook.append([.alarm(transition(1), at: 5000, sensor: strap)])
    logbook.close()
  }

  private func transition(_ sequence: UInt64) -> AlarmTransition {
    AlarmTransition(
      sequence: sequence, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false,
      presence: .on, isOnset: true, activation: .on, limit: 2500, value: 2600)
  }

  /// The bytes of a page.
  private func pageSize() throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0 }
  }

  /// Overwrites pages, counted from 0, with bytes that are no page.
  private func overwrite(pages: Range<Int>) throws {
    let size = try pageSize()
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(size * pages.lowerBound))
    try file.write(contentsOf: Data(repeating: 0xA5, count: size * pages.count))
    try file.close()
  }

  /// The numbers of the pages of a table's rows, counted from 0.
  private func leafPages(of table: String) throws -> [Int] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = try pageSize()
    let root = try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table]) ?? 0
    }
    func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
    func leaves(_ page: Int) -> [Int] {
      let start = size * (page - 1)
      guard bytes[start] == 5 else { return [page - 1] }
      let children = (0..<number(start + 3, 2)).map { number(start + number(start + 12 + 2 * $0, 2), 4) }
      return (children + [number(start + 8, 4)]).flatMap(leaves)
    }
    return leaves(root)
  }

  private func salvage() throws -> (Salvage, Logbook) {
    let aside = try Logbook.setAside(path, stamp: "2026-11-23-221000")
    let logbook = try Logbook(path: path)
    try logbook.begin(inPlaceOf: "lapwing-2026-11-23-221000.damaged.db", at: 9)
    let salvage = Salvage(of: aside)
    while !salvage.isDone { try salvage.step(into: logbook, rows: 500) }
    return (salvage, logbook)
  }

  private func count(_ table: String) throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
  }

  @Test func `gives all its rows but those of the pages that are lost`() throws {
    try makeLog(readings: 5000)
    let pages = try leafPages(of: "wide_reading")
    let middle = pages.count / 2
    try overwrite(pages: pages[middle]..<pages[middle] + 1)
    let (salvage, logbook) = try salvage()
    let table = try #require(salvage.outcomes.first { $0.table == "wide_reading" })
    #expect(table.isDamaged)
    #expect(table.read + Int(table.lost) == 5000)
    #expect((1...200).contains(table.lost), "those of one page, not \(table.lost)")
    #expect(try count("reading") == table.read)
    let from = try #require(table.lostFrom), to = try #require(table.lostTo)
    #expect(to - from == 1000 * (table.lost + 1))
    #expect(try count("alarm") == 1)
    #expect(try logbook.lastRun(now: 6_000_000).mark == "one")
    let number = try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(session_id) FROM reading")
    }
    #expect(number == table.read, "they belong to their session")
  }

  @Test(arguments: [0, 1])
  func `gives what is left of it where its first, or its last rows are lost`(_ isLast: Int) throws {
    try makeLog(readings: 3000)
    let pages = try leafPages(of: "wide_reading")
    let page = isLast == 1 ? pages[pages.count - 1] : pages[0]
    try overwrite(pages: page..<page + 1)
    let (salvage, logbook) = try salvage()
    let table = try #require(salvage.outcomes.first { $0.table == "wide_reading" })
    #expect(table.read + Int(table.lost) == 3000)
    #expect((1...200).contains(table.lost))
    #expect((table.lostTo == nil) == (isLast == 1))
    // What comes later has higher numbers than all that was there.
    try logbook.append([.reading(.aranet4(), of: "Aranet4", from: strap, at: 9_000_000)])
    let newest = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT max(id) FROM reading") }
    #expect(newest == 3001)
  }

  @Test func `that is no database any more gives nothing, and nothing is in the way of a new one`() throws {
    try makeLog(readings: 10)
    try overwrite(pages: 0..<3)
    let (salvage, _) = try salvage()
    #expect(salvage.outcomes.allSatisfy { $0.read == 0 && $0.isDamaged })
    #expect(try count("reading") == 0)
  }

  @Test func `is moved under a name of its own, and overwrites no other`() throws {
    for number in 1...3 {
      _ = try folder.write("\(number)", to: "lapwing.db")
      _ = try Logbook.setAside(path, stamp: "2026-11-23-221000")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == ["", "-2", "-3"].map { "lapwing-2026-11-23-221000\($0).damaged.db" }.sorted())
  }

  @Test func `is read again from its beginning where that was interrupted, without a row twice`() throws {
    try makeLog(readings: 2000)
    let aside = try Logbook.setAside(path, stamp: "x")
    let logbook = try Logbook(path: path)
    try logbook.begin(inPlaceOf: "lapwing-x.damaged.db", at: 9)
    try Salvage(of: aside).stepThroughAll(into: logbook, rows: 200)
    #expect(try logbook.unfinishedSalvage()?.file == "lapwing-x.damaged.db")
    let again = Salvage(of: aside, isRepeated: true)
    while !again.isDone { try again.step(into: logbook, rows: 500) }
    try logbook.end(salvageOf: "lapwing-x.damaged.db", report: "all")
    #expect(try logbook.unfinishedSalvage()?.file == nil)
    #expect(try count("reading") == 2000)
    #expect(try count("session") == 1)
  }

  @Test(arguments: [200, 120_000])
  func `is noticed by a look at the file, small or large`(_ readings: Int) throws {
    try makeLog(readings: readings)
    let logbook = try Logbook(path: path)
    var position = CheckPosition()
    #expect(throws: Never.self) { try logbook.check(&position) }
    let page = try #require(try leafPages(of: "wide_reading").last)
    try overwrite(pages: page..<page + 1)
    #expect(throws: LogbookError.corrupt(path: path)) { try logbook.check(&position) }
  }

  @Test func `is noticed in the old readings of a large file too, in turns`() throws {
    try makeLog(readings: 120_000)
    let logbook = try Logbook(path: path)
    let page = try leafPages(of: "wide_reading")[3]
    try overwrite(pages: page..<page + 1)
    var position = CheckPosition()
    #expect(throws: LogbookError.corrupt(path: path)) { for _ in 0..<10 { try logbook.check(&position) } }
  }
}

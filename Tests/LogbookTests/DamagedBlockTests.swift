import Foundation
import GRDB
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `A damaged block of the logbook` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  init() throws { folder = try TemporaryFolder() }

  /// A logbook with three hours of one sensor as blocks.
  private func makeLog() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start, mark: "one"), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append(
      (0..<180).map { minute in
        .reading(.aranet4(co2: Double(400 + minute)), of: "Aranet4", from: air, at: start + Int64(minute) * 60_000)
      })
    while let hour = try logbook.unsealedHour(now: start + 10 * hour) { try logbook.seal(hour) }
    logbook.close()
  }

  private func data() throws -> [Data] {
    try DatabaseQueue(path: path).read { try Data.fetchAll($0, sql: "SELECT data FROM block ORDER BY id") }
  }

  /// Changes one byte of a block in the file itself.
  private func damage(_ block: Data) throws {
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(file.range(of: block.prefix(60)))
    file[place.lowerBound + 50] ^= 0x10
    try file.write(to: URL(fileURLWithPath: path))
  }

  private func salvage() throws -> Salvage {
    let aside = try Logbook.setAside(path, stamp: "2026-11-23-221000")
    let logbook = try Logbook(path: path)
    try logbook.begin(inPlaceOf: "lapwing-2026-11-23-221000.damaged.db", at: 9)
    let salvage = Salvage(of: aside)
    while !salvage.isDone { try salvage.step(into: logbook, rows: 500) }
    try logbook.end(salvageOf: "lapwing-2026-11-23-221000.damaged.db", report: "done")
    logbook.close()
    return salvage
  }

  @Test func `is noticed by a look at the file`() throws {
    try makeLog()
    let blocks = try data()
    #expect(blocks.count == 3)
    let logbook = try Logbook(path: path)
    var position = CheckPosition()
    #expect(throws: Never.self) { try logbook.check(&position) }
    try damage(blocks[1])
    #expect(throws: LogbookError.corrupt(path: path)) { try logbook.check(&position) }
  }

  @Test func `is the only one that is lost`() throws {
    try makeLog()
    let blocks = try data()
    try damage(blocks[1])
    let salvage = try salvage()
    let outcome = try #require(salvage.outcomes.first { $0.table == "block" })
    #expect(outcome.read == 2)
    #expect(outcome.lost == 1)
    #expect(outcome.isDamaged)
    #expect(try data() == [blocks[0], blocks[2]])
    let sensors = try DatabaseQueue(path: path).read {
      try String.fetchAll($0, sql: "SELECT address || model FROM block JOIN sensor ON sensor_id = sensor.id")
    }
    #expect(sensors == ["\(air)Aranet4", "\(air)Aranet4"])
  }

  @Test func `leaves trends of all others, which are rolled up again`() throws {
    try makeLog()
    try damage(try data()[1])
    _ = try salvage()
    let edges = (0...3).map { start + Int64($0) * hour }
    func counts() throws -> [UInt64] {
      try LogbookReader(path: path).trend(of: .co2PartsPerMillion, edges: edges, limits: [:])
        .first?.figures.map(\.count) ?? []
    }
    #expect(try counts() == [60, 0, 60])
    let logbook = try Logbook(path: path)
    while let rolled = try logbook.unrolledHour(limits: [:]) { try logbook.rollUp(rolled) }
    #expect(try counts() == [60, 0, 60])
  }

  @Test func `of a later version is no damage, and is kept`() throws {
    try makeLog()
    var later = Array(try #require(try data().first))
    later[1] = 9
    later.removeLast(4)
    let sum = CRC32.of(later[...])
    later += (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    let bytes = Data(later)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE block SET data = ? WHERE id = 1", arguments: [bytes])
    }
    let logbook = try Logbook(path: path)
    var position = CheckPosition()
    #expect(throws: Never.self) { try logbook.check(&position) }
    logbook.close()
    #expect(throws: SealedBlock.Fault.version(9)) { try SealedBlock(later) }
    let salvage = try salvage()
    #expect(salvage.outcomes.first { $0.table == "block" }?.read == 3)
    #expect(try data().first == bytes)
  }

  @Test func `stays apart from rows that are sealed only when the salvage is over`() throws {
    try makeLog()
    let logbook = try Logbook(path: path)
    try logbook.begin(inPlaceOf: "old.db", at: 9)
    try logbook.append([.reading(.aranet4(co2: 500), of: "Aranet4", from: air, at: start)])
    #expect(try logbook.unsealedHour(now: start + 20 * hour) == nil)
    try logbook.end(salvageOf: "old.db", report: "done")
    #expect(try logbook.unsealedHour(now: start + 20 * hour) != nil)
  }
}

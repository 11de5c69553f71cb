import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import Sessions
import TestSupport
import Testing

@Suite struct `What a logbook tells of the past` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let bedroom = DeviceAddress(value: 0xC2DB_C0DC_E499)
  private let hour: Int64 = 3_600_000
  private let start: Int64 = 1_699_999_200_000

  private var path: String { folder.file("lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
  }

  private func heart(_ rate: Double, at: Int64) -> LogEntry {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    reading.rrIntervals.append(ticks: 1024)
    return .reading(reading, of: "Polar H10", from: strap, at: at)
  }

  private func co2(_ value: Double, at: Int64, from sensor: DeviceAddress) -> LogEntry {
    .reading(.aranet4(co2: value), of: "Aranet4", from: sensor, at: at)
  }

  private func seal(now: Int64) throws {
    while let hour = try logbook.unsealedHour(now: now) { try logbook.seal(hour) }
  }

  private func measurements(_ record: SensorRecord, _ quantity: Quantity) -> [Double] {
    record.readings.compactMap { $0.measurements[quantity] }
  }

  @Test func `has each beat once, in whatever parts it is read, though beats depart from the clock`() throws {
    try logbook.append([.runStarted(at: start)])
    // 24 ms longer than the second after which each is received: after 84 s a run begins again.
    try logbook.append(
      (0..<(8 * 3600)).filter { $0 % 3 != 0 }.map { second in
        var reading = Reading(model: .heartRateService)
        reading.rrIntervals.append(ticks: UInt16(1536 + second % 40))
        return .reading(reading, of: "Polar H10", from: strap, at: start + Int64(second) * 1000)
      })
    let reader = try LogbookReader(path: path)
    func ticks(_ edges: [Int64]) throws -> [UInt16] {
      try zip(edges, edges.dropFirst()).flatMap { from, until in
        try reader.record(from: from, until: until).flatMap { $0.beats.flatMap(\.ticks) }
      }
    }
    let whole = try ticks([start - hour, start + 9 * hour])
    #expect(whole.count == 8 * 2400)
    #expect(try ticks([start - hour, start + 1_234_567, start + 6 * hour + 777_777, start + 9 * hour]) == whole)
    try seal(now: start + 20 * hour)
    #expect(try ticks([start - hour, start + 5 * hour, start + 9 * hour]) == whole)
  }

  @Test func `is the same from blocks as from rows`() throws {
    try logbook.append([.runStarted(at: start)])
    for minute in 0..<300 {
      let at = start + Int64(minute) * 60_000
      try logbook.append([co2(Double(400 + minute), at: at, from: air), heart(Double(60 + minute % 50), at: at + 500)])
    }
    let reader = try LogbookReader(path: path)
    let rows = try reader.record(from: start, until: start + 5 * hour)
    try seal(now: start + 12 * hour)
    #expect(try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reading") } == 0)
    let blocks = try reader.record(from: start, until: start + 5 * hour)
    #expect(rows.map(\.address) == blocks.map(\.address))
    for (before, after) in zip(rows, blocks) {
      #expect(before.readings.count == 300)
      #expect(before.readings.map(\.measurements) == after.readings.map(\.measurements))
      #expect(zip(before.readings, after.readings).allSatisfy { abs($0.at - $1.at) <= 500 })
      #expect(before.beats.flatMap(\.ticks) == after.beats.flatMap(\.ticks))
    }
    let figures = try reader.figures(from: start, length: hour, count: 5, limits: [:])
    #expect(figures.map(\.readings) == [300, 300])
  }

  @Test func `is only what was measured in the time that is asked for`() throws {
    try logbook.append([.runStarted(at: start)])
    try logbook.append((0..<180).map { co2(Double($0), at: start + Int64($0) * 60_000, from: air) })
    let reader = try LogbookReader(path: path)
    for isSealed in [false, true] {
      if isSealed { try seal(now: start + 10 * hour) }
      let record = try reader.record(from: start + 30 * 60_000, until: start + 90 * 60_000)
      #expect(record.flatMap { measurements($0, .co2PartsPerMillion) } == (30..<90).map(Double.init))
    }
  }

  @Test func `has a measurement once that was received and then downloaded from the sensor's history`() throws {
    let gap = HistoryGap(address: air, model: "Aranet4", from: start, to: start + hour)
    var past = Measurements()
    past[.co2PartsPerMillion] = 600
    try logbook.append([
      .runStarted(at: start), co2(600, at: start + 60_000, from: air), .gapFound(gap),
      .past(past, in: gap, at: start + 58_000), .past(past, in: gap, at: start + 120_000),
    ])
    let reader = try LogbookReader(path: path)
    for isSealed in [false, true] {
      if isSealed { try seal(now: start + 10 * hour) }
      let record = try reader.record(from: start, until: start + hour)
      #expect(record.map(\.readings.count) == [2])
    }
  }

  @Test func `keeps two rooms apart, and combines them by rule`() throws {
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    for minute in 0..<10 {
      let at = start + Int64(minute) * 60_000
      try logbook.append([co2(500, at: at, from: air), co2(1500, at: at, from: bedroom)])
    }
    let reader = try LogbookReader(path: path)
    let session = try #require(try reader.sessions().first)
    let figures = try reader.figures(
      from: start, length: 600_000, count: 1, session: session.id,
      limits: [.co2PartsPerMillion: ValueLimits(high: 800)])
    #expect(figures.compactMap { $0.quantities.first?.total.mean } == [500, 1500])
    #expect(figures.compactMap { $0.quantities.first?.total.above } == [0, 600_000])
    let range = try #require(figures.range(of: .co2PartsPerMillion))
    #expect(range == SessionRecord.Range(minimum: 500, mean: 1500, maximum: 1500))
  }

  @Test func `tells a gap from a low value`() throws {
    try logbook.append([.runStarted(at: start)])
    try logbook.append((0..<60).map { heart(70, at: start + Int64($0) * 1000) })
    try logbook.append((120..<180).map { heart(70, at: start + Int64($0) * 1000) })
    let figures = try LogbookReader(path: path).figures(
      from: start, length: 180_000, count: 1, limits: [.heartRateBeatsPerMinute: ValueLimits(low: 50, high: 100)])
    let total = try #require(figures.first?.quantities.first?.total)
    #expect(total.within == 59_000 + 5_000 + 60_000 - 1_000 + 1_000)
    #expect(total.below == 0)
  }

  @Test func `says how many blocks cannot be read, and gives all others`() throws {
    try logbook.append([.runStarted(at: start)])
    try logbook.append((0..<180).map { co2(Double($0), at: start + Int64($0) * 60_000, from: air) })
    try seal(now: start + 10 * hour)
    try logbook.write { try $0.execute(sql: "UPDATE block SET data = x'4c01' WHERE id = 2") }
    let figures = try LogbookReader(path: path).figures(from: start, length: hour, count: 3, limits: [:])
    #expect(figures.map(\.damagedParts) == [1])
    #expect(figures.map(\.readings) == [120])
  }

  @Test func `is readable from a logbook of a version without blocks`() throws {
    try logbook.append([.runStarted(at: start), co2(600, at: start, from: air)])
    try logbook.write {
      try $0.execute(
        sql: """
          DROP VIEW reading; DROP VIEW wide_reading_soundness; DROP VIEW quick_reading_soundness; DROP TABLE quick_reading; ALTER TABLE wide_reading RENAME TO reading;
          DROP TABLE block; DROP TABLE sensor
          """)
    }
    #expect(try LogbookReader(path: path).record(from: 0, until: start + 1).map(\.readings.count) == [1])
  }

  @Test func `loses a deleted session for good, and nothing else`() throws {
    try logbook.append([.runStarted(at: start)])
    var ids: [Int64] = []
    for number in 0..<2 as Range<Int64> {
      let begin = start + number * 2 * hour
      try logbook.append([.sessionStarted(at: begin, profile: "cabin")])
      try logbook.append((0..<120).map { co2(777, at: begin + $0 * 60_000, from: air) })
      try logbook.append([.sessionEnded(SessionSummary(), at: begin + 2 * hour)])
    }
    try seal(now: start + 20 * hour)
    let reader = try LogbookReader(path: path)
    ids = try reader.sessions().map(\.id)
    try Logbook.delete(session: ids[1], of: path)
    #expect(try reader.sessions().map(\.id) == [ids[0]])
    #expect(try reader.record(from: 0, until: start + 20 * hour).map(\.readings.count) == [120])
    #expect(throws: Never.self) { try logbook.append([co2(600, at: start + 9 * hour, from: air)]) }
  }
}

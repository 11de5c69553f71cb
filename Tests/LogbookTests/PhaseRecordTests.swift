import Foundation
import GRDB
@testable import Logbook
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `The phases of a session in the logbook` {
  private let folder: TemporaryFolder
  private let air = DeviceAddress.sampleAranet4
  private let start: Int64 = 1_795_000_000_000

  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func append(_ entries: [LogEntry]) throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")] + entries)
    logbook.close()
  }

  private func phase(_ name: String, _ second: Int64) -> LogEntry {
    .phase(name, since: start + 1000 * second, source: "detected", probability: 0.97)
  }

  private func reading(_ ppm: Double, _ second: Int64) -> LogEntry {
    .reading(.aranet4(co2: ppm), of: "Aranet4", from: air, at: start + 1000 * second)
  }

  @Test func `are those of the latest word: from its beginning on, a phase that is dated back holds`() throws {
    try append([phase("climb", 100), phase("cruise", 400), phase("descent", 300), phase("landing", 900)])
    let phases = try LogbookReader(path: path).parts(ofSession: 1).phases
    #expect(phases.map(\.phase) == ["climb", "descent", "landing"])
    #expect(phases.map { ($0.since - start) / 1000 } == [100, 300, 900])
  }

  @Test func `have the values that were in force when they began`() throws {
    try append([reading(1750, 0), reading(1600, 600)])
    let reader = try LogbookReader(path: path)
    let sensors = try reader.figures(
      from: start + 300_000, length: 600_000, count: 1, session: 1, isPart: true,
      limits: [.co2PartsPerMillion: ValueLimits(high: 1680)])
    #expect(sensors.first?.quantities.first { $0.quantity == .co2PartsPerMillion }?.total.above == 300_000)
  }

  @Test func `are found for an alarm by the time at which it began, by the latest word`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin"), phase("climb", 100)])
    try logbook.append([phase("cruise", 400), phase("descent", 300)])
    logbook.close()
    try DatabaseQueue(path: path).write { db in
      for second in [50, 200, 500] as [Int64] {
        try db.execute(
          sql: """
            INSERT INTO alarm (session_id, sequence, at_ms, condition, priority, technical, presence, activation, address)
            VALUES (1, ?, ?, 'co2-high', 'high', 0, 'on', 'on', ?)
            """, arguments: [second, start + 1000 * second, "C2:DB:C0:DC:E4:5\(second / 100)"])
      }
      try db.execute(sql: "UPDATE session SET caffeine_at_ms = ?", arguments: [start + 300_000])
    }
    let alarms = try Logbook.recall(path: path, count: 10)
    #expect(alarms.map(\.phase) == ["descent", "climb", nil])
    #expect(alarms.map(\.hadTakenCaffeine) == [true, false, false])
    #expect(alarms.allSatisfy { $0.profile == "cabin" })
  }

  @Test func `are not asked for in a logbook of before there were any`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start)])
    logbook.close()
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          INSERT INTO alarm (sequence, at_ms, condition, priority, technical, presence, activation)
          VALUES (1, \(start), 'co2-high', 'high', 0, 'on', 'on');
          DROP TABLE phase;
          """)
    }
    let alarms = try Logbook.recall(path: path, count: 10)
    #expect(alarms.count == 1 && alarms.first?.phase == nil && alarms.first?.profile == nil)
  }
}

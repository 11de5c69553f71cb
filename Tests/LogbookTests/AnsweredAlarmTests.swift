import Alarms
import GRDB
@testable import Logbook
import TestSupport
import Testing

/// Whether and when a person answered an alarm, as the logbook has it.
@Suite struct `An alarm of the logbook` {
  private let folder: TemporaryFolder
  private let start: Int64 = 1_788_000_000_000

  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func alarm(
    _ rows: [(second: Int64, presence: String, activation: String)], _ condition: ConditionID = .heartRateHigh,
    priority: Priority = .high
  ) throws -> RecalledAlarm? {
    let logbook = try Logbook(path: path)
    logbook.close()
    try DatabaseQueue(path: path).write { db in
      for row in rows {
        try db.execute(
          sql: """
            INSERT INTO alarm (sequence, at_ms, condition, priority, technical, presence, activation)
            VALUES (1, ?, ?, ?, 0, ?, ?)
            """,
          arguments: [start + 1000 * row.second, condition.name, priority.name, row.presence, row.activation])
      }
    }
    return try Logbook.recall(path: path, count: 10).first
  }

  @Test func `was answered when its sound was first paused, as a high alarm is acknowledged`() throws {
    let alarm = try alarm(
      [(0, "on", "on"), (30, "on", "paused"), (150, "on", "on"), (160, "on", "paused"), (200, "off", "off")])
    #expect(alarm?.wasAcknowledged == true && alarm?.acknowledgedAt == start + 30_000)
  }

  @Test func `was answered when it was acknowledged`() throws {
    #expect(try alarm([(0, "on", "on"), (9, "ack", "off"), (20, "off", "off")])?.acknowledgedAt == start + 9000)
  }

  @Test func `was withheld if it was not signalled at its priority, and not if it was only shown below that`() throws {
    #expect(try alarm([(0, "on", "off"), (60, "on", "on")], .noData, priority: .low)?.wasWithheld == false)
    #expect(try alarm([(0, "on", "off"), (60, "on", "on")], .noContact, priority: .medium)?.wasWithheld == true)
  }

  @Test func `was not answered if it only sounded, was withheld or has ended`() throws {
    let alarm = try alarm([(0, "on", "off"), (30, "on", "on"), (200, "latched", "on"), (300, "off", "off")])
    #expect(alarm?.wasAcknowledged == false && alarm?.acknowledgedAt == nil)
  }

  @Test func `has an episode for each time that its condition was on, though it sounded on in between`() throws {
    let alarm = try alarm([
      (0, "on", "on"), (10, "on", "paused"), (60, "latched", "on"), (500, "on", "on"), (520, "latched", "on"),
      (90_000, "on", "on"), (90_030, "on", "paused"), (90_060, "off", "off"),
    ])
    let episodes = alarm?.episodes ?? []
    #expect(episodes.map { ($0.beganAt - start) / 1000 } == [0, 500, 90_000])
    #expect(episodes.map { $0.endedAt.map { ($0 - start) / 1000 } } == [60, 520, 90_060])
    #expect(episodes.map { $0.acknowledgedAt.map { ($0 - start) / 1000 } } == [10, nil, 90_030])
    #expect(episodes.map(\.wasAcknowledged) == [true, false, true])
    #expect(alarm?.beganAt == start && alarm?.endedAt == start + 90_060_000)
  }

  @Test func `has no answer in an episode only because the sound was still paused when it began`() throws {
    let alarm = try alarm([
      (0, "on", "on"), (10, "on", "paused"), (40, "latched", "paused"), (80, "on", "paused"), (90, "on", "paused"),
      (130, "on", "on"), (140, "on", "paused"), (200, "latched", "paused"), (220, "on", "paused"), (250, "off", "off"),
    ])
    let answered = (alarm?.episodes ?? []).map { $0.acknowledgedAt.map { ($0 - start) / 1000 } }
    #expect(answered == [10, 140, nil])
  }
}

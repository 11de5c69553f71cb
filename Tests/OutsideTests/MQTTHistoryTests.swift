import Foundation
import GRDB
import Readings
import TestSupport
import Testing

@testable import Outside

/// What happened while there was no broker (docs/mqtt.md, "History").
@Suite("The history for a broker")
struct MQTTHistoryTests {
  @Test func `gives alarms first, each with the identity by which it is stored once`() throws {
    let history = try MQTTHistory(try OutsideQueue())
    try history.record(values: #"{"kind":"values"}"#)
    try history.record(alarms: [#"{"kind":"alarm","n":1}"#, #"{"kind":"alarm","n":2}"#], run: "r1", sequence: 2)
    try history.record(values: #"{"kind":"values"}"#)
    let next = try history.next(10)
    #expect(next.map(\.sequence) == [2, 3, 1, 4])
    #expect(next[0].content == "{\"box\":\"\(history.box)\",\"sequence\":2,\"kind\":\"alarm\",\"n\":1}")
    #expect(history.box.count == 16)
    let followed = try history.followed()
    #expect(followed.run == "r1" && followed.sequence == 2)
  }

  @Test func `counts on after what was deleted, and after a start`() throws {
    let folder = try TemporaryFolder(), path = folder.file("a.mqtt")
    var history = try MQTTHistory(path: path)
    let box = history.box
    try history.record(values: "{}")
    try history.remove([1])
    history = try MQTTHistory(path: path)
    try history.record(values: "{}")
    #expect(history.box == box)
    #expect(try history.next(10).map(\.sequence) == [2])
    // Another file has another identity, so that its numbers mean something else.
    #expect(try MQTTHistory(path: folder.file("b.mqtt")).box != box)
  }

  @Test func `keeps the newest values if there are too many, and never fewer alarms for that`() throws {
    let queue = try OutsideQueue(), history = try MQTTHistory(queue)
    try history.record(alarms: [#"{"kind":"alarm"}"#], run: "r", sequence: 1)
    try queue.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(MQTTHistory.mostMinutes))
          INSERT INTO mqtt (rank, content) SELECT 1, '{}' FROM n
          """)
    }
    try history.record(values: "{}")
    #expect(try history.waiting() == MQTTHistory.mostMinutes + 1)
    #expect(try history.next(2).map(\.sequence) == [1, 3])
  }

  @Test func `30 days are sent in parts, each record once`() throws {
    let queue = try OutsideQueue(), history = try MQTTHistory(queue)
    let minutes = 43_200
    try queue.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(minutes))
          INSERT INTO mqtt (rank, content) SELECT 1, '{}' FROM n
          """)
    }
    try history.record(alarms: ["{}"], run: "r", sequence: 1)
    var backlog = MQTTBacklog(), received: [Int64] = []
    while true {
      if backlog.wantsMore(at: 0) {
        try history.remove(backlog.confirmed)
        backlog.isDeleted()
        backlog.add(try history.next(MQTTBacklog.mostAtOnce))
      }
      guard let record = backlog.send() else { break }
      received.append(record.sequence)
      backlog.confirm(record.sequence)
    }
    #expect(received == [Int64(minutes) + 1] + (1...Int64(minutes)))
    #expect(try history.waiting() == 0)
  }

  @Test func `a refused record rests for a minute, and one that is confirmed is not sent again`() throws {
    var backlog = MQTTBacklog()
    let records = (1...3).map { MQTTHistory.Record(sequence: $0, content: "{}") }
    backlog.add(records)
    #expect(backlog.send()?.sequence == 1)
    backlog.refuse(1, at: 1000)
    #expect(backlog.send() == nil)
    #expect(!backlog.wantsMore(at: 60_999) && backlog.wantsMore(at: 61_000))
    backlog.add(records)
    _ = backlog.send()
    _ = backlog.send()
    backlog.confirm(1)
    // What is confirmed and could not be deleted is not sent again.
    backlog.confirm(2)
    // A broker that confirms what was not sent confirms nothing.
    backlog.confirm(3)
    #expect(backlog.confirmed == [1, 2])
    backlog.add(records)
    #expect(backlog.send()?.sequence == 3)
  }
}

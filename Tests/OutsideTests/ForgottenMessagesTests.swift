import Circle
import Foundation
import GRDB
import Readings
import TestSupport
import Testing

@testable import Outside

@Suite("What was sent and is forgotten")
struct ForgottenMessagesTests {
  @Test func `is not in the file any more, but what waits and what people have said is`() throws {
    let folder = try TemporaryFolder()
    let queue = try OutsideQueue(path: folder.file("outside.db"))
    for id in ["told-alarm-one", "waiting-alarm"] {
      try queue.append(nil, [OutsideScene.message(id, condition: id, at: 1000)], for: ["a"], coolDown: .zero, at: 1000)
    }
    let first = try #require(try head(of: queue))
    try queue.markSent(first.position, receipt: nil, at: 2000)
    try queue.write { try CircleLine(at: 1000, kind: "told", person: "person-of-the-log").write($0) }
    try queue.keep("yes", as: "circle")
    #expect(try queue.forget(before: 5000) == ForgottenMessages(deleted: 1, waiting: 1))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: queue.path))
    #expect(bytes.range(of: Data("told-alarm".utf8)) == nil)
    #expect(bytes.range(of: Data("person-of-the-log".utf8)) == nil)
    #expect(try queue.text("circle") == "yes")
    #expect(try head(of: queue)?.message.id == "waiting-alarm")
  }

  private func waiting(in folder: TemporaryFolder) throws -> OutsideQueue {
    let queue = try OutsideQueue(path: folder.file("outside.db"))
    try queue.append(nil, [OutsideScene.message("waiting-alarm", at: 1000)], for: ["a"], coolDown: .zero, at: 1000)
    return queue
  }

  @Test func `is also what waits, if nobody is about to send it`() throws {
    let folder = try TemporaryFolder()
    let queue = try waiting(in: folder)
    do {
      let lock = try QueueLock(path: queue.path)
      defer { withExtendedLifetime(lock) {} }
      #expect(try queue.forget(before: .max, withWaiting: true) == ForgottenMessages(waiting: 1, isInUse: true))
    }
    #expect(try queue.forget(before: .max, withWaiting: true) == ForgottenMessages(deleted: 1))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: queue.path))
    #expect(bytes.range(of: Data("waiting-alarm".utf8)) == nil)
  }

  @Test func `stays in the file while somebody reads it, which is said`() throws {
    let folder = try TemporaryFolder()
    let path = try waiting(in: folder).path
    var open = GRDB.Configuration()
    open.allowsUnsafeTransactions = true
    let queue = try OutsideQueue(forgettingIn: path, patience: 0)
    let reader = try DatabaseQueue(path: path, configuration: open)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM message")
    }
    #expect(try queue.forget(before: .max, withWaiting: true).isOverwritten == false)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    #expect(try queue.forget(before: .max, withWaiting: true) == ForgottenMessages())
  }

  @Test func `is what a broker has not confirmed of before the day, while published sensors stay`() throws {
    let folder = try TemporaryFolder(), path = folder.file("outside.db.mqtt")
    let history = try MQTTHistory(path: path)
    try history.record(values: #"{"at":"2026-11-25T23:59:59Z","kind":"values","old":"of-the-day-before"}"#)
    try history.record(alarms: [#"{"at":"2026-11-26T00:00:00Z","kind":"alarm"}"#], run: "r1", sequence: 7)
    try history.keep(["AA": MQTTHistory.KnownSensor(name: "Bedroom")])
    let day: Int64 = 1_795_651_200_000  // 2026-11-26T00:00:00Z
    #expect(try OutsideQueue(forgettingIn: path).forgetUnpublished(before: day) == ForgottenMessages(deleted: 1))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("of-the-day-before".utf8)) == nil)
    #expect(try history.next(10).map(\.sequence) == [2])
    #expect(try OutsideQueue(forgettingIn: path).forgetUnpublished(before: .max) == ForgottenMessages(deleted: 1))
    #expect(try history.waiting() == 0)
    #expect(try history.knownSensors()["AA"]?.name == "Bedroom")
    #expect(try history.followed().sequence == 7)
  }

  @Test(arguments: [("damaged", "no database at all, but long enough to be one"), ("of another version", "")])
  func `leaves a queue alone that is damaged or of another version`(word: String, content: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(content, to: "outside.db")
    let error = #expect(throws: LapwingError.self) { _ = try OutsideQueue(forgettingIn: path) }
    #expect(error?.status == .badData)
    #expect(error?.message.contains(word) == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["outside.db"])
  }

  private func head(of queue: OutsideQueue) throws -> QueuedMessage? {
    if case .send(let queued) = try queue.turn(of: "a", at: 2000) { queued } else { nil }
  }
}

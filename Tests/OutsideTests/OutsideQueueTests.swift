import Alarms
import Foundation
import GRDB
import Readings
import TestSupport
import Testing
import Web

@testable import Outside

/// The rules of docs/outside.md, "The queue".
@Suite("The queue of messages")
struct OutsideQueueTests {
  private func take(
    _ queue: OutsideQueue, _ messages: [OutsideMessage], coolDown: Int = 60, at now: Int64
  ) throws {
    try queue.append(nil, messages, for: ["a"], coolDown: .seconds(coolDown), at: now)
  }

  /// The ids that a channel sends at a time, one after the other, until it has to wait.
  private func drain(_ queue: OutsideQueue, at now: Int64) throws -> [String] {
    var ids: [String] = []
    while case .send(let queued) = try queue.turn(of: "a", at: now) {
      ids.append(queued.message.id)
      try queue.markSent(queued.position, receipt: nil, at: now)
    }
    return ids
  }

  @Test func `gives messages in the order in which they came`() throws {
    let queue = try OutsideQueue()
    let messages = (1...5).map { OutsideScene.message("m\($0)", condition: "c\($0)") }
    try take(queue, messages, at: 1000)
    #expect(try drain(queue, at: 1000) == ["m1", "m2", "m3", "m4", "m5"])
  }

  @Test func `takes an id once`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1")], at: 1000)
    try take(queue, [OutsideScene.message("m1")], at: 900_000)
    #expect(try drain(queue, at: 1_000_000) == ["m1"])
    try take(queue, [OutsideScene.message("m1")], at: 2_000_000)
    #expect(try drain(queue, at: 3_000_000) == [])
  }

  @Test func `holds the same condition back for the cool-down`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", at: 1000)], at: 1000)
    try take(queue, [OutsideScene.message("m2", at: 11_000)], at: 11_000)
    try take(queue, [OutsideScene.message("other", condition: "co-high", at: 11_000)], at: 11_000)
    #expect(try drain(queue, at: 11_000) == ["m1", "other"])
    #expect(try queue.turn(of: "a", at: 11_000) == .wait(until: 61_000))
    #expect(try drain(queue, at: 61_000) == ["m2"])
  }

  @Test func `never holds back a new high alarm or an end`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", priority: .high, at: 1000)], at: 1000)
    try take(queue, [OutsideScene.message("e1", .ended, priority: .high, alarmID: "m1", at: 2000)], at: 2000)
    try take(queue, [OutsideScene.message("m2", priority: .high, at: 3000)], at: 3000)
    #expect(try drain(queue, at: 3000) == ["m1", "e1", "m2"])
  }

  @Test func `tells nothing of an alarm that ended while it was held back`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", at: 1000)], at: 1000)
    #expect(try drain(queue, at: 1000) == ["m1"])
    try take(queue, [OutsideScene.message("m2", at: 2000)], at: 2000)
    try take(queue, [OutsideScene.message("e2", .ended, alarmID: "m2", at: 3000)], at: 3000)
    #expect(try drain(queue, at: 900_000) == [])
  }

  @Test func `tells an alarm for 15 minutes after its end`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", at: 0)], at: 0)
    try take(queue, [OutsideScene.message("e1", .ended, alarmID: "m1", at: 60_000)], at: 60_000)
    #expect(try drain(queue, at: 60_000 + 15 * 60_000) == ["e1"])
  }

  @Test func `waits at the head until the next attempt, and keeps the order`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1"), OutsideScene.message("m2", condition: "co-high")], at: 1000)
    guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
    try queue.markFailed(queued.position, .temporary("down"), next: 5000, at: 1000)
    #expect(try queue.turn(of: "a", at: 2000) == .wait(until: 5000))
    #expect(try drain(queue, at: 5000) == ["m1", "m2"])
  }

  @Test func `tries at once when something urgent comes, unless the service wants to be left alone`() throws {
    for (retryAfter, expected) in [(nil, ["m1", "m2"]), (Duration.seconds(9), [])] {
      let queue = try OutsideQueue()
      try take(queue, [OutsideScene.message("m1")], at: 1000)
      guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
      try queue.markFailed(queued.position, .temporary("down", retryAfter: retryAfter), next: 61_000, at: 1000)
      try take(queue, [OutsideScene.message("m2", priority: .high, condition: "co-high")], at: 2000)
      #expect(try drain(queue, at: 2000) == expected)
    }
  }

  @Test func `lets a service ask for a minute at most while a high alarm waits`() throws {
    let queue = try OutsideQueue()
    try queue.append(nil, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 1000)
    guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
    func fail(at now: Int64) throws {
      let fault = DeliveryFault.temporary("busy", retryAfter: .seconds(900))
      try queue.markFailed(queued.position, fault, next: now + 900_000, at: now)
    }
    try fail(at: 1000)
    #expect(try queue.turn(of: "a", at: 2000) == .wait(until: 901_000))
    let high = OutsideScene.message("m2", priority: .high, condition: "co-high", at: 2000)
    try queue.append(nil, [high], for: ["a"], coolDown: .zero, at: 2000)
    #expect(try queue.turn(of: "a", at: 2000) == .wait(until: 62_000))
    try fail(at: 62_000)
    #expect(try queue.turn(of: "a", at: 63_000) == .wait(until: 122_000))
  }

  @Test func `gives up what a service refuses, and goes on`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1"), OutsideScene.message("m2", condition: "co-high")], at: 1000)
    guard case .send(let queued) = try queue.turn(of: "a", at: 1000) else { return #expect(Bool(false)) }
    try queue.markFailed(queued.position, .permanent("refused"), next: 5000, at: 1000)
    #expect(try drain(queue, at: 1000) == ["m2"])
    let report = try QueueReport(queue, channels: ["a"]).channels[0]
    #expect(report.lost == 1)
    #expect(report.fault == "refused")
  }

  @Test func `drops technical and low messages first when it is full, and no high one`() throws {
    let queue = try OutsideQueue()
    let most = OutsideQueue.mostWaiting
    var messages = (0..<most).map { OutsideScene.message("h\($0)", priority: .high, condition: "c\($0)") }
    messages.insert(OutsideScene.message("low", priority: .low, condition: "x"), at: 0)
    messages.insert(OutsideScene.message("technical", priority: .medium, condition: "y", technical: true), at: 0)
    messages.insert(OutsideScene.message("medium", priority: .medium, condition: "z"), at: 0)
    try take(queue, Array(messages.prefix(3)), at: 0)
    try take(queue, Array(messages.dropFirst(3).prefix(most - 2)), at: 0)
    #expect(try drain(queue, at: 0).prefix(2) == ["medium", "technical"])
    let second = try OutsideQueue()
    try take(second, messages, at: 0)
    #expect(try drain(second, at: 0).count == most)
  }

  @Test func `is there again after the process has ended`() throws {
    let folder = try TemporaryFolder()
    var box = FollowedBox()
    (box.run, box.sequence) = ("r", 7)
    do {
      let queue = try OutsideQueue(path: folder.file("outside.db"))
      try queue.append(box, [OutsideScene.message("m1")], for: ["a"], coolDown: .zero, at: 0)
    }
    let queue = try OutsideQueue(path: folder.file("outside.db"))
    #expect(try queue.followedBox() == box)
    #expect(try drain(queue, at: 0) == ["m1"])
  }

  @Test func `does not wait for a time that a wrong clock has set`() throws {
    let queue = try OutsideQueue()
    let future: Int64 = 4_000_000_000_000
    try take(queue, [OutsideScene.message("m1", at: future)], at: future)
    _ = try drain(queue, at: future)
    try take(queue, [OutsideScene.message("m2", at: 1000)], at: 1000)
    #expect(try drain(queue, at: 1000) == ["m2"])
  }

  @Test func `sends at once what it held back before the clock was set back`() throws {
    let queue = try OutsideQueue()
    let future: Int64 = 4_000_000_000_000
    try take(queue, [OutsideScene.message("m1", at: future)], at: future)
    _ = try drain(queue, at: future)
    try take(queue, [OutsideScene.message("m2", at: future)], at: future)
    #expect(try drain(queue, at: future) == [])
    #expect(try drain(queue, at: future - 3_600_000) == ["m2"])
  }

  @Test func `sends a high alarm from before the clock was set back, however old`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", priority: .high, at: 0)], at: 4_000_000)
    #expect(try drain(queue, at: 400_000) == ["m1"])
  }

  @Test func `holds back for a cool-down of an hour`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", at: 1000)], coolDown: 3600, at: 1000)
    _ = try drain(queue, at: 1000)
    try take(queue, [OutsideScene.message("m2", at: 2000)], coolDown: 3600, at: 2000)
    #expect(try queue.turn(of: "a", at: 2000) == .wait(until: 3_601_000))
  }

  @Test func `tries again at once when the clock was set back by an hour`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1", at: 4_000_000)], at: 4_000_000)
    guard case .send(let queued) = try queue.turn(of: "a", at: 4_000_000) else { return #expect(Bool(false)) }
    try queue.markFailed(queued.position, .temporary("down"), next: 4_060_000, at: 4_000_000)
    #expect(try drain(queue, at: 400_000) == ["m1"])
  }

  @Test func `withdraws a message that no channel has tried`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1"), OutsideScene.message("m2", condition: "co-high")], at: 0)
    try queue.cancel("m1")
    #expect(try drain(queue, at: 0) == ["m2"])
  }

  @Test func `is set aside and begun again if its file is damaged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "no database ", count: 1000), to: "outside.db")
    let queue = try OutsideQueue(path: path)
    try take(queue, [OutsideScene.message("m1")], at: 0)
    #expect(try drain(queue, at: 0) == ["m1"])
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
  }

  @Test func `passes over a row that is damaged`() throws {
    let queue = try OutsideQueue()
    try take(queue, [OutsideScene.message("m1"), OutsideScene.message("m2", condition: "co-high")], at: 0)
    try queue.write { try $0.execute(sql: "UPDATE message SET content = x'00ff', attempts = 'many' WHERE id = 'm1'") }
    #expect(try queue.turn(of: "a", at: 0) == .wait(until: 0))
    #expect(try drain(queue, at: 0) == ["m2"])
  }

  @Test func `says that it was deleted or replaced, from the moment in which it was opened`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("outside.db")
    let queue = try OutsideQueue(path: path)
    #expect(queue.isInPlace)
    for end in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
    #expect(!queue.isInPlace)
    let newOne = try OutsideQueue(path: path)
    #expect(newOne.isInPlace && !queue.isInPlace)
  }
}

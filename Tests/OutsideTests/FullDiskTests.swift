import Alarms
import Foundation
import GRDB
import System
import TestSupport
import Testing

@testable import Outside

/// The rules of docs/outside.md, "The queue": a disk that takes nothing holds back no message.
@Suite("A full disk")
struct FullDiskTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("outside.db")
  }

  private func queue() throws -> OutsideQueue { try OutsideQueue(path: path, clockSteps: ClockSteps()) }

  private func setFull(_ isFull: Bool, _ queue: OutsideQueue) throws {
    try queue.store.file.writeWithoutTransaction { db in
      // What is free in the file would still take something.
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : pages + 100_000)")
    }
  }

  /// So large that no page in use has room for it.
  private func message(_ id: String) -> OutsideMessage {
    OutsideMessage(
      id: id, alarmID: id, kind: .began, priority: .high, isTest: false, title: "title",
      body: String(repeating: "x", count: 20_000), at: Clock.now)
  }

  private func take(_ id: String, _ queue: OutsideQueue) throws {
    try queue.append(nil, [message(id)], for: ["a"], coolDown: .zero, at: Clock.now)
  }

  private func send(_ queue: OutsideQueue) throws -> String? {
    guard case .send(let queued) = try queue.turn(of: "a", at: Clock.now) else { return nil }
    try queue.markSent(queued.position, receipt: nil, at: Clock.now)
    return queued.message.id
  }

  @Test func `sends from memory what the disk does not take, and what waited before`() throws {
    let queue = try queue()
    try take("m1", queue)
    try setFull(true, queue)
    try take("m2", queue)
    #expect(queue.isInMemory)
    #expect(try send(queue) == "m1")
    #expect(try send(queue) == "m2")
    #expect(try send(queue) == nil)
    #expect(queue.isInPlace)
  }

  @Test func `is on the disk again when there is room, with all that happened meanwhile`() throws {
    let queue = try queue()
    try setFull(true, queue)
    try take("m1", queue)
    #expect(try send(queue) == "m1")
    try setFull(false, queue)
    #expect(queue.store.tryDisk())
    #expect(!queue.isInMemory)
    try take("m2", queue)
    let next = try OutsideQueue(path: path)
    #expect(try send(next) == "m2")
    #expect(try next.message("m1") != nil)
  }

  @Test func `sends again after a kill what went out from memory, and has what the disk had`() throws {
    let queue = try queue()
    try take("m1", queue)
    try setFull(true, queue)
    try take("m2", queue)
    #expect(try send(queue) == "m1")
    // The next process knows only the file.
    let next = try self.queue()
    #expect(try send(next) == "m1")
    #expect(try send(next) == nil, "a message that comes twice is better than none; one that no disk took is lost")
    // What comes back to the disk later must not take back what that one has written.
    try setFull(false, queue)
    #expect(!queue.store.tryDisk())
    #expect(try self.queue().message("m1") != nil)
  }

  @Test func `goes on in memory where the file is damaged meanwhile, and writes it whole again or leaves it`() throws {
    let queue = try queue()
    try take("m1", queue)
    try setFull(true, queue)
    try take("m2", queue)
    try Data(repeating: 0x5A, count: 8192).write(to: URL(fileURLWithPath: path))
    #expect(try send(queue) == "m1")
    try setFull(false, queue)
    let isOnDisk = queue.store.tryDisk()
    #expect(try send(queue) == "m2", "whatever became of the file")
    if isOnDisk { #expect(try self.queue().message("m2") != nil) }
  }

  @Test func `does not put back what another program has deleted meanwhile`() throws {
    let queue = try queue()
    try take("m1", queue)
    try setFull(true, queue)
    try take("m2", queue)
    let other = try OutsideQueue(forgettingIn: path)
    _ = try other.forget(before: .max, withWaiting: true)
    try setFull(false, queue)
    #expect(!queue.store.tryDisk())
    #expect(!queue.isInPlace)
  }

  @Test func `stays on the disk in a process that only reads`() throws {
    try take("m1", try queue())
    let reader = try OutsideQueue(path: path)
    try setFull(true, reader)
    #expect(throws: (any Error).self) { try take("m2", reader) }
    #expect(!reader.isInMemory)
  }
}

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
    try queue.take(nil, [message(id)], for: ["a"], coolDown: .zero, at: Clock.now)
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

import Foundation
import TestSupport
import Testing
@testable import Logbook

@Suite struct `The lock of a logbook` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func take(_ path: String) throws -> LogbookLock { try #require(try LogbookLock.acquire(for: path)) }

  @Test func `is had by one, and the other is told the file and the process`() throws {
    let lock = try take(path)
    let mine = ProcessInfo.processInfo.processIdentifier
    #expect(throws: LogbookError.inUse(path: path, process: mine)) { try LogbookLock.acquire(for: path) }
    let text = LogbookError.inUse(path: path, process: mine).message
    #expect(text.hasPrefix("\(path): another lapwing (process \(mine)) writes this logbook; stop it, or"))
    #expect(lock.isInPlace)
  }

  @Test func `is free again once it is given back, whatever its file says`() throws {
    var lock: LogbookLock? = try take(path)
    #expect(lock?.isInPlace == true)
    lock = nil
    #expect(FileManager.default.fileExists(atPath: path + ".lock"))
    // As of a process that was killed, and whose number another one has now.
    try "1\n".write(toFile: path + ".lock", atomically: false, encoding: .utf8)
    #expect(try take(path).isInPlace)
  }

  @Test func `names no process where its file names none`() throws {
    let lock = try take(path)
    try Data().write(to: URL(fileURLWithPath: path + ".lock"))
    #expect(throws: LogbookError.inUse(path: path, process: nil)) { try LogbookLock.acquire(for: path) }
    #expect(lock.isInPlace)
  }

  @Test func `stays when the logbook is set aside, deleted or begun again`() throws {
    let lock = try take(path)
    let first = try Logbook(path: path)
    first.close()
    _ = try Logbook.setAside(path, stamp: "2026-11-24-220000")
    #expect(lock.isInPlace)
    let second = try Logbook(path: path)
    #expect(lock.isInPlace)
    second.close()
    #expect(throws: LogbookError.self) { try LogbookLock.acquire(for: path) }
  }

  @Test func `is one for all names of a logbook, also before it is there`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file("link.db"), withDestinationPath: "lapwing.db")
    let lock = try take(folder.file("link.db"))
    #expect(throws: LogbookError.self) { try LogbookLock.acquire(for: path) }
    _ = try folder.write("", to: "lapwing.db")
    #expect(lock.isInPlace)
    #expect(throws: LogbookError.self) { try LogbookLock.acquire(for: path) }
  }

  @Test func `is known to be lost when its file is deleted`() throws {
    let lock = try take(path)
    try FileManager.default.removeItem(atPath: path + ".lock")
    #expect(!lock.isInPlace)
    let other = try take(path)
    #expect(other.isInPlace && !lock.isInPlace)
  }

  @Test func `keeps nobody from a logbook whose folder is missing, or where no file can be made`() throws {
    #expect(try LogbookLock.acquire(for: folder.file("missing/lapwing.db")) == nil)
    try FileManager.default.createDirectory(atPath: path + ".lock", withIntermediateDirectories: false)
    #expect(try LogbookLock.acquire(for: path) == nil)
  }

  @Test func `is of one logbook, not of its folder`() throws {
    let lock = try take(path)
    let other = try take(folder.file("other.db"))
    #expect(lock.isInPlace && other.isInPlace)
  }
}

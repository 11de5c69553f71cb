import Alarms
import Engine
import Foundation
import Logbook
import Monitor
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The keeper of a logbook that another box may want too` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let health = LogbookHealth()
  private var path: String { folder.file("disk/lapwing.db") }

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 64)
  }

  private func keeper() -> LogbookWriter {
    LogbookWriter(
      .init(
        path: path, settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false), inward: inward,
        health: health, clock: MonotonicClock(), startedAtUnixMilliseconds: 1_800_000_000_000,
        date: { 1_800_000_000_000 }, refusedReadings: { 0 }))
  }

  @Test func `locks it also where its folder had to be made`() throws {
    #expect(try LogbookLock.acquire(for: path) == nil, "there is no folder at the start")
    let keeper = keeper()
    #expect(health.fault == nil)
    #expect(throws: LogbookError.self) { try LogbookLock.acquire(for: path) }
    keeper.finish()
    #expect(try LogbookLock.acquire(for: path) != nil)
  }

  @Test func `goes on, and says who writes it, where another box was there before its disk`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("disk"), withIntermediateDirectories: false)
    let other = try #require(try LogbookLock.acquire(for: path))
    let keeper = keeper()
    keeper.receive([])
    #expect(health.fault?.code == "logbook-in-use")
    #expect(isToldOfFault)
    #expect(!FileManager.default.fileExists(atPath: path), "what is another box's is not touched")
    #expect(other.isInPlace)
  }

  @Test func `takes the lock again when somebody has deleted its file`() throws {
    let keeper = keeper()
    try FileManager.default.removeItem(atPath: path + ".lock")
    keeper.receive([])
    #expect(health.fault == nil)
    #expect(throws: LogbookError.self) { try LogbookLock.acquire(for: path) }
  }

  @Test func `writes no more when another box has the lock by now`() throws {
    let keeper = keeper()
    try FileManager.default.removeItem(atPath: path + ".lock")
    let other = try #require(try LogbookLock.acquire(for: path))
    keeper.receive([])
    #expect(health.fault?.code == "logbook-in-use")
    #expect(isToldOfFault && other.isInPlace)
  }

  private var isToldOfFault: Bool {
    var isReported = false
    while let record = inward.pop() {
      if case .event(.fault(.diskFull)) = record { isReported = true }
    }
    return isReported
  }
}

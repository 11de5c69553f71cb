import Alarms
import Foundation
@testable import Logbook
import Readings
import TestSupport
import Testing

/// A restart must know when an alarm ended, since its rule counts again from there.
@Suite struct `The end of an alarm in the logbook` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: 1_000)])
  }

  private func alarm(
    _ presence: Presence, at: Int64, _ condition: ConditionID = .heartRateHigh, isTest: Bool = false
  ) -> LogEntry {
    .alarm(
      AlarmTransition(
        sequence: UInt64(at), condition: condition, sensor: SensorIndex(0), priority: .high, isTechnical: false,
        presence: presence, isOnset: presence == .on, activation: .on, isTest: isTest, limit: 130, value: 150),
      at: at, sensor: strap)
  }

  private func ends() throws -> [String] {
    try logbook.lastRun(now: 100_000).ends.map { "\($0.condition) \($0.at)" }.sorted()
  }

  @Test func `is when it was first not on any more`() throws {
    try logbook.append([
      alarm(.on, at: 2_000), alarm(.latched, at: 3_000), alarm(.latched, at: 4_000), alarm(.off, at: 5_000),
    ])
    #expect(try ends() == ["heart-rate-high 3000"])
  }

  @Test func `is forgotten while it is on again`() throws {
    try logbook.append([alarm(.on, at: 2_000), alarm(.off, at: 3_000), alarm(.on, at: 4_000)])
    #expect(try ends() == [])
    try logbook.append([alarm(.off, at: 6_000)])
    #expect(try ends() == ["heart-rate-high 6000"])
  }

  @Test func `is known also in a later run, which logs a latched alarm once more`() throws {
    try logbook.append([alarm(.on, at: 2_000), alarm(.latched, at: 3_000), .runStarted(at: 9_000)])
    try logbook.append([alarm(.latched, at: 9_000)])
    #expect(try ends() == ["heart-rate-high 3000"])
  }

  @Test func `is of each condition by itself, and not of a test`() throws {
    try logbook.append([
      alarm(.on, at: 2_000, .noPulse), alarm(.off, at: 3_000), alarm(.off, at: 4_000, .co2High, isTest: true),
    ])
    #expect(try ends() == ["heart-rate-high 3000"])
  }
}

import Alarms
@testable import Appliance
import Control
import Engine
import Foundation
import Monitor
import Readings
import Settings
import Status
import System
import TestSupport
import Testing

@Suite struct `What the next start compares itself with` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private var path: String { folder.file("lapwing.yaml") }
  private var record: LimitsRecord { LimitsRecord(besideLogbook: folder.file("lapwing.db")) }

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing<LoopInput>(capacity: 16)
  }

  private func configuration(limit: Int) throws -> Configuration {
    _ = try folder.write("profile: bedside\nalarms: {heart-rate-high: {limit: \(limit)}}\n", to: "lapwing.yaml")
    var configuration = try Configuration(path: path, own: nil)
    configuration.weakened = record.weakened(in: configuration)
    return configuration
  }

  private func keeper(_ settings: SettingsInForce) -> SettingsKeeper {
    SettingsKeeper(settings, record: record, inward: inward, clock: MonotonicClock())
  }

  private func alarm(_ presence: Presence) -> TimedOutput {
    TimedOutput(
      instant: .start,
      record: .action(
        .alarm(
          AlarmTransition(
            sequence: 1, condition: .settingsFault, sensor: nil, priority: .low, isTechnical: true,
            presence: presence, isOnset: presence == .on, activation: .off, limit: nil, value: nil))))
  }

  /// A box starts with this limit, and runs on.
  private func start(limit: Int) throws -> (settings: SettingsInForce, keeper: SettingsKeeper, weakened: [String]) {
    let configuration = try configuration(limit: limit)
    let settings = SettingsInForce(configuration), keeper = keeper(settings)
    keeper.receive([])
    return (settings, keeper, configuration.weakened)
  }

  @Test func `is what was in force, and the files as they were`() throws {
    #expect(try start(limit: 110).weakened == [])
    _ = try folder.write("", to: "lapwing.yaml")
    let found = try Configuration.atStart(path: path, own: nil, profile: nil)
    #expect(found.conditions[.heartRateHigh].limit == 110)
    #expect(!found.fileFaults.isEmpty)
  }

  @Test func `stays so until somebody has acknowledged that it is weaker now`() throws {
    _ = try start(limit: 110)
    #expect(try start(limit: 130).weakened.count == 1)
    let second = try start(limit: 130)
    #expect(second.weakened.count == 1)
    second.keeper.receive([alarm(.on)])
    #expect(try start(limit: 130).weakened.count == 1)
    second.keeper.receive([alarm(.off)])
    #expect(try start(limit: 130).weakened == [])
  }

  @Test func `is what somebody sets while the box runs`() throws {
    let box = try start(limit: 110)
    box.settings.configuration = try configuration(limit: 130)
    box.keeper.receive([])
    #expect(try start(limit: 130).weakened == [])
  }

  @Test func `is what somebody has set when they order a start`() throws {
    let box = try start(limit: 110)
    box.settings.next = try configuration(limit: 130)
    box.keeper.finish()
    #expect(try start(limit: 130).weakened == [])
  }

  @Test func `is compared by the doctor of a running box with the files of now, not of its start`() throws {
    func read(_ limit: Int) throws -> Configuration {
      let text = "logbook: {path: \(folder.file("lapwing.db"))}\nalarms: {heart-rate-high: {limit: \(limit)}}\n"
      return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), own: nil)
    }
    let start = try read(120), now = try read(110)
    try record.write(WatchedLimits(now))
    #expect(Doctor.settings(start, now).isGood)
    #expect(!Doctor.settings(now, try read(115)).isGood)
  }

  @Test func `is what a command sets`() throws {
    _ = try start(limit: 110)
    let before = try configuration(limit: 110)
    record.accept(try configuration(limit: 130), instead: before)
    #expect(try start(limit: 130).weakened == [])
    // What was set for the next start and taken back with an editor has never run.
    record.accept(try configuration(limit: 100), instead: try configuration(limit: 130))
    record.accept(try configuration(limit: 90), instead: try configuration(limit: 100))
    #expect(try record.weakened(in: configuration(limit: 90)) == [])
    #expect(try record.weakened(in: configuration(limit: 130)) == [])
    #expect(try record.weakened(in: configuration(limit: 135)).count == 1)
    // But not with what was lost before.
    let lost = try configuration(limit: 140)
    record.accept(try configuration(limit: 150), instead: lost)
    #expect(try start(limit: 150).weakened.count == 1)
  }
}

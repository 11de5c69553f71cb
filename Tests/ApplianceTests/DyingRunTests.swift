import Alarms
import Engine
import Foundation
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

/// A run that ends at any instant has forgotten no alarm.
extension `A logbook that is lost or damaged` {
  private var other: SensorRegistry.Sensor { SensorRegistry.Sensor(address: .otherAranet4, model: .heartRateService) }
  private var otherPlace: SensorIndex { SensorIndex(1) }
  private var otherAlarm: LoopOutput {
    .action(
      .alarm(
        AlarmTransition(
          sequence: 1, condition: .noData, sensor: otherPlace, priority: .medium, isTechnical: true, presence: .on,
          isOnset: true, activation: .on, limit: nil, value: nil, family: .technical)))
  }
  private var both: Set<String> { Set(sounding + ["no-data at \(other.address)"]) }

  private func runThatAlarms() {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    let all = [at(0, .recalled(isFromLog: true))] + beginning
    first.receive(all)
    snapshots.receive(all)
    _ = reported()
  }

  private func loseLogbook() {
    for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
  }

  @Test func `dead before it took up what the run before left: all is there after it`() {
    runThatAlarms()
    // Its logbook hangs, and an alarm of its own comes first.
    snapshotWriter(RunDate(start: noon + 60_000)).receive([at(1, .sensor(otherPlace, other)), at(2, otherAlarm)])
    _ = keeper(startedAt: 120)
    #expect(Set(reported().alarms) == both)
  }

  @Test func `dead before it took up what the run before left, and the log lost too: all is there after it`() {
    runThatAlarms()
    snapshotWriter(RunDate(start: noon + 60_000)).receive([at(1, .sensor(otherPlace, other)), at(2, otherAlarm)])
    loseLogbook()
    _ = keeper(startedAt: 120)
    #expect(Set(reported().alarms) == both)
  }

  @Test func `dead before an alarm that only the log knows was taken up: it is there after it`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    _ = reported()
    snapshotWriter(RunDate(start: noon + 60_000)).receive([at(1, .sensor(otherPlace, other)), at(2, otherAlarm)])
    _ = keeper(startedAt: 120)
    #expect(Set(reported().alarms) == both)
  }

  @Test
  func `dead with an early alarm of its own, unanswered by the loop: the log knows the earlier one`() {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    _ = reported()
    keeper(startedAt: 60).receive([at(1, .sensor(otherPlace, other)), at(2, otherAlarm)])
    _ = reported()
    _ = keeper(startedAt: 120)
    #expect(reported().alarms.contains(sounding[0]))
  }

  @Test func `what the loop has answered takes the place of what the run before left`() {
    runThatAlarms()
    snapshotWriter(RunDate(start: noon + 60_000)).receive([at(1, .recalled(isFromLog: true))])
    loseLogbook()
    _ = keeper(startedAt: 120)
    #expect(reported().alarms == [])
  }

  @Test func `a logbook that opens only later adds what the file beside it did not know`() throws {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date)
    first.receive(beginning)
    first.finish()
    // The file beside it is of an earlier run, and knows another alarm.
    snapshotWriter(RunDate(start: noon - 60_000)).receive([at(1, .sensor(otherPlace, other)), at(2, otherAlarm)])
    let hidden = path + ".hidden"
    try FileManager.default.moveItem(atPath: path, toPath: hidden)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = reported()
    let second = keeper(startedAt: 60)
    #expect(reported().alarms == ["no-data at \(other.address)"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: hidden, toPath: path)
    second.finish()
    #expect(reported().alarms == sounding)
  }

  @Test(arguments: [nil, "lapwing open alarms 1 00000000\n{}"])
  func `a file beside it that is deleted or damaged is written again`(content: String?) throws {
    let snapshots = snapshotWriter(RunDate(start: noon))
    snapshots.receive([at(0, .recalled(isFromLog: true))] + beginning)
    let file = folder.file("lapwing-alarms.json")
    if let content {
      _ = try folder.write(content, to: "lapwing-alarms.json")
    } else {
      try FileManager.default.removeItem(atPath: file)
    }
    snapshots.receive([])
    _ = keeper(startedAt: 60)
    #expect(reported().alarms == sounding)
  }

  @Test func `the file beside it knows for how long nobody has answered`() throws {
    let snapshots = snapshotWriter(RunDate(start: noon))
    snapshots.receive([at(0, .recalled(isFromLog: true))] + beginning)
    snapshots.receive([at(50, reading)])
    guard case .sound(let found) = RestartSnapshotFile(besideLogbook: path).read() else {
      Issue.record("no file")
      return
    }
    let open = try #require(found.openAlarms(now: noon + 60_000).first)
    #expect(open.alarm.unanswered >= .seconds(47))
    #expect(open.alarm.unanswered < .seconds(57))
  }

  @Test func `dead between setting a damaged logbook aside and beginning another: it is salvaged all the same`() throws
  {
    let first = keeper(startedAt: 0)
    first.receive(beginning + (4...600).map { at(Double($0), reading) })
    first.finish()
    _ = reported()
    _ = try Logbook.setAside(path, stamp: "2026-11-23-221000") { name in
      try? Data(name.utf8).write(to: URL(fileURLWithPath: folder.file("lapwing-damaged.txt")))
    }
    let second = keeper(startedAt: 660)
    #expect(reported().alarms == sounding)
    for _ in 0..<5 { second.receive([]) }
    #expect(try count("SELECT count(*) FROM reading") == 598)
    #expect(try count("SELECT count(*) FROM damage WHERE report IS NOT NULL") == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("lapwing-damaged.txt")))
  }

  @Test func `a log that is younger than the alarm: what its sensor is stands in the file beside it`() {
    let date = RunDate(start: noon)
    let first = keeper(startedAt: 0, date: date), snapshots = snapshotWriter(date)
    // Nothing of it was received since the log was lost.
    let all = [at(0, .recalled(isFromLog: true)), at(1, .sensor(place, strap)), at(3, alarm(1, .on))]
    first.receive(all)
    snapshots.receive(all)
    _ = reported()
    _ = keeper(startedAt: 60)
    var models: [SensorModel] = []
    while let record = inward.pop() {
      if case .earlierRun(.alarm(_, let sensor)) = record { models.append(sensor.model) }
    }
    #expect(models == [strap.model])
  }

  @Test func `told to be set aside and dead before it was: the logbook goes on`() throws {
    let first = keeper(startedAt: 0)
    first.receive(beginning)
    first.finish()
    _ = reported()
    _ = try folder.write("\(folder.file("lapwing-2026-11-23-221000.damaged.db"))", to: "lapwing-damaged.txt")
    _ = keeper(startedAt: 60)
    #expect(reported().alarms == sounding)
    #expect(try count("SELECT count(*) FROM damage") == 0)
  }

  @Test func `the note of a lost logbook names the alarms that go on`() {
    runThatAlarms()
    loseLogbook()
    _ = keeper(startedAt: 60)
    #expect(reported().notes.contains { $0.contains("alarms: heart-rate-high") })
  }
}

import Alarms
import Engine
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The keeper of the logbook, of a strap that takes the place of another one,` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let old = SensorRegistry.Sensor(address: DeviceAddress(value: 0xC0FF_EE00_0002), model: .heartRateService)
  private let new = SensorRegistry.Sensor(address: DeviceAddress(value: 0xC0FF_EE00_0003), model: .heartRateService)
  private let place = SensorIndex(0)

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 64)
  }

  private func keeper(startedAt minute: Int64) -> LogbookWriter {
    let start = 1_800_000_000_000 + minute * 60_000
    return LogbookWriter(
      .init(
        path: folder.file("lapwing.db"),
        settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false), inward: inward,
        health: LogbookHealth(), clock: MonotonicClock(), startedAtUnixMilliseconds: start, date: { start },
        refusedReadings: { 0 }))
  }

  private func alarm(_ sequence: UInt64, _ presence: Presence) -> LoopOutput {
    .action(
      .alarm(
        AlarmTransition(
          sequence: sequence, condition: .heartRateHigh, sensor: place, priority: .high, isTechnical: false,
          presence: presence, isOnset: presence == .on, activation: .on, limit: 130, value: 150, family: .heart)))
  }

  private func reading(_ index: SensorIndex) -> LoopOutput {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 150
    return .reading(reading, from: index)
  }

  /// What the next start gets of the alarms, as "address presence".
  private func resumed(after records: [LoopOutput]) -> [String] {
    let first = keeper(startedAt: 0)
    for (second, record) in records.enumerated() {
      first.receive([TimedOutput(instant: .at(Double(second)), record: record)])
    }
    first.finish()
    while inward.pop() != nil {}
    let next = keeper(startedAt: 1)
    defer { next.finish() }
    var found: [String] = []
    while let record = inward.pop() {
      if case .earlierRun(.alarm(let alarm, let sensor)) = record {
        found.append("\(sensor.address) \(alarm.isLatched ? "latched" : "on")")
      }
    }
    return found
  }

  @Test(arguments: [Presence.on, .latched])
  func `goes on with its alarm after a restart`(presence: Presence) {
    let begin = [LoopOutput.sensor(place, old), reading(place), alarm(1, presence), .sensor(place, new)]
    let text = "\(new.address) \(presence == .on ? "on" : "latched")"
    #expect(resumed(after: begin + [reading(place)]) == [text])
  }

  @Test func `goes on with it also where that one has not been received yet`() {
    #expect(
      resumed(after: [.sensor(place, old), reading(place), alarm(1, .on), .sensor(place, new)]) == ["\(new.address) on"]
    )
  }

  @Test func `has nothing left to go on with once the alarm has ended there`() {
    let begin = [LoopOutput.sensor(place, old), reading(place), alarm(1, .on), .sensor(place, new)]
    #expect(resumed(after: begin + [reading(place), alarm(2, .off)]) == [])
  }

  @Test func `hands nothing on from a place that was left`() {
    let begin = [LoopOutput.sensor(place, old), reading(place), alarm(1, .on), .left(place)]
    #expect(resumed(after: begin + [.sensor(place, new), reading(place)]) == ["\(old.address) on"])
  }
}

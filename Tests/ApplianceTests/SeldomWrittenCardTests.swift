import Alarms
import Engine
import Foundation
import GRDB
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `A card that is written seldom` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let strap = SensorRegistry.Sensor(address: DeviceAddress(value: 2), model: .heartRateService)
  private let noon: Int64 = 1_800_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 1024)
  }

  private func writer(
    readingsWait: Duration = .seconds(3600), date: @escaping () -> Int64 = { 1_800_000_000_000 }
  ) -> LogbookWriter {
    LogbookWriter(
      .init(
        path: folder.file("lapwing.db"), takeLock: { _ in nil },
        settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false), inward: inward,
        health: LogbookHealth(), clock: MonotonicClock(), startedAtUnixMilliseconds: noon, date: date,
        readingsWait: readingsWait, sealInterval: .zero, refusedReadings: { 0 }))
  }

  private func heartRate(at seconds: Double) -> [TimedOutput] {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 60 + seconds.truncatingRemainder(dividingBy: 7)
    return [
      TimedOutput(instant: .start, record: .sensor(SensorIndex(0), strap)),
      TimedOutput(instant: .at(seconds), record: .reading(reading, from: SensorIndex(0))),
    ]
  }

  private func alarm(_ sequence: UInt64, at seconds: Double) -> TimedOutput {
    TimedOutput(
      instant: .at(seconds),
      record: .action(
        .alarm(
          AlarmTransition(
            sequence: sequence, condition: .heartRateHigh, sensor: SensorIndex(0), priority: .high, isTechnical: false,
            presence: .on, isOnset: true, activation: .on, limit: 100, value: 131))))
  }

  private func count(_ table: String) throws -> Int {
    try DatabaseQueue(path: folder.file("lapwing.db")).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
  }

  private var committed: UInt64? {
    var latest: UInt64?
    while let input = inward.pop() { if case .committed(let sequence) = input { latest = sequence } }
    return latest
  }

  @Test func `gets readings together, and an alarm at once with the readings before it`() throws {
    let writer = writer()
    writer.receive(heartRate(at: 1))
    writer.receive(heartRate(at: 2))
    writer.receive(heartRate(at: 3))
    #expect(try count("reading") == 1, "the first of a sensor, which a restart then expects")
    writer.receive([alarm(1, at: 4)])
    #expect(committed == 1)
    #expect(try count("reading") == 3)
    #expect(try count("alarm") == 1)
  }

  @Test func `gets readings when they have waited, and at the end`() throws {
    let writer = writer(readingsWait: .zero)
    writer.receive(heartRate(at: 1))
    #expect(try count("reading") == 1)
    let other = self.writer()
    other.receive(heartRate(at: 2))
    other.finish()
    #expect(try count("reading") == 2)
  }

  @Test func `never says of an alarm that it is committed before it is`() throws {
    let writer = writer()
    writer.receive([alarm(1, at: 1)])
    writer.receive(heartRate(at: 2))
    #expect(committed == 1, "readings that wait do not take it back")
  }

  @Test func `holds the hours that are over as blocks`() throws {
    var now = noon
    let writer = writer(readingsWait: .zero, date: { now })
    for second in 0..<100 { writer.receive(heartRate(at: Double(second) * 60)) }
    #expect(try count("block") == 0)
    now = noon + 30 * 3_600_000
    for _ in 0..<20 { writer.receive([]) }
    #expect(try count("reading") == 0)
    #expect(try count("block") == 2)
  }
}

import Alarms
import Engine
import GRDB
import Logbook
import Monitor
import Readings
import SensorProtocols
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The keeper of the logbook, of a sensor that was not received,` {
  private let folder: TemporaryFolder
  private let inward: BoundedRing<LoopInput>
  private let aranet = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
  private let noon: Int64 = 1_800_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    inward = try BoundedRing(capacity: 64)
  }

  /// Without a lock: a process that is killed gives it back, and here two runs share one.
  /// - Parameter minute: when it starts, in minutes after noon.
  private func keeper(startedAt minute: Int64, recorders: Set<DeviceAddress> = [.sampleAranet4]) -> LogbookWriter {
    let start = noon + minute * 60_000
    return LogbookWriter(
      .init(
        path: folder.file("lapwing.db"), takeLock: { _ in nil },
        settings: MonitorSettings(profile: .cabin, latchesSound: false, gradesAir: false), inward: inward,
        health: LogbookHealth(), clock: MonotonicClock(), startedAtUnixMilliseconds: start, date: { start },
        records: HistoryGapFinder(recorders: recorders), readingsWait: .zero, refusedReadings: { 0 }))
  }

  private func received(at seconds: Double, counter: UInt32) -> [TimedOutput] {
    let reading = Reading.aranet4(intervalSeconds: 60, counter: counter)
    return [
      TimedOutput(instant: .start, record: .sensor(SensorIndex(0), aranet)),
      TimedOutput(instant: .at(seconds), record: .reading(reading, from: SensorIndex(0))),
    ]
  }

  private var wishes: [HistoryRequest] {
    var wishes: [HistoryRequest] = []
    while let record = inward.pop() { if case .fetch(let wish) = record { wishes.append(wish) } }
    return wishes
  }

  @Test func `has the radio fill the time since the last run, and goes on with that after a restart`() throws {
    var keeper = keeper(startedAt: 0)
    keeper.receive(received(at: 10, counter: 1))
    keeper.finish()
    #expect(wishes.isEmpty, "nothing is missing before the first run")

    keeper = self.keeper(startedAt: 60)
    keeper.receive(received(at: 10, counter: 2))
    let wish = try #require(wishes.first)
    #expect(wish.gap.from == noon + 10_000)
    #expect(wish.gap.to == noon + 3_610_000)
    #expect(wish.date(of: .at(10)) == (noon + 3_610_000) / 1000)
    // A piece comes, and then the power fails.
    let row = AranetDownload.Row(unixSeconds: noon / 1000 + 1200, measurements: Measurements())
    keeper.receive([
      TimedOutput(instant: .at(40), record: .record(HistoryChunk(gap: wish.gap, rows: [row], isLast: false)))
    ])

    keeper = self.keeper(startedAt: 62)
    let rest = try #require(wishes.first)
    #expect(rest.gap.from == noon + 1_200_000)
    #expect(rest.gap.to == wish.gap.to)
    keeper.receive([TimedOutput(instant: .at(40), record: .record(HistoryChunk(gap: rest.gap, rows: [], isLast: true)))]
    )
    keeper.finish()
    #expect(wishes.isEmpty)

    keeper = self.keeper(startedAt: 63)
    #expect(wishes.isEmpty, "it is filled")
    keeper.finish()
  }

  @Test func `asks for nothing where that is switched off, or the sensor is not paired`() {
    var keeper = keeper(startedAt: 0, recorders: [])
    keeper.receive(received(at: 10, counter: 1))
    keeper.finish()
    keeper = self.keeper(startedAt: 60, recorders: [])
    keeper.receive(received(at: 10, counter: 2))
    keeper.finish()
    #expect(wishes.isEmpty)
  }

  @Test func `marks what it cannot measure`() throws {
    let keeper = keeper(startedAt: 0)
    let strap = SensorRegistry.Sensor(address: .otherAranet4, model: .heartRateService)
    var odd = Reading(model: .heartRateService)
    odd.measurements[.heartRateBeatsPerMinute] = 65_535
    var good = odd
    good.measurements[.heartRateBeatsPerMinute] = 72
    keeper.receive([
      TimedOutput(instant: .start, record: .sensor(SensorIndex(1), strap)),
      TimedOutput(instant: .at(1), record: .reading(good, from: SensorIndex(1))),
      TimedOutput(instant: .at(2), record: .reading(odd, from: SensorIndex(1))),
    ])
    let marks = try DatabaseQueue(path: folder.file("lapwing.db")).read {
      try Row.fetchAll($0, sql: "SELECT implausible FROM reading ORDER BY id").map { $0[0] as String? }
    }
    #expect(marks == [nil, "heart_rate_bpm"])
    keeper.finish()
  }
}

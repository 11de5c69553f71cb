import Alarms
import Engine
import Logbook
import Monitor
import Readings
import SensorProtocols
import Sessions
import Synchronization
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `An hour that a running box adds up` {
  private let folder: TemporaryFolder
  private let strap = SensorRegistry.Sensor(address: DeviceAddress(value: 2), model: .heartRateService)
  private static let hour: Int64 = 3_600_000
  private let noon: Int64 = 500_000 * Self.hour

  init() throws { folder = try TemporaryFolder() }

  @Test func `is compared with the limits of then, and not with those of the start`() throws {
    let high = Mutex(100.0), now = Mutex(noon)
    let keeper = LogbookWriter(
      .init(
        path: folder.file("lapwing.db"), takeLock: { _ in nil },
        settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false),
        figureLimits: {
          SensorLimits([.heartRateBeatsPerMinute: ValueLimits(low: 40, high: high.withLock { $0 })])
        },
        inward: try BoundedRing(capacity: 1024), health: LogbookHealth(), clock: MonotonicClock(),
        startedAtUnixMilliseconds: noon, date: { now.withLock { $0 } }, readingsWait: .zero, sealInterval: .zero,
        refusedReadings: { 0 }))
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = 90
    keeper.receive([TimedOutput(instant: .start, record: .sensor(SensorIndex(0), strap))])
    keeper.receive(
      (0..<600).map { TimedOutput(instant: .at(Double($0)), record: .reading(reading, from: SensorIndex(0))) })
    // A reload lowers the limit.
    high.withLock { $0 = 80 }
    now.withLock { $0 = noon + 10 * Self.hour }
    for _ in 0..<10 { keeper.receive([]) }
    let reader = try LogbookReader(path: folder.file("lapwing.db"))
    let trend = try reader.trend(of: .heartRateBeatsPerMinute, edges: [noon, noon + Self.hour], limits: [:])
    let figure = try #require(trend.first?.figures.first)
    #expect(figure.above > 0 && figure.within == 0)
  }
}

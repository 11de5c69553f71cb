import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `The sensors of the last run` {
  private let logbook: Logbook
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
  }

  private func heard(_ model: SensorModel, _ address: String, at milliseconds: Int64) -> LogEntry {
    var reading = Reading(model: model)
    reading.measurements[.temperatureCelsius] = 21
    return .reading(reading, of: model.name, from: DeviceAddress(address) ?? DeviceAddress(value: 0), at: milliseconds)
  }

  @Test func `are those that were received until it ended, and no others`() throws {
    try logbook.append([
      .runStarted(at: 0), heard(.aranet4, "C0:FF:EE:00:00:01", at: 1_000),
      heard(.heartRateService, "C0:FF:EE:00:00:02", at: 1_000), heard(.aranet4, "C0:FF:EE:00:00:01", at: 900_000),
    ])
    let sensors = try logbook.lastRun(now: 1_000_000).sensors
    #expect(sensors.map(\.address.description) == ["C0:FF:EE:00:00:01"])
    #expect(sensors.map(\.model) == [SensorModel.aranet4.name])
  }

  @Test func `are expected for some hours, also by the run after one that received nothing`() throws {
    try logbook.append([.runStarted(at: 0), heard(.aranet4, "C0:FF:EE:00:00:01", at: 1_000), .runStarted(at: 2_000)])
    #expect(try logbook.lastRun(now: 3_000).sensors.count == 1)
    #expect(try logbook.lastRun(now: 7 * 3_600_000).sensors.isEmpty)
  }

  @Test func `are not those of a recording`() throws {
    try logbook.append([
      .runStarted(at: 0), heard(.aranet4, "C0:FF:EE:00:00:01", at: 1_000), .runEnded(at: 2_000, isFinished: true),
    ])
    #expect(try logbook.lastRun(now: 3_000).sensors.isEmpty)
  }

  @Test func `are expected also where the clock has gone back since`() throws {
    try logbook.append([.runStarted(at: 0), heard(.aranet4, "C0:FF:EE:00:00:01", at: 10_000_000)])
    #expect(try logbook.lastRun(now: 5).sensors.count == 1)
  }
}

import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A gap in the logbook` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private var path: String { folder.file("lapwing.db") }
  private let gap = HistoryGap(
    address: .sampleAranet4, model: SensorModel.aranet4.name, from: 1_000_000, to: 4_000_000)

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
  }

  private func co2(_ value: Double) -> Measurements {
    var measurements = Measurements()
    measurements[.co2PartsPerMillion] = value
    return measurements
  }

  private func heard(_ co2: Double, age: UInt16 = 0, at time: Int64) -> LogEntry {
    .reading(.aranet4(co2: co2, ageSeconds: age), of: SensorModel.aranet4.name, from: .sampleAranet4, at: time)
  }

  @Test func `is filled with rows that are marked, and begins behind the last of them`() throws {
    try logbook.append([
      .runStarted(at: 0), .sessionStarted(at: 3_500_000, profile: "cabin"), .gapFound(gap),
      .past(co2(500), in: gap, at: 1_300_000), .past(Measurements(), in: gap, at: 1_600_000),
      .past(co2(520), in: gap, at: 3_700_000),
    ])
    let rows = try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: "SELECT * FROM reading ORDER BY id") }
    #expect(rows.map { $0["at_ms"] as Int64 } == [1_300_000, 1_600_000, 3_700_000])
    #expect(rows.map { $0["co2_ppm"] as Double? } == [500, nil, 520])
    #expect(rows.allSatisfy { $0["history"] as Bool })
    #expect(rows.map { $0["session_id"] as Int64? } == [nil, nil, 1], "only what lies in the session is of it")
    #expect(try logbook.gaps().map(\.from) == [3_700_000])
    try logbook.append([.gapClosed(gap)])
    #expect(try logbook.gaps().isEmpty)
  }

  @Test func `is still known after the death of the process`() throws {
    try logbook.append([.gapFound(gap)])
    #expect(try Logbook(path: path).gaps() == [gap])
  }

  @Test func `of a sensor that never gives its record goes when there are many newer ones`() throws {
    let other = HistoryGap(address: .otherAranet4, model: gap.model, from: 5, to: 6)
    let gaps = (0..<150).map {
      HistoryGap(address: gap.address, model: gap.model, from: 10 * $0 + 10, to: 10 * $0 + 15)
    }
    try logbook.append(([other] + gaps).map { .gapFound($0) })
    #expect(try logbook.gaps() == [other] + gaps.suffix(Logbook.mostGaps))
  }

  @Test func `begins at the latest measurement, which is older than its row`() throws {
    try logbook.append([heard(500, age: 50, at: 100_000), heard(510, age: 10, at: 200_000)])
    let latest = try logbook.latestMeasurements(of: [.sampleAranet4, .otherAranet4])
    #expect(latest.map(\.at) == [190_000])
    #expect(latest.map(\.sensor.address) == [.sampleAranet4])
    #expect(latest.map(\.sensor.model) == [SensorModel.aranet4.name])
    #expect(try logbook.latestMeasurements(of: [.otherAranet4]).isEmpty)
  }

  @Test func `makes no sensor one that was received`() throws {
    try logbook.append([.runStarted(at: 0), .gapFound(gap), .past(co2(500), in: gap, at: 1_300_000)])
    let last = try logbook.lastRun(now: 1_400_000)
    #expect(last.sensors.isEmpty)
    #expect(last.readings.isEmpty, "a restart alarms for nothing that was fetched")
  }

  @Test func `with a time that cannot be, in a damaged file, is none`() throws {
    try logbook.append([.gapFound(gap), heard(500, at: 100_000), heard(510, at: 200_000)])
    for time in [Int64.min, -1, .max] {
      try DatabaseQueue(path: path).write { db in
        try db.execute(sql: "UPDATE hole SET from_ms = ?", arguments: [time])
        try db.execute(sql: "UPDATE wide_reading SET at_ms = ? WHERE co2_ppm = 510", arguments: [time])
      }
      #expect(try logbook.gaps().isEmpty)
      #expect(try logbook.latestMeasurements(of: [.sampleAranet4]).map(\.at) == [100_000])
    }
  }
}

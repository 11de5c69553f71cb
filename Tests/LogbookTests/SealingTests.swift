import Alarms
import Foundation
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `An hour that is over` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let air = DeviceAddress(value: 0xC2DB_C0DC_E455)
  private let hour: Int64 = 3_600_000
  /// The beginning of an hour.
  private let start: Int64 = 1_699_999_200_000

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
  }

  private func beats(from: Int64, seconds: Int) -> [LogEntry] {
    (0..<seconds).map { second in
      var reading = Reading(model: .heartRateService)
      reading.measurements[.heartRateBeatsPerMinute] = Double(60 + second % 7)
      reading.contact = .detected
      reading.rrIntervals.append(ticks: UInt16(1000 + second % 50))
      return .reading(reading, of: "Polar H10", from: strap, at: from + Int64(second) * 1000)
    }
  }

  private func co2(at: Int64, _ value: Double, age: UInt16 = 0) -> LogEntry {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.co2PartsPerMillion] = value
    reading.ageSeconds = age
    return .reading(reading, of: "Aranet4", from: air, at: at)
  }

  /// Seals all that can be sealed.
  private func seal(now: Int64) throws {
    while let hour = try logbook.unsealedHour(now: now) { try logbook.seal(hour) }
  }

  private func blocks() throws -> [SealedBlock] {
    try logbook.read { try Row.fetchAll($0, sql: "SELECT data FROM block ORDER BY id") }
      .map { row in try SealedBlock(try #require(row.checked("data") as Data?)) }
  }

  private func rows() throws -> Int {
    try logbook.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reading") ?? 0 }
  }

  @Test func `becomes one block for each sensor, with all that its rows held`() throws {
    try logbook.append([.runStarted(at: start)])
    try logbook.append(beats(from: start, seconds: 3600) + [co2(at: start + 70_000, 612, age: 10)])
    try seal(now: start + 8 * hour)
    let blocks = try blocks()
    #expect(try rows() == 0)
    #expect(blocks.map(\.model) == ["Polar H10", "Aranet4"])
    let heart = try #require(blocks.first), room = try #require(blocks.last)
    #expect(heart.address == strap)
    let rates: [Double?] = (0..<3600).map { Double(60 + $0 % 7) }
    #expect(heart.readings.map { $0.measurements[.heartRateBeatsPerMinute] } == rates)
    #expect(heart.readings.allSatisfy { $0.hasContact == true })
    let late = heart.readings.enumerated().map { second, reading in reading.at - start - Int64(second) * 1000 }
    #expect(late.allSatisfy { abs($0) <= 500 })
    let ticks: [UInt16] = (0..<3600).map { UInt16(1000 + $0 % 50) }
    #expect(heart.beats.flatMap(\.ticks) == ticks)
    #expect(room.readings.map(\.at) == [start + 60_000], "when it was measured, not when it was received")
    #expect(room.readings.first?.measurements[.co2PartsPerMillion] == 612)
  }

  @Test func `has each reading once in all hours, also one of its last half second`() throws {
    try logbook.append([.runStarted(at: start)])
    try logbook.append([3_598_002, 3_599_600].map { co2(at: start + $0, Double($0)) })
    try seal(now: start + 8 * hour)
    #expect(try rows() == 0)
    let reader = try LogbookReader(path: folder.file("lapwing.db"))
    let readings = try [start, start + hour].flatMap { from in
      try reader.record(from: from, until: from + hour).flatMap(\.readings)
    }
    #expect(readings.map { $0.measurements[.co2PartsPerMillion] } == [3_598_002, 3_599_600])
    #expect(try reader.span()?.upperBound == readings.last?.at)
  }

  @Test func `stays rows for so long that a restart still finds them`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 60))
    try logbook.append([co2(at: start + hour + 3_800_000, 600)])
    try seal(now: start + hour + 3_800_000)
    #expect(try rows() == 61)
    try logbook.append([co2(at: start + hour + 3_900_000, 600)])
    try seal(now: start + hour + 3_900_000)
    #expect(try rows() == 2)
  }

  @Test func `stays rows after the last reading for as long as a restart expects its sensors`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 60))
    try seal(now: start + 5 * hour)
    #expect(try rows() == 60)
    #expect(try logbook.lastRun(now: start + 5 * hour).sensors.map(\.address) == [strap])
    try seal(now: start + 8 * hour)
    #expect(try rows() == 0)
  }

  @Test func `stays rows if the date is not known after a restart`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 60))
    try logbook.append([.runStarted(at: 0, isClockSet: false)])
    try seal(now: 3_000)
    #expect(try rows() == 60)
  }

  @Test func `is moved with its run when the date becomes known`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 60))
    try logbook.append([.runStarted(at: 0, isClockSet: false)] + beats(from: 7000, seconds: 60))
    try seal(now: 40 * hour)
    try logbook.append([.clockSet(by: start + 90 * hour)])
    let times = try logbook.read {
      try Row.fetchAll($0, sql: "SELECT shift_ms, first_ms, last_ms FROM block ORDER BY id")
        .map { [$0[0] as Int64, $0[1], $0[2]] }
    }
    #expect(times.count == 1)
    #expect(times.first?.first == start + 90 * hour)
    // The first interval begins before its notification.
    #expect(times.first.map { abs($0[1] - $0[0] - 7000) <= 1000 } == true)
    #expect(times.first.map { abs($0[2] - $0[0] - 66_000) <= 1000 } == true)
  }

  @Test func `still gives the model of a sensor with an open alarm, and its latest measurement`() throws {
    try logbook.append([.runStarted(at: start), co2(at: start + 70_000, 612, age: 10)])
    let alarm = AlarmTransition(
      sequence: 1, condition: .co2High, sensor: SensorIndex(0), priority: .high, isTechnical: false, presence: .on,
      isOnset: true, activation: .on, limit: 500, value: 612)
    try logbook.append([.alarm(alarm, at: start + 70_000, sensor: air)])
    try seal(now: start + 8 * hour)
    #expect(try rows() == 0)
    #expect(try logbook.lastRun(now: start + 8 * hour).alarms.map(\.sensor.model) == ["Aranet4"])
    #expect(try logbook.latestMeasurements(of: [air]).map(\.at) == [start + 60_000])
  }

  @Test func `is the end of a session that was interrupted in it`() throws {
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "bedside")])
    try logbook.append(beats(from: start, seconds: 600))
    try seal(now: start + 8 * hour)
    logbook.close()
    let again = try Logbook(path: folder.file("lapwing.db"))
    let end = try again.read { try Int64.fetchOne($0, sql: "SELECT ended_at_ms FROM session") }
    #expect(abs((end ?? 0) - (start + 599_000)) <= 500)
  }

  @Test func `is two blocks if a session begins in it, and goes with its session`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 10))
    try logbook.append([.sessionStarted(at: start + 10_000, profile: "cabin")])
    try logbook.append(beats(from: start + 10_000, seconds: 20))
    try seal(now: start + 8 * hour)
    #expect(try blocks().map(\.readings.count) == [10, 20])
    try logbook.write { try $0.execute(sql: "DELETE FROM session") }
    #expect(try blocks().map(\.readings.count) == [10])
  }

  @Test func `keeps what is from a sensor's history apart`() throws {
    let gap = HistoryGap(address: air, model: "Aranet4", from: start, to: start + hour)
    var past = Measurements()
    past[.co2PartsPerMillion] = 700
    try logbook.append([.runStarted(at: start), co2(at: start + 1000, 600), .gapFound(gap)])
    try logbook.append([.past(past, in: gap, at: start + 2000)])
    try seal(now: start + 8 * hour)
    #expect(try blocks().map(\.isHistory) == [false, true])
  }

  @Test func `waits for the date, but no longer than a day`() throws {
    try logbook.append([.runStarted(at: start, isClockSet: false)] + beats(from: start, seconds: 60))
    try seal(now: start + 20 * hour)
    #expect(try rows() == 60)
    try seal(now: start + 26 * hour)
    #expect(try rows() == 0)
  }

  @Test func `of an earlier run is not one block with this run's, whose times may still move`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 10))
    try logbook.append([.runStarted(at: start + 10_000)] + beats(from: start + 10_000, seconds: 20))
    try seal(now: start + 8 * hour)
    #expect(try blocks().map(\.readings.count) == [10, 20])
  }

  @Test func `keeps its times when a later run learns the date, and no row of it was left`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 10))
    try seal(now: start + 8 * hour)
    #expect(try rows() == 0)
    try logbook.append([.runStarted(at: 1_000, isClockSet: false)])
    try logbook.append(beats(from: 2_000, seconds: 5) + [.clockSet(by: start + 9 * hour)])
    #expect(try logbook.read { try Int64.fetchAll($0, sql: "SELECT shift_ms FROM block") } == [0])
    #expect(
      try logbook.read { try Int64.fetchOne($0, sql: "SELECT min(at_ms) FROM reading") } == start + 9 * hour + 2_000)
  }

  @Test func `leaves rows that are no readings, and all others go on`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 10))
    try logbook.write { db in
      let damaged = [("'soon'", "'C0:FF:EE:00:00:02'"), ("-5", "'C0:FF:EE:00:00:02'"), ("\(start)", "'strap'")]
      for (place, (time, address)) in damaged.enumerated() {
        // The damaged rows come first.
        try db.execute(
          sql: """
            INSERT INTO wide_reading (id, at_ms, address, model)
            VALUES (\(place - 100), \(time), \(address), 'Polar H10')
            """)
      }
    }
    try seal(now: start + 8 * hour)
    #expect(try rows() == 3)
    #expect(try blocks().map(\.readings.count) == [10])
  }

  @Test func `that was written with a clock in the future does not wait for that date`() throws {
    try logbook.append([.runStarted(at: start)] + beats(from: start + 9_000 * hour, seconds: 10))
    try logbook.append([.runStarted(at: start)] + beats(from: start, seconds: 10))
    try seal(now: start + 8 * hour)
    #expect(try rows() == 0)
    #expect(try blocks().count == 2)
  }
}

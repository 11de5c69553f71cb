import Alarms
import GRDB
@testable import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A disk, or a person with an SQLite program, may have put anything into a column.
@Suite struct `A damaged row of the logbook` {
  private let folder: TemporaryFolder
  private let logbook: Logbook
  private var path: String { folder.file("lapwing.db") }
  private let gap = HistoryGap(address: .sampleAranet4, model: SensorModel.aranet4.name, from: 1_000, to: 4_000)

  init() throws {
    folder = try TemporaryFolder()
    logbook = try Logbook(path: folder.file("lapwing.db"))
    let alarm = AlarmTransition(
      sequence: 1, condition: .co2High, sensor: nil, priority: .high, isTechnical: false, presence: .on,
      isOnset: true, activation: .on, limit: 2500, value: 2600)
    try logbook.append([
      .runStarted(at: 0), .sessionStarted(at: 0, profile: "cabin"),
      .reading(.aranet4(co2: 500), of: SensorModel.aranet4.name, from: .otherAranet4, at: 1_000),
      .reading(.aranet4(co2: 600), of: SensorModel.aranet4.name, from: .sampleAranet4, at: 2_000),
      .alarm(alarm, at: 1_500, sensor: .otherAranet4), .alarm(alarm, at: 2_500, sensor: .sampleAranet4),
      .gapFound(gap),
      .gapFound(HistoryGap(address: .otherAranet4, model: SensorModel.aranet4.name, from: 1_000, to: 4_000)),
    ])
  }

  @Test func `with any dates of an alarm and of a run's end still reports the alarm`() {
    for (at, end) in [(Int64.min, Int64.max), (-5, .max), (.max, .min), (.min, 1_000)] {
      let alarm = LoggedAlarm(
        condition: "heart-rate-high", priority: "high", presence: "on", activation: "on", family: "heart", at: at,
        silentUntil: .min, unansweredSeconds: 3, limit: 130, value: 150)
      let open = alarm.open(at: (.otherAranet4, SensorModel.aranet4.name), now: 2_000, end: end)
      #expect(open?.alarm.unanswered == .seconds(3))
    }
  }

  private func damage(_ table: String, _ column: String, _ value: String) throws {
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: "UPDATE \(table) SET \"\(column)\" = \(value) WHERE address = ?",
        arguments: [DeviceAddress.otherAranet4.description])
    }
  }

  private static let nonsense = ["'nonsense'", "x'FFFE'", "9223372036854775807", "-9223372036854775808"]
  private static func all(_ columns: String) -> [(String, String)] {
    columns.split(separator: " ").flatMap { column in nonsense.map { (String(column), $0) } }
  }

  @Test(arguments: all("at_ms address model co2_ppm contact age_s counter history"))
  func `hides no reading but its own`(_ column: String, _ value: String) throws {
    try damage("wide_reading", column, value)
    let last = try logbook.lastRun(now: 3_000)
    #expect(
      last.readings.contains { $0.sensor.address == .sampleAranet4 && $0.measurements[.co2PartsPerMillion] == 600 })
    #expect(try logbook.latestMeasurements(of: [.sampleAranet4, .otherAranet4]).contains { $0.at == 2_000 })
  }

  @Test(arguments: all("at_ms address condition priority presence activation limit value test silent_until_ms"))
  func `hides no alarm but its own`(_ column: String, _ value: String) throws {
    try damage("alarm", column, value)
    let last = try logbook.lastRun(now: 3_000)
    #expect(last.alarms.contains { $0.sensor.address == .sampleAranet4 })
    #expect(
      try Logbook.recall(path: path, count: 10).contains { $0.address == DeviceAddress.sampleAranet4.description })
  }

  @Test(arguments: all("address model from_ms to_ms"))
  func `hides no gap but its own`(_ column: String, _ value: String) throws {
    try damage("hole", column, value)
    #expect(try logbook.gaps().contains(gap))
  }

  @Test(arguments: all("started_at_ms ended_at_ms end_reason after_alarm_id clock after_reading_id"))
  func `of the run is no obstacle to the next`(_ column: String, _ value: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE run SET \"\(column)\" = \(value)") }
    #expect(try logbook.lastRun(now: 3_000).alarms.count == 2)
    try logbook.append([.runEnded(at: 3_000, isFinished: false), .runStarted(at: 4_000, isClockSet: false)])
    try logbook.append([.clockSet(by: 1_000)])
  }

  @Test func `that comes from the future hides none of the present`() throws {
    try damage("wide_reading", "at_ms", "6086361600000")  // The year 2162.
    let last = try logbook.lastRun(now: 3_000)
    #expect(last.readings.map(\.sensor.address) == [.sampleAranet4])
    #expect(last.sensors.map(\.address) == [.sampleAranet4])
  }

  @Test func `of a sensor's last reading hides no alarm of that sensor`() throws {
    try logbook.append([.reading(.aranet4(co2: 700), of: "x", from: .otherAranet4, at: 2_800)])
    try DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE wide_reading SET model = x'FFFE' WHERE id = (SELECT max(id) FROM reading)")
    }
    #expect(
      try logbook.lastRun(now: 3_000).alarms.map(\.sensor.model) == Array(repeating: SensorModel.aranet4.name, count: 2)
    )
  }
}

import Alarms
import GRDB
import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `The stamps of a box that learns the date` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ sql: String) throws -> [Row] {
    try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
  }

  private func alarm(at: Int64, silentUntil: Int64? = nil) -> LogEntry {
    let transition = AlarmTransition(
      sequence: 1, condition: .diskFull, sensor: nil, priority: .low, isTechnical: true, presence: .on, isOnset: true,
      activation: .on, limit: nil, value: nil)
    return .alarm(transition, at: at, sensor: nil, silentUntil: silentUntil)
  }

  @Test func `moves a gap with the readings around it, and not where an earlier run left it`() throws {
    let logbook = try Logbook(path: path)
    func gap(_ address: DeviceAddress, _ from: Int64, _ to: Int64) -> HistoryGap {
      HistoryGap(address: address, model: SensorModel.aranet4.name, from: from, to: to)
    }
    try logbook.append([
      .runStarted(at: 0), .gapFound(gap(.sampleAranet4, 10_000, 20_000)), .runStarted(at: 50_000),
      .gapFound(gap(.otherAranet4, 15_000, 60_000)), .clockSet(by: 1_000_000),
    ])
    #expect(
      try logbook.gaps() == [
        gap(.sampleAranet4, 10_000, 20_000), gap(.otherAranet4, 15_000, 1_060_000),
      ])
  }

  @Test func `are moved, and the run says so`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([
      .runStarted(at: 1000, isClockSet: false), .sessionStarted(at: 1100, profile: "cabin"),
      alarm(at: 1200, silentUntil: 1300), .scenario(number: 1, count: 1, verdict: "inside", text: nil, at: 1400),
    ])
    #expect(try rows("SELECT clock FROM run").first?["clock"] == "unset")
    try logbook.append([.clockSet(by: 1_000_000), alarm(at: 1_002_000)])
    let run = try #require(try rows("SELECT * FROM run").first)
    #expect(run["clock"] == "corrected")
    #expect(run["clock_shift_ms"] == 1_000_000)
    #expect(run["started_at_ms"] == 1_001_000)
    let session = try #require(try rows("SELECT * FROM session").first)
    #expect(session["started_at_ms"] == 1_001_100)
    #expect(session["ended_at_ms"] == nil as Int64?)
    let alarms = try rows("SELECT * FROM alarm ORDER BY id")
    #expect(alarms.map { $0["at_ms"] as Int64 } == [1_001_200, 1_002_000])
    #expect(alarms.first?["silent_until_ms"] == 1_001_300)
    #expect(try rows("SELECT at_ms FROM scenario").first?["at_ms"] == 1_001_400)
  }

  @Test func `are left as they are where they belong to an earlier run`() throws {
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: 500), .sessionStarted(at: 600, profile: "cabin"), alarm(at: 700)])
    try logbook.append([.runStarted(at: 10, isClockSet: false), alarm(at: 20), .clockSet(by: 1000)])
    #expect(try rows("SELECT at_ms FROM alarm ORDER BY id").map { $0["at_ms"] as Int64 } == [700, 1020])
    #expect(try rows("SELECT started_at_ms FROM session").first?["started_at_ms"] == 600)
    #expect(try rows("SELECT clock FROM run ORDER BY id").map { $0["clock"] as String } == ["set", "corrected"])
  }
}

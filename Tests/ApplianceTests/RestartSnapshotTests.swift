import Alarms
@testable import Appliance
import Foundation
import Logbook
import Readings
import TestSupport
import Testing

@Suite struct `The file of open alarms` {
  private let folder: TemporaryFolder
  private var file: RestartSnapshotFile { RestartSnapshotFile(besideLogbook: folder.file("lapwing.db")) }
  private var path: String { folder.file("lapwing-alarms.json") }
  private let snapshot = RestartSnapshot(
    run: "0123456789abcdef", sequence: 7, end: nil,
    alarms: [
      RestartSnapshot.Entry(
        address: "C0:FF:EE:00:00:02", model: "Heart Rate Service", person: "Ada",
        alarm: LoggedAlarm(
          condition: "heart-rate-high", priority: "high", presence: "ack", activation: "off", family: "heart", at: 1000,
          silentUntil: 61_000, unansweredSeconds: 3, limit: 130, value: 150))
    ])

  init() throws { folder = try TemporaryFolder() }

  private func found() -> RestartSnapshot? { if case .sound(let snapshot) = file.read() { snapshot } else { nil } }

  @Test func `gives back what was written`() throws {
    try file.write(snapshot)
    #expect(found() == snapshot)
    try file.write(RestartSnapshot(run: "x", sequence: 8, end: "stopped", alarms: []))
    #expect(found()?.sequence == 8)
  }

  @Test func `has the checksum that all the world computes`() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func `is not there before the first run`() {
    guard case .absent = file.read() else {
      Issue.record("it is there")
      return
    }
  }

  @Test func `is not believed with any one byte changed, or cut off anywhere`() throws {
    try file.write(snapshot)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for place in 0..<(bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? 0) {
      var changed = bytes
      changed[place] ^= 0x04
      _ = try folder.write(changed, to: "lapwing-alarms.json")
      #expect(found() == nil, "byte \(place)")
      _ = try folder.write(Array(bytes[..<place]), to: "lapwing-alarms.json")
      #expect(found() == nil, "cut at \(place)")
    }
  }

  @Test func `keeps the copy before if a writing is cut off anywhere, and says so`() throws {
    try file.write(snapshot)
    let before = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var next = snapshot
    next.sequence = 8
    try file.write(next)
    let after = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(after.count == before.count, "it is rewritten in place")
    let changed = before.indices.filter { before[$0] != after[$0] }
    for place in changed {
      _ = try folder.write(Array(after[..<place]) + before[place...], to: "lapwing-alarms.json")
      #expect(found()?.sequence == 7)
      if place != changed.first { #expect(found()?.remark?.contains("is damaged") == true) }
    }
    _ = try folder.write(Array(after[..<(after.count / 2)]), to: "lapwing-alarms.json")
    #expect(found()?.sequence == 7)
    try file.write(next)
    #expect(found() == next)
  }

  @Test func `of an earlier version is read`() throws {
    let json = try JSONEncoder().encode(snapshot)
    let sum = String(CRC32.of(json), radix: 16)
    let heading = "lapwing open alarms 1 " + String(repeating: "0", count: 8 - sum.count) + sum + "\n"
    _ = try folder.write(Array(heading.utf8) + json, to: "lapwing-alarms.json")
    #expect(found() == snapshot)
    try file.write(snapshot)
    #expect(found() == snapshot)
  }

  @Test func `reports what is left of an acknowledgement`() {
    let alarms = snapshot.openAlarms(now: 11_000)
    #expect(alarms.map(\.alarm.condition) == [.heartRateHigh])
    #expect(alarms.first?.alarm.acknowledgementLeft == .seconds(50))
    #expect(snapshot.openAlarms(now: 62_000).first?.alarm.acknowledgementLeft == nil)
  }

  @Test func `reports nothing after a recording that came to its end`() {
    var snapshot = snapshot
    snapshot.end = "finished"
    #expect(snapshot.openAlarms(now: 0).isEmpty)
  }
}

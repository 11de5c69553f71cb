import FoundationEssentials
import Logbook
import Readings
import SensorProtocols
import System

/// The alarms that are there, kept beside the logbook: the one remembers what a restart must go on with where the other is
/// lost. (The log knows more: what was heard, and what is over.)
struct AlarmMemory: Sendable, Equatable, Codable {
  /// An alarm and where it is.
  struct Entry: Sendable, Equatable, Codable {
    var address: String
    var model: String
    var person: String?
    var alarm: LoggedAlarm
  }

  /// The mark of the run, which stands in the log too.
  var run: String
  /// The latest alarm transition that it knows of.
  var sequence: UInt64
  /// How the run ended, as in the log; missing where it just ended.
  var end: String?
  /// Until when it sounded as it stands here, milliseconds since 1970; missing in files of earlier versions.
  var heardAt: Int64?
  /// True as long as the run has not taken up what the log tells: the log may know of more.
  var isPartial: Bool?
  var alarms: [Entry]

  /// What a restart goes on with.
  /// - Parameter now: the date, milliseconds since 1970.
  func openAlarms(now: Int64) -> [LastRun.OpenAlarm] {
    guard end != "finished" else { return [] }
    return alarms.compactMap { entry in
      guard let address = DeviceAddress(entry.address) else { return nil }
      return entry.alarm.open(at: (address, entry.model), now: now, end: heardAt)
    }
  }

  /// Says what a sensor is, where that is not known and stands here.
  func name(_ sensor: inout LastRun.Sensor) {
    let address = sensor.address.description
    guard sensor.model == SensorModel.unknown.name, let entry = alarms.first(where: { $0.address == address }) else {
      return
    }
    sensor.model = entry.model
  }

  /// The same alarms, at whatever time it was written.
  func isSame(as other: AlarmMemory?) -> Bool {
    var copy = self
    copy.heardAt = other?.heardAt
    return copy == other
  }
}

/// What was found of the alarms of an earlier run, beside the logbook.
enum FoundMemory: Sendable {
  /// There is no such file.
  case absent
  /// There is one, and it is not used; in words why.
  case damaged(String)
  /// It is sound.
  case sound(AlarmMemory)
}

/// The file of open alarms: a line with a checksum, and JSON.
struct AlarmMemoryFile: Sendable {
  private let file: StoredFile

  /// - Parameter logbook: the path of the logbook, beside which it stands.
  init(besideLogbook logbook: String) {
    file = StoredFile(path: (logbook.hasSuffix(".db") ? String(logbook.dropLast(3)) : logbook) + "-alarms.json")
  }

  func read() -> FoundMemory {
    let bytes: [UInt8]
    do throws(LapwingError) {
      guard let found = try file.read() else { return .absent }
      bytes = found
    } catch {
      return .damaged("\(error.message); the logbook alone tells of the alarms that were there")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard lines.count == 2, lines[0].elementsEqual(Self.heading(lines[1]).utf8),
      let memory = try? JSONDecoder().decode(AlarmMemory.self, from: Data(lines[1]))
    else { return .damaged("\(file.path): it is damaged; the logbook alone tells of the alarms that were there") }
    return .sound(memory)
  }

  /// Whether it is there as it was written.
  func holds(_ memory: AlarmMemory) -> Bool {
    guard case .sound(memory) = read() else { return false }
    return true
  }

  func write(_ memory: AlarmMemory) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(memory) else { throw unwritten("cannot be encoded") }
    try file.write(Array(Self.heading(Array(data)[...]).utf8) + [UInt8(ascii: "\n")] + Array(data), fault: unwritten)
  }

  private func unwritten(_ reason: String) -> LapwingError {
    LapwingError(
      .inputOutput, code: "alarms-not-written",
      "\(file.path): the open alarms are not stored (\(reason)); the logbook alone remembers them")
  }

  private static func heading(_ text: some Sequence<UInt8>) -> String {
    let sum = String(checksum(text), radix: 16)
    return "lapwing open alarms 1 " + String(repeating: "0", count: 8 - sum.count) + sum
  }

  /// CRC-32 as in IEEE 802.3: it finds what a disk damages.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }
}

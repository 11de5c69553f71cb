import Flight
import FoundationEssentials
import Logbook
import Readings
import SensorProtocols
import System

/// The open alarms, stored in a file beside the logbook, so that a restart can continue them if the logbook is lost.
/// (The logbook holds more: readings, and alarms that have ended.)
struct RestartSnapshot: Sendable, Equatable, Codable {
  struct Entry: Sendable, Equatable, Codable {
    var address: String
    var model: String
    var person: String?
    var alarm: LoggedAlarm
  }

  /// The phase of flight, and since when, in milliseconds since 1970.
  struct PhaseEntry: Sendable, Equatable, Codable {
    var phase: String
    var since: Int64
    var probability: Double
    var source: String
  }

  /// The mark of the run. The logbook has the same.
  var run: String
  /// The sequence number of the latest alarm transition in the file.
  var sequence: UInt64
  /// How the run ended, as in the logbook; missing if it was cut off.
  var end: String?
  /// Until when the alarms sounded in this state, in milliseconds since 1970; missing in files of earlier versions.
  var heardAt: Int64?
  /// `true` until the run has taken over the state in the logbook, because the logbook may hold more.
  var isPartial: Bool?
  var alarms: [Entry]
  /// Missing in files of earlier versions, and while no phase is known.
  var phase: PhaseEntry?
  /// What people read about the file that was read; never written.
  var remark: String?

  /// No flight lasts longer than this, in milliseconds (choice; the longest regular one takes 19 hours).
  private static let longestFlight: Int64 = 20 * 3_600_000

  /// The phase that a restart goes on with, on an axis that begins now.
  /// - Parameter now: the date in milliseconds since 1970.
  func phaseChange(now: Int64) -> PhaseChange? {
    guard end != "finished", let phase, let known = Phase(rawValue: phase.phase), known != .unknown,
      let source = PhaseSource(rawValue: phase.source)
    else { return nil }
    let (age, overflow) = now.subtractingReportingOverflow(phase.since)
    guard !overflow, (0...Self.longestFlight).contains(age) else { return nil }
    return PhaseChange(
      known, since: Instant.start.advanced(by: .milliseconds(-age)), probability: min(max(phase.probability, 0), 1),
      source: source)
  }

  /// The alarms that a restart continues.
  /// - Parameter now: the date in milliseconds since 1970.
  func openAlarms(now: Int64) -> [LastRun.OpenAlarm] {
    guard end != "finished" else { return [] }
    return alarms.compactMap { entry in
      guard let address = DeviceAddress(entry.address) else { return nil }
      return entry.alarm.open(at: (address, entry.model), now: now, end: heardAt)
    }
  }

  /// Sets the model of a sensor, if it is unknown and this file holds it.
  func name(_ sensor: inout LastRun.Sensor) {
    let address = sensor.address.description
    guard sensor.model == SensorModel.unknown.name, let entry = alarms.first(where: { $0.address == address }) else {
      return
    }
    sensor.model = entry.model
  }

  /// Whether the alarms are the same, regardless of the time of writing.
  func isSame(as other: RestartSnapshot?) -> Bool {
    var copy = self
    copy.heardAt = other?.heardAt
    return copy == other
  }
}

/// What a start found in the file beside the logbook.
enum FoundSnapshot: Sendable {
  case absent
  /// The file exists and cannot be used; the text says why.
  case damaged(String)
  /// The file is intact, or has an intact copy.
  case sound(RestartSnapshot)
}

/// The file of open alarms: JSON in a ``TwoSlotFile``. Any damage is detected, a full disk does not keep it from being
/// written, and a loss of power in the middle of a writing leaves the copy before.
package struct RestartSnapshotFile: Sendable {
  private let path: String
  private let file: TwoSlotFile

  /// - Parameter logbook: the path of the logbook. The file is beside it.
  init(besideLogbook logbook: String) {
    path = Self.path(besideLogbook: logbook)
    file = TwoSlotFile(path: path, mark: "lapwing open alarms 2")
  }

  package static func path(besideLogbook logbook: String) -> String {
    (logbook.hasSuffix(".db") ? String(logbook.dropLast(3)) : logbook) + "-alarms.json"
  }

  func read() -> FoundSnapshot {
    do throws(LapwingError) {
      switch try file.read() {
      case .absent: return .absent
      case .damaged: return try readFormerly()
      case .content(let bytes, let isLatest):
        guard var snapshot = try? JSONDecoder().decode(RestartSnapshot.self, from: Data(bytes)) else { return damaged }
        snapshot.remark = isLatest ? nil : "\(path): a part of this file is damaged; the copy in the other part is used"
        return .sound(snapshot)
      }
    } catch {
      return .damaged("\(error.message); earlier alarms are taken from the logbook alone")
    }
  }

  private var damaged: FoundSnapshot {
    .damaged("\(path): this file is damaged; earlier alarms are taken from the logbook")
  }

  /// A file of an earlier version: one line with a checksum, and then JSON.
  private func readFormerly() throws(LapwingError) -> FoundSnapshot {
    let bytes = try StoredFile(path: path).read() ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard lines.count == 2, lines[0].elementsEqual(Self.formerHeading(lines[1]).utf8),
      let snapshot = try? JSONDecoder().decode(RestartSnapshot.self, from: Data(lines[1]))
    else { return damaged }
    return .sound(snapshot)
  }

  func holds(_ snapshot: RestartSnapshot) -> Bool {
    guard case .sound(snapshot) = read() else { return false }
    return true
  }

  func write(_ snapshot: RestartSnapshot) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(snapshot) else { throw unwritten("cannot be encoded") }
    try file.write(Array(data), fault: unwritten)
  }

  private func unwritten(_ reason: String) -> LapwingError {
    LapwingError(
      .inputOutput, code: "alarms-not-written",
      "\(path): the open alarms are not stored (\(reason)); only the logbook holds them")
  }

  private static func formerHeading(_ text: some Sequence<UInt8>) -> String {
    let sum = String(CRC32.of(text), radix: 16)
    return "lapwing open alarms 1 " + String(repeating: "0", count: 8 - sum.count) + sum
  }
}

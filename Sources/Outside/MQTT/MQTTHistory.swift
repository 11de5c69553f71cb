import FoundationEssentials
import GRDB
import Readings
import Status

/// What happened and was not published yet, in an SQLite file beside that of the messages: each alarm change, and the values of each
/// minute. A record is known by the box and its sequence, and is deleted when the broker has confirmed it.
final class MQTTHistory: Sendable {
  struct Record: Sendable, Equatable {
    let sequence: Int64
    /// With the identity as its first members.
    let content: String
  }

  /// A sensor that was published once. Its values stay at the broker, and its entities at Home Assistant, until they are deleted.
  struct KnownSensor: Codable, Sendable, Equatable {
    var name: String
    var model: String?
    /// The keys of the quantities that it has sent.
    var quantities: [String] = []
    var isGone = false
  }

  /// Of the values of each minute: 35 days, some 15 MB with three sensors. Alarm changes are seldom; these are of many months.
  static let mostMinutes = 50_400
  static let mostAlarms = 20_000

  private let queue: OutsideQueue
  /// The identity of this file, and with it of its sequence. One that is lost begins with another.
  let box: String

  /// - Throws: `inputOutput` if the file cannot be used.
  convenience init(path: String) throws(LapwingError) { try self.init(try OutsideQueue(path: path)) }

  init(_ queue: OutsideQueue) throws(LapwingError) {
    self.queue = queue
    box = try queue.kept("mqtt-box") { UInt64.random(in: 0...UInt64.max).digits(16, radix: 16) }
  }

  /// The file beside that of the messages.
  static func path(beside queue: String) -> String { OutsideQueue.unpublished(of: queue) }

  /// The run of the box, and its latest alarm change, that are in the file.
  func followed() throws(LapwingError) -> (run: String?, sequence: UInt64) {
    guard let text = try queue.text("mqtt-followed"), let space = text.firstIndex(of: " "),
      let sequence = UInt64(text[text.index(after: space)...])
    else { return (nil, 0) }
    return (String(text[..<space]), sequence)
  }

  /// Records alarm changes, and up to which the box was followed, in one transaction.
  /// - Parameter alarms: the members of each record.
  func record(alarms: [String], run: String, sequence: UInt64) throws(LapwingError) {
    try queue.write { db in
      for alarm in alarms { try self.insert(0, alarm, most: Self.mostAlarms, in: db) }
      try db.execute(
        sql: "INSERT OR REPLACE INTO state VALUES ('mqtt-followed', ?)", arguments: ["\(run) \(sequence)"])
    }
  }

  /// Records the values of a minute.
  func record(values: String) throws(LapwingError) {
    try queue.write { try self.insert(1, values, most: Self.mostMinutes, in: $0) }
  }

  private func insert(_ rank: Int, _ content: String, most: Int, in db: Database) throws {
    try db.execute(sql: "INSERT INTO mqtt (rank, content) VALUES (?, ?)", arguments: [rank, content])
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM mqtt WHERE rank = ?", arguments: [rank]) ?? 0
    guard count > most else { return }
    try db.execute(
      sql: "DELETE FROM mqtt WHERE sequence IN (SELECT sequence FROM mqtt WHERE rank = ? ORDER BY sequence LIMIT ?)",
      arguments: [rank, count - most])
  }

  /// The next ones to publish: alarms first, then by their sequence.
  func next(_ count: Int) throws(LapwingError) -> [Record] {
    try queue.read { db in
      try Row.fetchAll(
        db, sql: "SELECT sequence, content FROM mqtt ORDER BY rank, sequence LIMIT ?", arguments: [count]
      ).map { row in
        let sequence: Int64 = row.checked("sequence") ?? 0, content: String = row.checked("content") ?? "{}"
        return Record(
          sequence: sequence, content: "{\"box\":\"\(self.box)\",\"sequence\":\(sequence),\(content.dropFirst())")
      }
    }
  }

  func remove(_ sequences: [Int64]) throws(LapwingError) {
    try queue.write { db in
      for sequence in sequences {
        try db.execute(sql: "DELETE FROM mqtt WHERE sequence = ?", arguments: [sequence])
      }
    }
  }

  func waiting() throws(LapwingError) -> Int {
    try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mqtt") } ?? 0
  }

  /// By their address.
  func knownSensors() throws(LapwingError) -> [String: KnownSensor] {
    let text = try queue.text("mqtt-sensors")
    return text.flatMap { try? JSONDecoder().decode([String: KnownSensor].self, from: Data($0.utf8)) } ?? [:]
  }

  func keep(_ sensors: [String: KnownSensor]) throws(LapwingError) {
    guard let data = try? JSONEncoder().encode(sensors) else { return }
    try queue.keep(String(decoding: data, as: UTF8.self), as: "mqtt-sensors")
  }
}

/// Which records of one connection are on their way to the broker, and which it has confirmed. A pure value beside the file.
struct MQTTBacklog: Sendable {
  /// A larger one would hold an alarm back behind values.
  static let mostAtOnce = 256
  /// After a broker has refused a record, in ms.
  static let rest: Int64 = 60_000

  private var next: [MQTTHistory.Record] = []
  private var unconfirmed: Set<Int64> = []
  private(set) var confirmed: [Int64] = []
  private var restsUntil: Int64 = .min

  /// Whether all of the last part are confirmed, and the next part is to be read.
  func wantsMore(at now: Int64) -> Bool { next.isEmpty && unconfirmed.isEmpty && now >= restsUntil }

  /// Begins a part. What is confirmed and could not be deleted is not sent again.
  mutating func add(_ records: [MQTTHistory.Record]) { next = records.filter { !confirmed.contains($0.sequence) } }

  /// The next record to send.
  mutating func send() -> MQTTHistory.Record? {
    guard let record = next.first else { return nil }
    next.removeFirst()
    unconfirmed.insert(record.sequence)
    return record
  }

  mutating func confirm(_ sequence: Int64) {
    if unconfirmed.remove(sequence) != nil { confirmed.append(sequence) }
  }

  /// The broker does not accept a record: it may be mended there.
  mutating func refuse(_ sequence: Int64, at now: Int64) {
    unconfirmed.remove(sequence)
    (next, restsUntil) = ([], now + Self.rest)
  }

  /// What is confirmed is deleted.
  mutating func isDeleted() { confirmed = [] }
}

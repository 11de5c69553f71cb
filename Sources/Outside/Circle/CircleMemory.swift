import Circle
import FoundationEssentials
import GRDB

/// What is kept of the circle, in one row beside the messages that follow from it (docs/messages.md, rule 42).
struct CircleMemory: Codable, Sendable {
  var state: CircleState
  var news: CircleNews
  /// The number of the last report of the queue that was taken.
  var lastReport: Int64
  /// When it was saved, ms since 1970.
  var savedAt: Int64

  static let key = "circle"

  func write(_ db: Database) throws {
    let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    try db.execute(sql: "INSERT OR REPLACE INTO state VALUES (?, ?)", arguments: [Self.key, text])
  }

  static func forget(in db: Database) throws {
    try db.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [key])
  }
}

extension CircleMemory {
  /// - Parameter text: what ``write(_:)`` has written; `nil` for anything else.
  init?(_ text: String) {
    guard let memory = try? JSONDecoder().decode(CircleMemory.self, from: Data(text.utf8)) else { return nil }
    self = memory
  }
}

/// The tables of the circle. They lie in the file of the queue, so that one transaction holds state, messages and audit.
enum CircleTables {
  static func register(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("circle") { db in
      try db.execute(
        sql: """
          -- The messages of the circle: which of the queue is which.
          CREATE TABLE circle_message (
            id TEXT NOT NULL PRIMARY KEY,
            circle_id TEXT NOT NULL,
            at_ms INTEGER NOT NULL
          ) WITHOUT ROWID;
          -- The audit: who got which message, when and why.
          CREATE TABLE circle_log (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            incident INTEGER,
            person TEXT,
            about TEXT,
            channel TEXT,
            message TEXT
          );
          CREATE INDEX circle_log_time ON circle_log (at_ms);
          """)
    }
  }

  /// Deletes what is older than the queue keeps.
  static func tidy(before oldest: Int64, in db: Database) throws {
    try db.execute(sql: "DELETE FROM circle_log WHERE at_ms < ?", arguments: [oldest])
    try db.execute(sql: "DELETE FROM circle_message WHERE at_ms < ?", arguments: [oldest])
  }
}

package struct CircleLine: Codable, Sendable, Equatable {
  /// When, ms since 1970.
  package var at: Int64
  /// The word of `CircleEntry.Kind`, or `told` for a message that was handed to the queue.
  package var kind: String
  package var incident: UInt32?
  package var person: String?
  /// A condition, a subject, or what was ignored.
  package var about: String?
  package var channel: String?
  /// What the message says, by the word of `CircleMessageKind`.
  package var message: String?

  /// The word for a message that was handed to the queue.
  static let told = "told"

  func write(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO circle_log (at_ms, kind, incident, person, about, channel, message) VALUES (?, ?, ?, ?, ?, ?, ?)
        """, arguments: [at, kind, incident.map { Int64($0) }, person, about, channel, message])
  }

  /// - Parameters:
  ///   - time: not before, ms since 1970.
  ///   - most: the latest lines of these, oldest first.
  static func read(since time: Int64, most: Int, in db: Database) throws -> [CircleLine] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM (SELECT * FROM circle_log WHERE at_ms >= ? ORDER BY number DESC LIMIT ?) ORDER BY number
        """, arguments: [time, most]
    ).compactMap { row in
      guard let at: Int64 = row.checked("at_ms"), let kind: String = row.checked("kind") else { return nil }
      let incident: Int64? = row.checked("incident")
      return CircleLine(
        at: at, kind: kind, incident: incident.flatMap { UInt32(exactly: $0) }, person: row.checked("person"),
        about: row.checked("about"), channel: row.checked("channel"), message: row.checked("message"))
    }
  }

  init(
    at: Int64, kind: String, incident: UInt32? = nil, person: String? = nil, about: String? = nil,
    channel: String? = nil, message: String? = nil
  ) {
    (self.at, self.kind, self.incident, self.person) = (at, kind, incident, person)
    (self.about, self.channel, self.message) = (about, channel, message)
  }

  init(_ entry: CircleEntry, at: Int64) {
    self.init(
      at: at, kind: entry.kind.rawValue, incident: entry.incident ?? entry.message?.incident, person: entry.person,
      about: entry.about, channel: entry.message?.channel, message: entry.message?.kind.rawValue)
  }
}

extension CircleMessageID {
  var incident: UInt32? { if case .incident(let number) = scope { number } else { nil } }
}

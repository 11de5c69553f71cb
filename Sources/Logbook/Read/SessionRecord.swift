import GRDB
import Sessions

/// One session of the logbook. Texts are as read, since a newer or damaged logbook may hold unknown words.
package struct SessionRecord: Sendable, Equatable {
  package let id: Int64
  /// Milliseconds since 1970.
  package let startedAt: Int64
  /// `nil` while the session goes on.
  package let endedAt: Int64?
  /// Whether the box stopped during the session, and the end is that of its last record.
  package let wasInterrupted: Bool
  package let profile: String
  /// The grade of the air, "A" to "F"; `nil` if it was not graded.
  package let grade: String?
  /// The figures that were computed when the session ended.
  package let readings: Int64?
  package let co2: Range?
  package let heartRate: Range?
  /// What a person has said about it.
  package let details: SessionDetails
  /// When caffeine was taken, milliseconds since 1970; `nil` if it was not.
  package let caffeineAt: Int64?
  /// Whether a person has confirmed where the sensor lies; `nil` if no one was asked.
  package let isPlacementConfirmed: Bool?
  /// What was missing when a person began it, such as "sensor, placement"; `nil` if no one was asked.
  package let checklistMissing: String?
  /// Whether its row is not as it was written, so that its times and figures may be wrong.
  package let isDamaged: Bool

  package struct Range: Sendable, Equatable {
    package let minimum: Double
    package let mean: Double
    package let maximum: Double

    package init(minimum: Double, mean: Double, maximum: Double) {
      self.minimum = minimum
      self.mean = mean
      self.maximum = maximum
    }
  }
}

extension LogbookReader {
  /// All sessions, newest first.
  package func sessions() throws(LogbookError) -> [SessionRecord] {
    try read { db in
      let table = try RowSums.judged("session", in: db)
      return try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY started_at_ms DESC, id DESC")
        .compactMap(Self.session)
    }
  }

  /// The number of the session that a box writes now; `nil` if there is none.
  package func openSession() throws(LogbookError) -> Int64? {
    try read {
      try Int64.fetchOne($0, sql: "SELECT id FROM session WHERE ended_at_ms IS NULL ORDER BY id DESC LIMIT 1")
    }
  }

  /// The session with this number; `nil` if there is none.
  package func session(_ id: Int64) throws(LogbookError) -> SessionRecord? {
    try read { db in
      let table = try RowSums.judged("session", in: db)
      return try Row.fetchOne(db, sql: "SELECT * FROM \(table) WHERE id = ?", arguments: [id]).flatMap(Self.session)
    }
  }

  static func session(_ row: Row) -> SessionRecord? {
    guard let id: Int64 = row.checked("id"), let start: Int64 = row.checked("started_at_ms"),
      (0..<Logbook.dateLimit).contains(start), let profile: String = row.checked("profile")
    else { return nil }
    func range(_ quantity: String) -> SessionRecord.Range? {
      guard let minimum: Double = row.checked("\(quantity)_min"), let mean: Double = row.checked("\(quantity)_mean"),
        let maximum: Double = row.checked("\(quantity)_max")
      else { return nil }
      return SessionRecord.Range(minimum: minimum, mean: mean, maximum: maximum)
    }
    let reason: String? = row.checked("end_reason")
    return SessionRecord(
      id: id, startedAt: start, endedAt: Self.end(row, after: start),
      wasInterrupted: reason == "interrupted", profile: profile, grade: row.checked("grade"),
      readings: row.checked("readings"), co2: range("co2_ppm"), heartRate: range("heart_rate_bpm"),
      details: SessionDetailsRow.details(row), caffeineAt: row.checked("caffeine_at_ms"),
      isPlacementConfirmed: row.checked("placement_confirmed"), checklistMissing: row.checked("checklist_missing"),
      isDamaged: !row.isSound || !hasDate(row))
  }

  /// Whether the end is a date, if there is one.
  private static func hasDate(_ row: Row) -> Bool {
    guard let value = row["ended_at_ms"] as DatabaseValue?, !value.isNull else { return true }
    return (row.checked("ended_at_ms") as Int64?).map { (0..<Logbook.dateLimit).contains($0) } ?? false
  }

  /// The end of a session that has one. One that is no date, or before the start since the clock was set back, is
  /// the start.
  private static func end(_ row: Row, after start: Int64) -> Int64? {
    guard let value = row["ended_at_ms"] as DatabaseValue?, !value.isNull else { return nil }
    let end: Int64? = row.checked("ended_at_ms")
    return end.flatMap { (start..<Logbook.dateLimit).contains($0) ? $0 : nil } ?? start
  }
}

import GRDB
import Readings
import Sessions

/// What a session holds beside readings and alarms. Times are milliseconds since 1970, lists in the order of time.
package struct SessionParts: Sendable, Equatable {
  /// A phase of flight, which lasts until the next one.
  package struct PhaseBegin: Sendable, Equatable {
    package let phase: String
    package let since: Int64
    /// A word of `PhaseSource`, such as "button" or "detected".
    package let source: String
    /// From 0 to 1; `nil` if a person has set it.
    package let probability: Double?

    package init(phase: String, since: Int64, source: String, probability: Double?) {
      (self.phase, self.since, self.source, self.probability) = (phase, since, source, probability)
    }
  }

  package struct Drink: Sendable, Equatable {
    package let at: Int64
    package let millilitres: Int64
    /// Its UUID; `nil` in a logbook of an older version.
    package var id: String?
  }

  /// A time without a box, after which the session was continued.
  package struct Gap: Sendable, Equatable {
    package let from: Int64
    package let to: Int64
    /// Such as "restart".
    package let reason: String

    package init(from: Int64, to: Int64, reason: String) { (self.from, self.to, self.reason) = (from, to, reason) }
  }

  package var phases: [PhaseBegin] = []
  /// Phases that a person had set, and that a phase that was found and dated back has replaced.
  package var replacedPhases: [PhaseBegin] = []
  package var drinks: [Drink] = []
  package var gaps: [Gap] = []
}

extension LogbookReader {
  /// What a session holds beside readings and alarms. A logbook of an older version holds nothing of it.
  package func parts(ofSession id: Int64) throws(LogbookError) -> SessionParts {
    try read { db in
      var parts = SessionParts()
      func rows(_ table: String, by time: String, inOrderOf order: String? = nil) throws -> [Row] {
        guard try db.tableExists(table) else { return [] }
        return try Row.fetchAll(
          db,
          sql: """
            SELECT * FROM \(table) WHERE session_id = ? AND typeof(\(time)) = 'integer'
              AND \(time) BETWEEN 0 AND \(Logbook.dateLimit - 1) ORDER BY \(order ?? time), id LIMIT \(Self.mostParts)
            """, arguments: [id])
      }
      for row in try rows("phase", by: "since_ms", inOrderOf: "id") {
        guard let phase: String = row.checked("phase"), let since: Int64 = row.checked("since_ms") else { continue }
        // From its beginning on, a phase that was dated back takes the place of what was logged before.
        while let last = parts.phases.last, last.since >= since {
          parts.phases.removeLast()
          if !Self.ofBox.contains(last.source) { parts.replacedPhases.append(last) }
        }
        parts.phases.append(
          SessionParts.PhaseBegin(
            phase: phase, since: since, source: row.checked("source") ?? "", probability: row.checked("probability")))
      }
      parts.drinks = try rows("hydration", by: "at_ms").compactMap(SessionParts.Drink.init)
      parts.gaps = try rows("session_gap", by: "from_ms").compactMap { row in
        guard let from: Int64 = row.checked("from_ms"), let to: Int64 = row.checked("to_ms"), from <= to,
          to < Logbook.dateLimit
        else { return nil }
        return SessionParts.Gap(from: from, to: to, reason: row.checked("reason") ?? "")
      }
      return parts
    }
  }

  /// The sources of phases that no person has set.
  private static let ofBox = ["detected", "session"]
  /// A damaged file may hold any number of rows, and any amount.
  private static let mostParts = 10_000
  fileprivate static let mostMillilitres: Int64 = 100_000
}

extension SessionParts.Drink {
  /// A row of `hydration`; `nil` for a damaged one.
  init?(_ row: Row) {
    guard let at: Int64 = row.checked("at_ms"), (0..<Logbook.dateLimit).contains(at),
      let amount: Int64 = row.checked("amount_ml"), (1...LogbookReader.mostMillilitres).contains(amount)
    else { return nil }
    (self.at, millilitres, id) = (at, amount, row.checked("uuid"))
  }
}

extension LogbookReader {
  package func sensorsBySession() throws(LogbookError) -> [Int64: Set<DeviceAddress>] {
    try read { db in
      var found: [Int64: Set<DeviceAddress>] = [:]
      var queries: [String] = []
      if try db.tableExists("block") {
        queries.append("SELECT DISTINCT session_id, address FROM block JOIN sensor ON sensor.id = sensor_id")
      }
      queries.append("SELECT DISTINCT session_id, address FROM reading")
      for query in queries {
        for row in try Row.fetchAll(db, sql: query) {
          guard let session: Int64 = row.checked(at: 0), let text: String = row.checked(at: 1),
            let address = DeviceAddress(text)
          else { continue }
          found[session, default: []].insert(address)
        }
      }
      return found
    }
  }

  /// The model of each sensor that the logbook knows, the latest one if an address has had several.
  package func modelsByAddress() throws(LogbookError) -> [DeviceAddress: String] {
    try read { db in
      guard try db.tableExists("sensor") else { return [:] }
      let known = try Row.fetchAll(db, sql: "SELECT address, model FROM sensor ORDER BY id")
      let rows = try Row.fetchAll(db, sql: "SELECT DISTINCT address, model FROM wide_reading")
      return (known + rows).reduce(into: [:]) { found, row in
        if let (address, model) = row.sensor { found[address] = model }
      }
    }
  }
}

/// The part of the present session that lies before this run.
package struct EarlierPart: Sendable, Equatable {
  package let record: SessionRecord
  package let drinks: [SessionParts.Drink]
  /// When it went on in this run, milliseconds since 1970.
  package let joinedAt: Int64
}

extension Logbook {
  /// What the present session was before this run; `nil` if it has begun in it, or if there is none.
  package func earlierPart() throws(LogbookError) -> EarlierPart? {
    guard let id = presentSession else { return nil }
    return try read { db in
      guard let run = try Row.fetchOne(db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT 1"),
        let first: Int64 = run.checked("after_session_id"), id <= first,
        let number: Int64 = run.checked("id"),
        let joinedAt = try Int64.fetchOne(
          db, sql: "SELECT to_ms FROM session_gap WHERE session_id = ? AND run_id = ?", arguments: [id, number]),
        let row = try Row.fetchOne(db, sql: "SELECT * FROM session WHERE id = ?", arguments: [id]),
        let record = LogbookReader.session(row)
      else { return nil }
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM hydration WHERE session_id = ? AND id <= ? ORDER BY id",
        arguments: [id, run.checked("after_hydration_id") ?? 0])
      let drinks = rows.compactMap(SessionParts.Drink.init)
      return EarlierPart(record: record, drinks: drinks, joinedAt: joinedAt)
    }
  }
}

import GRDB
import Readings
import Sessions

extension Logbook {
  /// How far two times of the same measurement may lie apart, since blocks keep times to half a second.
  private static let sameTime: Int64 = 1_000

  /// Adds readings that come from a file as a session of its own, without those that the logbook already holds. A box
  /// may write the file meanwhile.
  /// - Parameter session: the session that holds the blocks of this file that were added before.
  /// - Returns: how many readings were new, and the number of the session; `nil` if none was new yet.
  package static func importing(
    _ blocks: [SealedBlock], to session: Int64? = nil, into path: String
  ) throws(LogbookError) -> (readings: Int, session: Int64?) {
    if FileIdentity(path: path) == nil { try Logbook(path: path).close() }
    return try maintaining(path, label: "logbook import") { database in
      var session = session
      var added = 0
      for block in blocks {
        // Each hour is one short transaction, so that a running box never waits long. The session is in the first.
        try database.write { db in
          let unknown = try new(in: block, but: session, db), data = unknown.encoded()
          let kept = unknown.kept(in: data)
          guard let start = kept.start, let end = kept.end else { return }
          if session == nil {
            try db.execute(
              sql: "INSERT INTO session (started_at_ms, ended_at_ms, end_reason, profile) VALUES (?, ?, 'ended', ?)",
              arguments: [start, end, importedProfile])
            session = db.lastInsertedRowID
          }
          try db.execute(
            sql:
              "UPDATE session SET started_at_ms = min(started_at_ms, ?), ended_at_ms = max(ended_at_ms, ?) WHERE id = ?",
            arguments: [start, end, session])
          try insert(kept, data, session: session, rows: 0...0, in: db)
          added += max(kept.readings.count, kept.beats.isEmpty ? 0 : 1)
        }
      }
      return (added, session)
    }
  }

  /// Computes the figures of an imported session, so that trends and the list of sessions need not read its readings.
  package static func finishImport(
    of session: Int64, into path: String, limits: SensorLimits
  ) throws(LogbookError) {
    try maintaining(path, label: "logbook import") { database in
      while let day = try database.read({ try unrolledDay(of: session, limits: limits, in: $0) }) {
        try database.write { try rollUp(day, in: $0) }
      }
    }
    try keepFigures(of: session, in: path)
  }

  /// What the list of sessions shows as the profile of an imported one.
  package static let importedProfile = SessionContinuation.importedProfile

  /// The same block without what the logbook already holds.
  /// - Parameter own: the session of this import. What it holds is from the same file: a reading a second before is another one.
  private static func new(in block: SealedBlock, but own: Int64?, _ db: Database) throws -> SealedBlock {
    guard let start = block.start, let end = block.end else { return block }
    let known = try LogbookReader.record(from: start - sameTime, until: end + sameTime + 1, otherThan: own, in: db)
      .first { $0.address == block.address && $0.model == block.model }
    var kept = block
    // Of one time there are few.
    var time: Int64?, seen: [Measurements] = []
    let bySecond = Dictionary(grouping: known?.readings ?? []) { $0.at / 1000 }
    kept.readings.removeAll { reading in
      if reading.at != time { (time, seen) = (reading.at, []) }
      guard !seen.contains(reading.measurements) else { return true }
      seen.append(reading.measurements)
      let second = reading.at / 1000
      return (second - 1...second + 1).contains { near in
        (bySecond[near] ?? []).contains {
          abs($0.at - reading.at) <= sameTime && $0.measurements == reading.measurements
        }
      }
    }
    kept.beats = block.beats.filter { run in
      !(known?.beats ?? []).contains { $0.contains(run, within: sameTime) }
    }
    return kept
  }
}

extension BeatRun {
  /// Whether a part of these beats is another run.
  fileprivate func contains(_ other: BeatRun, within tolerance: Int64) -> Bool {
    guard let first = other.ticks.first else { return true }
    var found = false
    var place = 0
    forEach { at, ticks in
      if !found, abs(at - other.firstBeat) <= tolerance, ticks == first {
        found = self.ticks[place...].starts(with: other.ticks)
      }
      place += 1
    }
    return found
  }
}

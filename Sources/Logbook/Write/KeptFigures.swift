import Alarms
import GRDB
import Readings
import Sessions

/// The figures of a session that has ended, which its row keeps for the list of sessions. They are those of its readings and
/// alarms in the logbook, by the definitions of docs/figures.md, and not a second count by the box.
extension Logbook {
  /// Computes and keeps the figures of an ended session. Without them the list computes them each time.
  func keepFigures(of session: Int64) throws {
    guard let figures = try Self.figures(of: session, in: path) else { return }
    try write { try Self.keep(figures, in: $0) }
  }

  /// The same beside a box that may write the file, however long it takes.
  static func keepFigures(of session: Int64, in path: String) throws(LogbookError) {
    guard let figures = try figures(of: session, in: path, isPatient: true) else { return }
    try maintaining(path, label: "logbook figures") { database in
      try database.write { try keep(figures, in: $0) }
    }
  }

  /// `nil` if there is no such ended session, or if to read it would take longer than the caller waits.
  private static func figures(
    of session: Int64, in path: String, isPatient: Bool = false
  ) throws(LogbookError) -> StatementArguments? {
    let reader = try LogbookReader(path: path)
    guard let record = try reader.session(session), let end = record.endedAt else { return nil }
    if !isPatient {
      guard try reader.isRangeQuick(of: session, from: record.startedAt, until: end) else { return nil }
    }
    let ranges = try reader.ranges(
      of: [.co2PartsPerMillion, .heartRateBeatsPerMinute], session: session, from: record.startedAt, until: end)
    let co2 = ranges[.co2PartsPerMillion], heartRate = ranges[.heartRateBeatsPerMinute]
    let alarms = try reader.alarms(from: record.startedAt, until: end + 1, session: session)
    let counts = Priority.allCases.reversed().map { priority in alarms.count { $0.priority == priority.name } }
    let grade = record.isGraded ? co2.map { Grade(meanCO2PartsPerMillion: $0.mean).rawValue } : nil
    let figures: [(any DatabaseValueConvertible)?] = [
      co2?.minimum, co2?.mean, co2?.maximum, heartRate?.minimum, heartRate?.mean, heartRate?.maximum, counts[0],
      counts[1], counts[2], grade, session,
    ]
    return StatementArguments(figures)
  }

  private static func keep(_ figures: StatementArguments, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE session SET readings =
            (SELECT count(*) FROM wide_reading WHERE session_id = session.id)
            + (SELECT count(*) FROM quick_reading WHERE session_id = session.id)
            + (SELECT coalesce(sum(count), 0) FROM block WHERE session_id = session.id),
          co2_ppm_min = ?, co2_ppm_mean = ?, co2_ppm_max = ?,
          heart_rate_bpm_min = ?, heart_rate_bpm_mean = ?, heart_rate_bpm_max = ?,
          alarms_high = ?, alarms_medium = ?, alarms_low = ?, grade = ?
        WHERE id = ? AND ended_at_ms IS NOT NULL
        """, arguments: figures)
  }
}

extension SessionRecord {
  /// Whether the air of a session gets a grade when it is over: not beside a bed.
  package var isGraded: Bool {
    endedAt != nil && profile != BoxProfile.bedside.rawValue && profile != Logbook.importedProfile
  }
}

import Alarms
import Logbook
import Readings
import Sessions

extension SessionRecord {
  /// Whether the air of a session gets a grade when it is over: not beside a bed.
  package var isGraded: Bool {
    endedAt != nil && profile != BoxProfile.bedside.rawValue && profile != Logbook.importedProfile
  }
}

extension LogbookReader {
  /// The session with this number.
  /// - Throws: a sentence for people if there is none.
  package func found(_ number: Int64) throws(LapwingError) -> SessionRecord {
    let session = try explained { () throws(LogbookError) in try self.session(number) }
    guard let session else {
      throw LapwingError(
        .noInput, code: .noSuchSession,
        "there is no session \(number) in \(path); `lapwing sessions` lists the numbers")
    }
    return session
  }

  /// Reads, with an error for people.
  package func explained<Value>(_ read: () throws(LogbookError) -> Value) throws(LapwingError) -> Value {
    do throws(LogbookError) { return try read() } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
  }

  /// When a session ended; for one that goes on, the time of its latest reading.
  package func end(of session: SessionRecord) throws(LapwingError) -> Int64 {
    if let end = session.endedAt { return end }
    return try explained { () throws(LogbookError) in try span(session: session.id)?.upperBound } ?? session.startedAt
  }

  /// The time of a session with all of its readings: some lie before its start or after its end if somebody has set the
  /// clock during it.
  package func wholeTime(of session: SessionRecord) throws(LapwingError) -> ClosedRange<Int64> {
    let end = try end(of: session)
    let found = try explained { () throws(LogbookError) in try self.span(session: session.id) }
    guard let found else { return session.startedAt...max(session.startedAt, end) }
    return min(session.startedAt, found.lowerBound)...max(session.startedAt, end, found.upperBound)
  }

  /// The session with a number, or the latest one.
  package func chosen(_ number: Int64?) throws(LapwingError) -> SessionRecord {
    if let number { return try found(number) }
    let latest = try explained { () throws(LogbookError) in try self.sessions() }.first
    guard let latest else {
      throw LapwingError(.noInput, code: .noSession, "\(path) has no sessions yet")
    }
    return latest
  }
}

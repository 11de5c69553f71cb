import Logbook
import Readings
import Sessions

extension LogbookReader {
  /// The session with this number.
  /// - Throws: a sentence for people if there is none.
  package func found(_ number: Int64) throws(LapwingError) -> SessionRecord {
    let session = try explained { () throws(LogbookError) in try self.session(number) }
    guard let session else {
      throw LapwingError(
        .noInput, code: "no-such-session",
        "there is no session \(number) in \(path); `lapwing sessions` lists the numbers")
    }
    return session
  }

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

  /// The time of a session, from its start to its end. If a person has set the clock during it, readings of it lie far
  /// outside, and it is as long as they say. A first measurement that is older than the session, by as much as a value
  /// may hold, is in force at its start, and does not make it longer.
  package func wholeTime(of session: SessionRecord) throws(LapwingError) -> ClosedRange<Int64> {
    let end = try end(of: session)
    let found = try explained { () throws(LogbookError) in try self.span(session: session.id) }
    guard let found else { return session.startedAt...max(session.startedAt, end) }
    let first = found.lowerBound < session.startedAt - HeldValues.longestHold ? found.lowerBound : session.startedAt
    return first...max(session.startedAt, end, found.upperBound)
  }

  /// What the owner has written about the wearer of a sensor; the latest word holds. A session in which others were worn too may be
  /// about any of them, so that nothing is taken from it.
  /// - Parameters:
  ///   - others: the sensors that are on people.
  ///   - end: later sessions do not count.
  package func notes(
    onWearerOf sensor: DeviceAddress, among others: Set<DeviceAddress>, before end: Int64
  ) throws(LapwingError) -> (person: PersonNotes, sessions: [SessionRecord]) {
    let (sessions, worn) = try explained { () throws(LogbookError) in
      (try self.sessions().reversed().filter { $0.startedAt < end }, try sensorsBySession())
    }
    let own = sessions.filter { worn[$0.id].map { $0.intersection(others) == [sensor] } ?? false }
    var person = PersonNotes()
    for session in own {
      for (_, path) in PersonNotes.fields {
        if let text = session.details.notes[keyPath: path] { person[keyPath: path] = text }
      }
    }
    return (person, own)
  }

  package func chosen(_ number: Int64?) throws(LapwingError) -> SessionRecord {
    if let number { return try found(number) }
    let latest = try explained { () throws(LogbookError) in try self.sessions() }.first
    guard let latest else {
      throw LapwingError(.noInput, code: "no-session", "\(path) has no sessions yet")
    }
    return latest
  }
}

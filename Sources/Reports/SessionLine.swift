import Documents
import Logbook
import Readings
import Sessions
import Status

/// What the list says about one session.
package struct SessionLine: Sendable {
  package let session: SessionRecord
  /// Of the session, or of its first reading if that is before it.
  package let start: Int64
  package let end: Int64
  package let co2: SessionRecord.Range?
  package let heartRate: SessionRecord.Range?
  package let grade: String?

  init(_ session: SessionRecord, time: ClosedRange<Int64>, sensors: [SensorFigures]) {
    self.session = session
    (start, end) = (time.lowerBound, time.upperBound)
    co2 = sensors.range(of: .co2PartsPerMillion)
    heartRate = sensors.range(of: .heartRateBeatsPerMinute)
    grade = Self.grade(session, co2)
  }

  private static func grade(_ session: SessionRecord, _ co2: SessionRecord.Range?) -> String? {
    session.isGraded ? co2.map { Grade(meanCO2PartsPerMillion: $0.mean).rawValue } : nil
  }

  /// With the figures that were kept when it ended. Those of one that was interrupted, or goes on, are computed.
  package init(_ session: SessionRecord, in reader: LogbookReader) throws(LapwingError) {
    self.session = session
    start = session.startedAt
    end = try reader.end(of: session)
    guard session.readings == nil else {
      (co2, heartRate, grade) = (session.co2, session.heartRate, session.grade)
      return
    }
    let (from, until) = (start, end)
    let ranges = try reader.explained { () throws(LogbookError) in
      try reader.ranges(
        of: [.co2PartsPerMillion, .heartRateBeatsPerMinute], session: session.id, from: from, until: until)
    }
    co2 = ranges[.co2PartsPerMillion]
    heartRate = ranges[.heartRateBeatsPerMinute]
    grade = Self.grade(session, co2)
  }

  /// A local time of it, such as `22:14`; with its day if that is not the one on which the session began.
  package func time(_ milliseconds: Int64) -> String {
    let time = DateText.local(milliseconds)
    return time.prefix(10) == DateText.local(session.startedAt).prefix(10) ? String(time.suffix(5)) : time
  }

  /// A longer session is a damaged row or a clock that jumped: a leap year. Milliseconds.
  private static let longest: Int64 = 366 * 86_400_000

  private var state: String? {
    if session.isDamaged { return "damaged in the logbook: its times and figures cannot be relied on" }
    if end - start > Self.longest, session.profile != Logbook.importedProfile { return "its times cannot be right" }
    if session.endedAt == nil { return "goes on" }
    return session.wasInterrupted ? "interrupted" : nil
  }

  package var text: String {
    var parts = [
      "\(session.id)", DateText.local(session.startedAt), DurationText.text(milliseconds: end - start),
      session.profile,
    ]
    parts += session.details.parts
    if let co2 { parts.append("CO2 up to \(EventText.number(co2.maximum)) ppm") }
    if let heartRate {
      parts.append("heart \(EventText.number(heartRate.minimum)) to \(EventText.number(heartRate.maximum)) bpm")
    }
    if let grade { parts.append("grade \(grade)") }
    if let state { parts.append(state) }
    return parts.joined(separator: "  ")
  }

  package var json: JSONObject {
    let about = session.details
    return [
      "id": session.id, "started": DateText.utc(session.startedAt), "ended": session.endedAt.map { DateText.utc($0) },
      "duration_s": JSONText.seconds(end - start), "profile": session.profile,
      "interrupted": session.wasInterrupted ? true : nil, "damaged": session.isDamaged ? true : nil,
      "airline": about.airline, "flight": about.flight,
      "seat": about.seat, "from": about.origin, "to": about.destination, "co2_ppm": co2.map(Self.json),
      "heart_rate_bpm": heartRate.map(Self.json), "grade": grade,
    ]
  }

  private static func json(_ range: SessionRecord.Range) -> JSONObject {
    ["min": range.minimum, "mean": JSONText.rounded(range.mean), "max": range.maximum]
  }
}

import Documents
import Logbook
import Readings
import Sessions
import Status

/// What the list says about one session.
package struct SessionLine {
  package let session: SessionRecord
  /// Of the session, or of its first reading if that is before it.
  package let start: Int64
  package let end: Int64
  package let co2: SessionRecord.Range?
  package let heartRate: SessionRecord.Range?
  package let grade: String?

  /// The figures of a session that was interrupted, or goes on, are computed.
  /// - Parameter time: the time with all readings of the session, if it is known.
  package init(_ session: SessionRecord, in reader: LogbookReader, time: ClosedRange<Int64>? = nil) throws(LapwingError)
  {
    self.session = session
    start = time?.lowerBound ?? session.startedAt
    if let time { end = time.upperBound } else { end = try reader.end(of: session) }
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
    grade = session.isGraded ? co2.map { Grade(meanCO2PartsPerMillion: $0.mean).rawValue } : nil
  }

  private var state: String? {
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

  package var json: JSONLine {
    var line = JSONLine()
    line.add("id", session.id)
    line.add("started", DateText.utc(session.startedAt))
    if let end = session.endedAt { line.add("ended", DateText.utc(end)) }
    line.add("duration_s", Double(end - start) / 1000)
    line.add("profile", session.profile)
    if session.wasInterrupted { line.add("interrupted", true) }
    let about = session.details
    for (key, text) in [
      ("airline", about.airline), ("flight", about.flight), ("seat", about.seat), ("from", about.origin),
      ("to", about.destination),
    ] {
      if let text { line.add(key, text) }
    }
    for (key, range) in [("co2_ppm", co2), ("heart_rate_bpm", heartRate)] {
      guard let range else { continue }
      var figures = JSONLine()
      figures.add("min", range.minimum)
      figures.add("mean", JSONLine.rounded(range.mean))
      figures.add("max", range.maximum)
      line.add(key, figures)
    }
    if let grade { line.add("grade", grade) }
    return line
  }
}

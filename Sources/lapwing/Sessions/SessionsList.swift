import ArgumentParser
import Documents
import Logbook
import Readings
import Status
import System

/// `lapwing sessions list`
struct SessionsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the sessions, newest first.")

  @Option(help: "The number of sessions, 1 to 100000.")
  var last: Int?

  @Option(help: "Only sessions whose line has this text, such as a profile or a date.")
  var search: String?

  @Option(help: "Only sessions from this local day on, such as 2026-11-01.")
  var from: String?

  @Option(help: "Only sessions up to this local day, such as 2026-11-30.")
  var to: String?

  @Option(help: ArgumentHelp("Only sessions with a CO2 of at least this many ppm.", valueName: "ppm"))
  var minPeak: Double?

  @Flag(help: "Write one JSON object per session.")
  var json = false

  @OptionGroup var options: SessionOptions

  func validate() throws {
    guard last.map((1...100_000).contains) ?? true else { throw ValidationError("--last must be from 1 to 100000") }
    _ = try (from.map { try DateText.day($0) }, to.map { try DateText.day($0) })
  }

  func run() throws {
    let reader = try options.reader()
    let start = try from.map { try DateText.day($0) } ?? 0, end = try to.map { try DateText.day($0, addingDays: 1) }
    var shown = 0
    for session in try reader.explained({ () throws(LogbookError) in try reader.sessions() }) {
      guard last.map({ shown < $0 }) ?? true else { break }
      guard session.startedAt >= start, end.map({ session.startedAt < $0 }) ?? true else { continue }
      let line = try SessionLine(session, in: reader)
      if let minPeak, line.co2.map({ $0.maximum < minPeak }) ?? true { continue }
      if let search, !line.text.lowercased().contains(search.lowercased()) { continue }
      try Output.standard.line(json ? line.json.text : line.text)
      shown += 1
    }
    guard shown == 0, !json else { return }
    let isFiltered = search != nil || from != nil || to != nil || minPeak != nil
    try Output.standard.line(
      isFiltered
        ? "No session fits." : "The logbook has no sessions yet. Start one with `lapwing session start` or a button.")
  }
}

/// What the list says about one session.
struct SessionLine {
  let session: SessionRecord
  let end: Int64
  let co2: SessionRecord.Range?
  let heartRate: SessionRecord.Range?

  /// The figures of a session that was interrupted, or goes on, are computed.
  init(_ session: SessionRecord, in reader: LogbookReader) throws(LapwingError) {
    self.session = session
    end = try reader.end(of: session)
    guard session.readings == nil else {
      (co2, heartRate) = (session.co2, session.heartRate)
      return
    }
    let (start, length) = (session.startedAt, max(1, end - session.startedAt + 1))
    let sensors = try reader.explained { () throws(LogbookError) in
      try reader.figures(from: start, length: length, count: 1, session: session.id, limits: [:])
    }
    co2 = sensors.range(of: .co2PartsPerMillion)
    heartRate = sensors.range(of: .heartRateBeatsPerMinute)
  }

  private var state: String? {
    if session.endedAt == nil { return "goes on" }
    return session.wasInterrupted ? "interrupted" : nil
  }

  var text: String {
    var parts = [
      "\(session.id)", DateText.local(session.startedAt), DurationText.text(milliseconds: end - session.startedAt),
      session.profile,
    ]
    if let co2 { parts.append("CO2 up to \(EventText.number(co2.maximum)) ppm") }
    if let heartRate {
      parts.append("heart \(EventText.number(heartRate.minimum)) to \(EventText.number(heartRate.maximum)) bpm")
    }
    if let grade = session.grade { parts.append("grade \(grade)") }
    if let state { parts.append(state) }
    return parts.joined(separator: "  ")
  }

  var json: JSONLine {
    var line = JSONLine()
    line.add("id", session.id)
    line.add("started", DateText.utc(session.startedAt))
    if let end = session.endedAt { line.add("ended", DateText.utc(end)) }
    line.add("duration_s", Double(end - session.startedAt) / 1000)
    line.add("profile", session.profile)
    if session.wasInterrupted { line.add("interrupted", true) }
    for (key, range) in [("co2_ppm", co2), ("heart_rate_bpm", heartRate)] {
      guard let range else { continue }
      var figures = JSONLine()
      figures.add("min", range.minimum)
      figures.add("mean", JSONLine.rounded(range.mean))
      figures.add("max", range.maximum)
      line.add(key, figures)
    }
    if let grade = session.grade { line.add("grade", grade) }
    return line
  }
}

import ArgumentParser
import Documents
import Glibc
import Logbook
import Readings
import Reports
import Settings
import Status
import System

/// `lapwing sessions export`
struct SessionsExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes all readings of a session to a file.",
    discussion: """
      CSV has one row for each time of a sensor, with units in the header, times in UTC, and empty fields for what was \
      not measured. RR intervals are milliseconds, separated by spaces. The id of a reading is the same in every export. FHIR is a Bundle of R4 with an Observation for each \
      minute of heart rate, pulse and oxygen; FHIR has no code for the air. A file named - is standard output.
      """)

  @Argument(help: "The number of the session in `lapwing sessions`; without it, the latest one.")
  var number: Int64?

  @Option(help: "The CSV file to write.", completion: .file())
  var csv: String?

  @Option(help: "The JSON file to write.", completion: .file())
  var json: String?

  @Option(help: "The PDF file to write: one or two pages with charts, figures and alarms.", completion: .file())
  var pdf: String?

  @Option(help: "The SVG file of the charts to write.", completion: .file())
  var svg: String?

  @Option(help: "The FHIR file to write: vital signs for a clinic, one mean for each minute.", completion: .file())
  var fhir: String?

  @OptionGroup var units: UnitsOption

  @OptionGroup var options: SessionOptions

  func validate() throws {
    let files = [csv, json, pdf, svg, fhir].compactMap { $0 }
    guard !files.isEmpty else { throw ValidationError("give --csv, --json, --pdf, --svg or --fhir with a file") }
    guard Set(files).count == files.count else { throw ValidationError("two of the files have the same name") }
  }

  func run() throws {
    let reader = try options.reader()
    let session = try reader.chosen(number)
    let configuration = try options.configuration.read()
    let isDrawn = pdf != nil || svg != nil
    let figures = try SessionFigures(
      session, in: reader, limits: try configuration.readFigureLimits(),
      columns: isDrawn ? SessionDocument.columns : 1, goalPerHour: configuration[Keys.hydrationGoal],
      hasGaps: pdf != nil)
    let now = UnixTime(milliseconds: Int64(time(nil)) * 1000)
    if isDrawn {
      let report = SessionDocument(figures, units: units.units).report(
        title: "Session of \(DateText.local(session.startedAt))", box: HostName.text, profile: session.profile,
        printed: now)
      if let pdf { try write(SessionPDF.bytes(report, fonts: DocumentFonts.find()), to: pdf) }
      if let svg { try write(Array(report.chartsSVG().utf8), to: svg) }
    }
    if let csv {
      let file = try GrowingFile(csv)
      // The figures do not know a quantity whose values are all implausible.
      var present = Set<Quantity>()
      try Self.forEachRow(of: session, from: figures.line.start, until: figures.line.end, in: reader) { row in
        row.reading?.measurements.forEach { quantity, _ in _ = present.insert(quantity) }
      }
      let table = RecordTable(
        present, hasBeats: figures.sensors.contains { $0.beats > 0 }, hasPhases: !figures.phases.isEmpty)
      try file.write(table.header)
      try Self.forEachRow(of: session, from: figures.line.start, until: figures.line.end, in: reader) {
        row throws(LapwingError) in
        try file.write(table.line(row, in: session.id, phase: figures.phase(at: row.at)))
      }
      try file.finish()
    }
    if let fhir { try writeFHIR(figures, from: reader, to: fhir, at: now) }
    if let json {
      let file = try GrowingFile(json)
      // The object of the session, with its readings as one more member.
      try file.write(figures.json.text.dropLast() + ",\"readings\":[")
      var separator = "\n"
      try Self.forEachRow(of: session, from: figures.line.start, until: figures.line.end, in: reader) {
        row throws(LapwingError) in
        try file.write(separator + row.json(in: session.id, phase: figures.phase(at: row.at)).text)
        separator = ",\n"
      }
      try file.write("\n]}\n")
      try file.finish()
    }
  }

  private func writeFHIR(
    _ figures: SessionFigures, from reader: LogbookReader, to path: String, at now: UnixTime
  ) throws(LapwingError) {
    let bundle = FHIRBundle(figures: figures, printed: now)
    let file = try GrowingFile(path)
    try bundle.write(from: reader, to: file)
    try file.finish()
    guard !bundle.leftOut.isEmpty else { return }
    try Output.error.line(
      "lapwing: not in \(path), since FHIR has no code for it: \(bundle.leftOut.joined(separator: ", "))")
  }

  private func write(_ bytes: [UInt8], to path: String) throws(LapwingError) {
    if path == "-" { try Output.standard.write(bytes) } else { try TextFile.write(bytes, to: path) }
  }

  /// Calls `body` with every row of a session, oldest first.
  private static func forEachRow(
    of session: SessionRecord, from start: Int64, until end: Int64, in reader: LogbookReader,
    body: (RecordRow) throws(LapwingError) -> Void
  ) throws(LapwingError) {
    // A measurement is older than its message, so that the first one may lie before the session.
    var window = max(0, start - LogbookReader.oldest)
    var rows = RecordRows()
    while window <= end {
      let (from, until) = (window, min(window + Self.window, end + 1))
      let records = try reader.explained { () throws(LogbookError) in
        try reader.record(from: from, until: until, session: session.id)
      }
      for row in rows.rows(of: records, until: until) { try body(row) }
      window = until
      // Years may lie between two readings, or after the last one, if a clock or a row was wrong.
      if records.isEmpty, window <= end {
        let now = window
        let next = try reader.explained { () throws(LogbookError) in
          try reader.firstTime(from: now, session: session.id)
        }
        guard let next else { break }
        window = max(window, next)
      }
    }
    for row in rows.rows(of: [], until: nil) { try body(row) }
  }

  /// How much is read at once: an hour, as it is sealed.
  private static let window: Int64 = 3_600_000
}

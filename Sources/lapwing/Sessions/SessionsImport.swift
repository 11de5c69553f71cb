import ArgumentParser
import Documents
import Glibc
import Logbook
import Readings
import Reports
import SensorProtocols
import Settings
import System

/// `lapwing sessions import`
struct SessionsImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds the readings of a CSV file to the logbook, as a session.",
    discussion: """
      It reads what `lapwing sessions export` writes, what the Aranet apps export, and files with a time and columns that name \
      quantity and unit, also with semicolons and decimal commas, and in UTF-16. Readings that the logbook already holds are left \
      out, so a file can be imported twice. A value that no such sensor can measure is marked and counts in no figure. A file with \
      an error is not imported at all. Imported readings raise no alarm.
      """)

  @Argument(help: "The CSV file.", completion: .file(extensions: ["csv"]))
  var file: String

  @Option(help: "The address of the sensor, for a file that does not name it, such as C2:DB:C0:DC:E4:55.")
  var address: String?

  @Option(
    help:
      "The model of the sensor, for a file that does not name it; without it the one that the logbook knows at the address."
  )
  var model: String?

  @Option(help: ArgumentHelp("How dates with slashes are meant: day-first or month-first.", valueName: "order"))
  var dates: ImportColumns.DateOrder?

  @Flag(help: "Times without an offset are in UTC; otherwise they are local.")
  var utc = false

  @OptionGroup var options: SessionOptions

  /// More would need more memory than a small board has.

  func validate() throws {
    if let address, DeviceAddress(address) == nil {
      throw ValidationError("--address is \(address); write it as C2:DB:C0:DC:E4:55")
    }
    guard model.map({ (1...60).contains($0.utf8.count) }) ?? true else {
      throw ValidationError("--model must have 1 to 60 bytes")
    }
  }

  func run() throws {
    let path = try options.path()
    let limits = try options.configuration.read().readFigureLimits()
    let known = try? LogbookReader(path: path).modelsByAddress()
    var (hours, leftOut) = try count(known ?? [:])
    if !leftOut.isEmpty {
      try Output.error.line("lapwing: columns that are left out: \(leftOut.joined(separator: ", "))")
    }
    if hours.implausible > 0 {
      try Output.error.line(
        "lapwing: \(hours.implausible) readings have values that the sensor cannot have measured; they are marked, and count in no figure"
      )
    }
    var session: Int64?, added = 0
    var blocks: [SealedBlock] = []
    func write() throws(LapwingError) {
      let written = try Self.explained { () throws(LogbookError) in
        try Logbook.importing(blocks, to: session, into: path)
      }
      (session, added) = (written.session, added + written.readings)
      blocks.removeAll(keepingCapacity: true)
    }
    _ = try read(known ?? [:]) { row, sensor throws(LapwingError) in
      blocks += hours.add(row, of: sensor)
      if blocks.reduce(0, { $0 + $1.readings.count }) >= Self.atOnce { try write() }
    }
    try write()
    let all = hours.readings
    guard let session else { return try Self.say("All \(all) readings of \(file) are in the logbook already.") }
    try Self.explained { () throws(LogbookError) in
      try Logbook.finishImport(of: session, into: path, limits: limits)
    }
    try Self.say("Session \(session) holds \(added) readings of \(file); \(max(0, all - added)) were known.")
  }

  /// How many readings are handed to the logbook at once.
  private static let atOnce = 8_000

  private static func say(_ text: String) throws(LapwingError) { try? Output.standard.line(text) }

  private static func explained<Value>(_ body: () throws(LogbookError) -> Value) throws(LapwingError) -> Value {
    do throws(LogbookError) { return try body() } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
  }

  /// Reads the whole file once, so that one with an error is not imported at all.
  private func count(
    _ known: [DeviceAddress: String]
  ) throws(LapwingError) -> (hours: ImportedHours, leftOut: [String]) {
    do throws(LapwingError) {
      var hours = ImportedHours()
      let leftOut = try read(known) { row, sensor throws(LapwingError) in hours.count(row, of: sensor) }
      guard hours.rows > 0 else { throw LapwingError(.badData, code: "no-rows", "the file has no readings") }
      try hours.check()
      return (hours, leftOut)
    } catch {
      throw LapwingError(error.status, code: error.code, "\(file): \(error.message); nothing was imported")
    }
  }

  /// Reads the rows of the file.
  /// - Parameter known: the models of sensors by their address.
  /// - Returns: the columns that are not read.
  private func read(
    _ known: [DeviceAddress: String],
    _ body: (ImportColumns.Row, ImportedHours.Sensor) throws(LapwingError) -> Void
  ) throws(LapwingError) -> [String] {
    var order = dates, last: Int64?
    var columns: ImportColumns?
    let only = address.flatMap { DeviceAddress($0) }
    let latest = Int64(time(nil)) * 1000 + 86_400_000
    try forEachRow { row throws(LapwingError) in
      guard let header = columns else {
        columns = try ImportColumns(row.fields)
        return
      }
      if order == nil, header.needsOrder(row) { order = try findOrder(header) }
      var found = try header.row(row, isUTC: utc, order: order)
      if let before = last, found.isLocal { found.at = Self.inOrder(found.at, after: before) }
      last = found.at
      found.reading.at = found.at
      guard found.at <= latest else {
        throw LapwingError(
          .badData, code: "future", "line \(row.line): \(DateText.utc(found.at)) is in the future; check the date")
      }
      guard let sensor = found.address ?? only else {
        throw LapwingError(
          .badData, code: "no-address", "the file does not name its sensor; give --address, such as C2:DB:C0:DC:E4:55")
      }
      let name = found.model ?? model ?? known[sensor] ?? header.model
      let implausible = Catalogue.implausible(found.reading.measurements, ofModelNamed: name)
      found.reading.implausible += implausible.filter { !found.reading.implausible.contains($0) }
      try body(found, ImportedHours.Sensor(address: sensor, model: name))
    }
    return columns?.leftOut ?? []
  }

  /// The hour that the clock shows twice at the end of summer time: the order of the rows decides which one is meant.
  private static func inOrder(_ time: Int64, after last: Int64) -> Int64 {
    let hour: Int64 = 3_600_000
    let isTwice = { (other: Int64) in
      UnixTime(milliseconds: time).parts(in: .local) == UnixTime(milliseconds: other).parts(in: .local)
    }
    let choices = [time, time + hour, time - hour].filter { $0 == time || isTwice($0) }
    return choices.filter { $0 != last || choices.count == 1 }.min { abs($0 - last) < abs($1 - last) } ?? time
  }

  /// How dates such as 03/04/2026 are meant, from the first row that leaves no choice.
  private func findOrder(_ columns: ImportColumns) throws(LapwingError) -> ImportColumns.DateOrder {
    var found: ImportColumns.DateOrder?, example = ""
    var isHeader = true
    try forEachRow { row throws(LapwingError) in
      if !isHeader, found == nil {
        found = columns.order(of: row)
        if example.isEmpty { example = columns.date(of: row) }
      }
      isHeader = false
    }
    guard let found else {
      throw LapwingError(
        .badData, code: "ambiguous-date",
        "\(example) may begin with the day or with the month; say --dates day-first or --dates month-first")
    }
    return found
  }

  private func forEachRow(_ body: (CSVRow) throws(LapwingError) -> Void) throws(LapwingError) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LapwingError(.noInput, code: "no-file", SystemFault.reason) }
    defer { close(descriptor) }
    var reader: CSVReader?
    var encoding = UTF16Text()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rows: [CSVRow] = []
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw LapwingError(.inputOutput, code: "read-failed", SystemFault.reason) }
      let bytes = count > 0 ? encoding.utf8(of: buffer[..<count]) : encoding.rest
      if reader == nil { reader = CSVReader(separator: CSVReader.separator(of: bytes)) }
      do throws(CSVError) {
        try reader?.read(bytes, into: &rows)
        if count == 0 { try reader?.finish(into: &rows) }
      } catch {
        throw LapwingError(.badData, code: "bad-csv", error.message)
      }
      for row in rows { try body(row) }
      rows.removeAll(keepingCapacity: true)
      if count == 0 { return }
    }
  }
}

extension ImportColumns.DateOrder: ExpressibleByArgument {}

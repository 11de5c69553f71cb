import ArgumentParser
import Documents
import Glibc
import Logbook
import Readings
import Reports
import SensorProtocols
import Settings
import System

struct SessionsImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds the readings of a file to the logbook, as a session.",
    discussion: """
      It reads what `lapwing sessions export` writes; CSV of Aranet, Govee, SensorPush, Airthings, SwitchBot, Netatmo, EMAY, ViHealth, O2 Insight, \
      Samsung Health, Google Health, Polar and HRV Logger; other files with a time and columns that name quantity and unit, also with \
      semicolons and decimal commas, titles before them, and in UTF-16; RR intervals \
      of Elite HRV; export.xml of Apple Health; and FIT files of Garmin. Readings that the logbook already holds are left \
      out, so a file can be imported twice. A value that no such sensor can measure is marked and counts in no figure. A file with \
      an error is not imported at all. Imported readings raise no alarm.
      """)

  @Argument(help: "The file.", completion: .file(extensions: ["csv", "txt", "xml", "fit"]))
  var file: String

  @Option(help: "The address of the sensor, for a file that does not name it, such as C2:DB:C0:DC:E4:55.")
  var address: String?

  @Option(
    help:
      "The model of the sensor, for a file that does not name it; without it the one that the logbook knows at the address."
  )
  var model: String?

  @Option(help: ArgumentHelp("How dates with slashes are meant: day-first or month-first.", valueName: "order"))
  var dates: DateOrder?

  @Flag(help: "Times without an offset are in UTC; otherwise they are local.")
  var utc = false

  @Option(help: "When the first RR interval of a file without times began, such as 2026-01-17T17:47:13.")
  var start: String?

  @OptionGroup var options: SessionOptions

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
    let source: ImportedFile
    do throws(LapwingError) { source = try ImportedFile(file, order: dates, isUTC: utc, start: start) } catch {
      throw LapwingError(error.status, code: error.code, "\(file): \(error.message); nothing was imported")
    }
    var (hours, leftOut) = try count(source, known ?? [:])
    if !leftOut.isEmpty { try Output.error.line("lapwing: left out: \(leftOut.joined(separator: ", "))") }
    if hours.impossible > 0 {
      try Output.error.line(
        "lapwing: \(hours.impossible) values are left out, since no share is below 0 or above 100 %")
    }
    if hours.implausible > 0 {
      try Output.error.line(
        "lapwing: \(hours.implausible) readings have values that the sensor cannot have measured; they are marked, and count in no figure"
      )
    }
    if hours.moved > 0 {
      try Output.error.line(
        "lapwing: \(hours.moved) rows have times that the local clock leaves out when summer time begins; they are read by the "
          + "clock of before, so 02:30 became 03:30; say --utc if the times are in UTC")
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
    _ = try read(source, known ?? [:]) { row, sensor throws(LapwingError) in
      blocks += hours.add(row, of: sensor)
      if blocks.reduce(0, { $0 + $1.readings.count }) >= Self.atOnce { try write() }
    }
    try write()
    let all = hours.readings
    guard let session else {
      let what = all > 0 ? "All \(all) readings" : "All \(hours.beats) RR intervals"
      return try Self.say("\(what) of \(file) are in the logbook already.")
    }
    try Self.explained { () throws(LogbookError) in
      try Logbook.finishImport(of: session, into: path, limits: limits)
    }
    guard all > 0 else {
      return try Self.say("Session \(session) holds RR intervals of \(file), \(hours.beats) in all.")
    }
    try Self.say("Session \(session) holds \(added) readings of \(file); \(max(0, all - added)) were known.")
  }

  /// No sensor is older: a time before 2000, such as 1970-01-01, is of a clock that was not set. Milliseconds since 1970.
  private static let earliest: Int64 = 946_684_800_000

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
    _ file: ImportedFile, _ known: [DeviceAddress: String]
  ) throws(LapwingError) -> (hours: ImportedHours, leftOut: [String]) {
    do throws(LapwingError) {
      var hours = ImportedHours()
      let leftOut = try read(file, known) { row, sensor throws(LapwingError) in hours.count(row, of: sensor) }
      guard hours.rows > 0 else {
        let why = leftOut.isEmpty ? "" : "; left out: \(leftOut.joined(separator: ", "))"
        throw LapwingError(.badData, code: "no-rows", "the file has no readings\(why)")
      }
      try hours.check()
      return (hours, leftOut)
    } catch {
      throw LapwingError(error.status, code: error.code, "\(self.file): \(error.message); nothing was imported")
    }
  }

  /// Reads the rows of the file.
  /// - Returns: what is not read.
  private func read(
    _ file: ImportedFile, _ known: [DeviceAddress: String],
    _ body: (ImportedRow, ImportedHours.Sensor) throws(LapwingError) -> Void
  ) throws(LapwingError) -> [String] {
    let only = address.flatMap { DeviceAddress($0) }
    let latest = Int64(time(nil)) * 1000 + 86_400_000
    var early = 0, source: String?
    let leftOut = try file.forEach { row throws(LapwingError) in
      var row = row
      guard row.at >= Self.earliest else {
        early += 1
        return
      }
      guard row.at <= latest else {
        let place = row.line.map { "line \($0): " } ?? ""
        throw LapwingError(.badData, code: "future", "\(place)\(DateText.utc(row.at)) is in the future; check the date")
      }
      if row.address == nil, only != nil, let name = row.source {
        if let source, source != name {
          let place = row.line.map { "line \($0): " } ?? ""
          throw LapwingError(
            .badData, code: "two-sensors",
            "\(place)the file names two sensors, \(source) and \(name), and --address would make them one; leave it out, "
              + "and each gets an address of its own")
        }
        source = name
      }
      guard let sensor = row.address ?? only ?? row.source.map({ DeviceAddress(madeUpFor: $0) }) else {
        throw LapwingError(
          .badData, code: "no-address", "the file does not name its sensor; give --address, such as C2:DB:C0:DC:E4:55")
      }
      let named = row.address ?? only == nil ? row.source.map { String($0.prefix(60)) } : nil
      let name = row.model ?? model ?? known[sensor] ?? named ?? row.usualModel
      let implausible = Catalogue.implausible(row.reading.measurements, ofModelNamed: name)
      row.reading.implausible += implausible.filter { !row.reading.implausible.contains($0) }
      try body(row, ImportedHours.Sensor(address: sensor, model: name))
    }
    let rows = early == 1 ? "1 row" : "\(early) rows"
    return leftOut + (source.map { ["the name of the sensor, \($0)"] } ?? [])
      + (early > 0 ? ["\(rows) with a time before 2000, when no clock of a sensor was set"] : [])
  }
}

extension DateOrder: ExpressibleByArgument {}

import ArgumentParser
import Documents
import Glibc
import Logbook
import Readings
import Reports
import System

/// `lapwing sessions import`
struct SessionsImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds the readings of a CSV file to the logbook, as a session.",
    discussion: """
      It reads what `lapwing sessions export` writes, what the Aranet4 app exports, and files with columns named date, \
      co2, temperature, humidity and pressure. Readings that the logbook already holds are left out, so a file can be \
      imported twice. A file with an error is not imported at all. Imported readings raise no alarm.
      """)

  @Argument(help: "The CSV file.", completion: .file(extensions: ["csv"]))
  var file: String

  @Option(help: "The address of the sensor, for a file that does not name it, such as C2:DB:C0:DC:E4:55.")
  var address: String?

  @Option(help: "The model of the sensor, for a file that does not name it.")
  var model = "Aranet4"

  @Flag(help: "Times without an offset are in UTC; otherwise they are local.")
  var utc = false

  @OptionGroup var options: SessionOptions

  /// More would need more memory than a small board has.
  private static let mostRows = 2_000_000

  func validate() throws {
    if let address, DeviceAddress(address) == nil {
      throw ValidationError("--address is \(address); write it as C2:DB:C0:DC:E4:55")
    }
    guard (1...60).contains(model.utf8.count) else { throw ValidationError("--model must have 1 to 60 bytes") }
  }

  func run() throws {
    let records = try read()
    let path = try options.path()
    do throws(LogbookError) {
      let (readings, session) = try Logbook.importing(records, into: path)
      let all = records.reduce(0) { $0 + $1.readings.count }
      guard let session else { return try Self.say("All \(all) readings of \(file) are in the logbook already.") }
      try Self.say("Session \(session) holds \(readings) readings of \(file); \(max(0, all - readings)) were known.")
    } catch {
      throw LapwingError(.inputOutput, code: error.code, error.message)
    }
  }

  private static func say(_ text: String) throws(LogbookError) { try? Output.standard.line(text) }

  /// The readings of the file, by sensor.
  private func read() throws(LapwingError) -> [SensorRecord] {
    var columns: ImportColumns?
    var sensors: [String: (record: SensorRecord, notifications: [(at: Int64, ticks: [UInt16])])] = [:]
    var count = 0
    let latest = Int64(time(nil)) * 1000 + 86_400_000
    try forEachRow { row throws(LapwingError) in
      guard let known = columns else {
        columns = try ImportColumns(row.fields)
        return
      }
      count += 1
      guard count <= Self.mostRows else {
        throw LapwingError(.badData, code: .tooLong, "more than \(Self.mostRows) rows; split the file")
      }
      let found = try known.row(row, isUTC: utc)
      guard found.at <= latest else {
        throw LapwingError(
          .badData, code: .future, "line \(row.line): \(DateText.utc(found.at)) is in the future; check the date")
      }
      guard let sensor = found.address ?? address.flatMap({ DeviceAddress($0) }) else {
        throw LapwingError(
          .badData, code: .noAddress, "the file does not name its sensor; give --address, such as C2:DB:C0:DC:E4:55")
      }
      let name = found.model ?? model
      let key = "\(sensor) \(name)"
      if sensors[key] == nil {
        sensors[key] = (SensorRecord(address: sensor, model: name, readings: []), [])
      }
      if found.reading.measurements.count > 0 || found.reading.hasContact != nil {
        sensors[key]?.record.readings.append(found.reading)
      }
      if !found.ticks.isEmpty { sensors[key]?.notifications.append((found.at, found.ticks)) }
    }
    guard count > 0 else {
      throw LapwingError(.badData, code: .noRows, "\(file): the file has no readings; nothing was imported")
    }
    return sensors.keys.sorted().compactMap { key in
      guard let (record, notifications) = sensors[key] else { return nil }
      var whole = record
      whole.beats = BeatRun.runs(of: notifications.sorted { $0.at < $1.at })
      return whole
    }
  }

  private func forEachRow(_ body: (CSVRow) throws(LapwingError) -> Void) throws(LapwingError) {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LapwingError(.noInput, code: .noFile, "\(file): \(SystemFault.reason)")
    }
    defer { close(descriptor) }
    var reader = CSVReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rows: [CSVRow] = []
    func named(_ error: LapwingError) -> LapwingError {
      LapwingError(error.status, code: error.code, "\(file): \(error.message); nothing was imported")
    }
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else {
        throw LapwingError(.inputOutput, code: .readFailed, "\(file): \(SystemFault.reason)")
      }
      do throws(CSVError) {
        if count > 0 { try reader.read(buffer[..<count], into: &rows) } else { try reader.finish(into: &rows) }
      } catch {
        throw named(LapwingError(.badData, code: .badCSV, error.message))
      }
      do throws(LapwingError) { for row in rows { try body(row) } } catch { throw named(error) }
      rows.removeAll(keepingCapacity: true)
      if count == 0 { return }
    }
  }
}

import FoundationEssentials
import Glibc
import Readings
import SensorProtocols
import Status
import System

/// A CSV file with the history of a sensor: one row per time, and an empty cell for a value that was not measured. An
/// existing file with the same columns is continued after its last row.
package struct HistoryFile {
  private let path: String
  private let file: Descriptor
  private let quantities: [Quantity]
  /// The time of the last row, in seconds since 1970; `nil` if there is no row.
  package let latest: Int64?
  private static let longest = 64 << 20

  /// Opens or creates the file.
  package init(path: String, _ quantities: [Quantity]) throws(LapwingError) {
    self.path = path
    self.quantities = quantities
    let heading = (["time"] + quantities.map(\.key)).joined(separator: ",") + "\n"
    var bytes: [UInt8] = []
    if access(path, F_OK) == 0 { bytes = try FileBytes.read(path, mayWait: false, longest: Self.longest) }
    // A row that was cut off is written again.
    let whole = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let text = String(decoding: bytes[..<whole], as: UTF8.self)
    guard whole == 0 || text.hasPrefix(heading) else {
      throw LapwingError(
        .badData, code: "other-file",
        "\(path): this file has other columns than \(heading.dropLast()); name another file")
    }
    guard whole > 0 || bytes.isEmpty else {
      throw LapwingError(
        .badData, code: "other-file", "\(path): this is not a file of a sensor's history; name another file")
    }
    latest = try Self.latest(in: text, path)
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o644)
    guard number >= 0 else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
    file = try Descriptor(number, path)
    _ = ftruncate(number, off_t(whole))
    if whole == 0 { try Output(descriptor: number).write(heading) }
  }

  private static func latest(in text: String, _ path: String) throws(LapwingError) -> Int64? {
    let rows = text.split(separator: "\n").dropFirst()
    guard let last = rows.last else { return nil }
    guard let cell = last.split(separator: ",", omittingEmptySubsequences: false).first,
      let date = try? Date(String(cell), strategy: .iso8601)
    else {
      throw LapwingError(
        .badData, code: "other-file", "\(path):\(rows.count + 1): the row does not begin with a time; name another file"
      )
    }
    return Int64(date.timeIntervalSince1970)
  }

  /// Adds rows and waits until they are on the disk.
  package func append(_ rows: [AranetDownload.Row]) throws(LapwingError) {
    var text = ""
    for row in rows {
      text += Date(timeIntervalSince1970: Double(row.unixSeconds)).formatted(.iso8601)
      for quantity in quantities { text += "," + (row.measurements[quantity].map(Self.number) ?? "") }
      text += "\n"
    }
    do { try Output(descriptor: file.number).write(text) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
    guard fdatasync(file.number) == 0 else {
      throw LapwingError(.inputOutput, code: "not-written", "\(path): \(SystemFault.reason)")
    }
  }

  private static func number(_ value: Double) -> String {
    let rounded = JSONText.rounded(value)
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }
}

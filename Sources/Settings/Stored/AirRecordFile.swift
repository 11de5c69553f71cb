import AirQuality
import FoundationEssentials
import Glibc
import Readings
import System

/// The file with the ``AirRecord``, which `lapwing outside` and `lapwing forget` write.
package struct AirRecordFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Returns: `nil` if there is none yet.
  package func read() throws(LapwingError) -> AirRecord? {
    guard let bytes = try StoredFile(path: path).read() else { return nil }
    guard let record = try? JSONDecoder().decode(AirRecord.self, from: Data(bytes)), record.isSound else {
      throw LapwingError(
        .badData, code: "bad-air-record",
        "\(path): this is no record of outdoor air; lapwing outside writes a new one with the next answer of a source")
    }
    return record
  }

  package func write(_ record: AirRecord) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(record) else { throw fault("it cannot be written as JSON") }
    try StoredFile(path: path, isShared: true).write(Array(data), fault: fault)
    // The folder has the group of those who may look at the box, and gives it to its files.
    var status = stat()
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if stat(folder, &status) == 0, status.st_mode & S_ISGID != 0 { chmod(path, 0o640) }
  }

  private func fault(_ reason: String) -> LapwingError {
    LapwingError(
      .inputOutput, code: "air-not-written", "\(path): \(reason); make room, or name another outside.air.record")
  }
}

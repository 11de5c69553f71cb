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

  /// - Returns: `nil` also for a record of another place: that which is configured has changed.
  package func read(of place: Place) throws(LapwingError) -> AirRecord? {
    guard let record = try read(), record.place == AirRecord(place: place).place else { return nil }
    return record
  }

  /// Writes a record, without what a person has deleted in the file meanwhile: it must not come back.
  /// - Returns: what is in the file now.
  package func keep(_ record: AirRecord) throws(LapwingError) -> AirRecord {
    try alone { () throws(LapwingError) in
      var record = record
      record.forget(like: try? read())
      try write(record)
      return record
    }
  }

  /// Deletes what was measured before a time, and overwrites the old file.
  /// - Parameter place: of the box. With it a record that is damaged, of which all goes, keeps for `lapwing outside` what was deleted.
  /// - Returns: whether the old bytes are overwritten.
  package func forget(before time: Int64, of place: Place?) throws(LapwingError) -> Bool {
    try alone { () throws(LapwingError) in
      var record = place.map { AirRecord(place: $0) }
      do throws(LapwingError) {
        guard let known = try read() else { return true }
        record = known
      } catch {
        guard error.status == .badData else { throw error }
      }
      let old = open(path, O_WRONLY | O_CLOEXEC)
      defer { if old >= 0 { close(old) } }
      if record != nil {
        record?.forget(before: time)
        if let record { try write(record) }
      } else if unlink(path) != 0 {
        throw fault(SystemFault.reason)
      }
      var status = stat()
      guard fstat(old, &status) == 0 else { return false }
      let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
      return pwrite(old, zeros, zeros.count, 0) == zeros.count && fsync(old) == 0
    }
  }

  private func alone<Result>(_ body: () throws(LapwingError) -> Result) throws(LapwingError) -> Result {
    try FolderLock.hold(
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", fault: { fault($0.reason) }, body)
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

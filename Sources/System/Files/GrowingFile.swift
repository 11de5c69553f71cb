import Glibc
import Readings

/// A file that is written piece by piece, so that it may be larger than the memory. It appears under its name only when
/// it is whole.
package final class GrowingFile {
  private let path: String
  private let partPath: String?
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var isWhole = false
  private static let piece = 1 << 16

  /// - Parameter path: `-` for standard output. A pipe or a device is written as it is.
  package init(_ path: String) throws(LapwingError) {
    self.path = path
    guard path != "-" else {
      (partPath, descriptor) = (nil, dup(STDOUT_FILENO))
      return
    }
    try OutputPath.check(path)
    var status = stat()
    let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    let part = "\(path).\(getpid()).part"
    partPath = isSpecial ? nil : part
    descriptor =
      isSpecial
      ? open(path, O_WRONLY | O_CLOEXEC) : open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
  }

  deinit {
    close(descriptor)
    if !isWhole, let partPath { unlink(partPath) }
  }

  package func write(_ text: String) throws(LapwingError) {
    pending += text.utf8
    if pending.count >= Self.piece { try flush() }
  }

  /// Writes the rest to the disk, and gives the file its name.
  package func finish() throws(LapwingError) {
    try flush()
    guard let partPath else { return }
    guard fsync(descriptor) == 0, rename(partPath, path) == 0 else { throw Self.error(path, errno) }
    isWhole = true
  }

  private func flush() throws(LapwingError) {
    do throws(LapwingError) { try Output(descriptor: descriptor).write(pending) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message); nothing was left there")
    }
    pending.removeAll(keepingCapacity: true)
  }

  private static func error(_ path: String, _ number: Int32) -> LapwingError {
    LapwingError(
      .inputOutput, code: "write-failed",
      "\(path): \(String(cString: strerror(number))); give a file that can be written")
  }
}

package enum OutputPath {
  /// Refuses a path whose file holds what a person would lose: a database, such as the logbook, or settings.
  package static func check(_ path: String) throws(LapwingError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let what: String? =
      if isDatabase(path) { "a database, such as the logbook" } else if isSettings(path) { "a file of settings" } else {
        nil
      }
    guard let what else { return }
    throw LapwingError(
      .usage, code: "same-file", "\(path) is \(what), which the document would replace; name another file")
  }

  private static func isSettings(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

  /// By its first bytes (sqlite.org/fileformat.html, 1.3).
  private static func isDatabase(_ path: String) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: magic.count)
    return read(descriptor, &head, head.count) == magic.count && head == magic
  }
}

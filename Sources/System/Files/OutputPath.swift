import Glibc
import Readings

/// Where a command writes a document.
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

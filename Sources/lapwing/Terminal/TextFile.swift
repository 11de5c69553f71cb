import Glibc
import Readings
import System

enum TextFile {
  /// Writes a text to a file, whole or not at all. An existing file is replaced. A pipe or a device is written as it is.
  static func write(_ text: String, to path: String) throws(LapwingError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes in the same way.
  static func write(_ bytes: [UInt8], to path: String) throws(LapwingError) {
    try OutputPath.check(path)
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    guard kind != S_IFREG, kind != S_IFDIR else {
      return try StoredFile(path: path, mode: 0o644, isShared: true).write(bytes) { reason in
        LapwingError(
          .inputOutput, code: "write-failed", "\(path): \(reason); give a file that can be written")
      }
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LapwingError(
        .inputOutput, code: "write-failed",
        "\(path): \(SystemFault.reason); give a file that can be written")
    }
    defer { close(descriptor) }
    do throws(LapwingError) { try Output(descriptor: descriptor).write(bytes) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
  }
}

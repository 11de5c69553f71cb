import Glibc
import Readings
import System

/// Writes a text file as a whole.
enum TextFile {
  /// Writes a text to a file. An existing file is overwritten.
  static func write(_ text: String, to path: String) throws(LapwingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw LapwingError(
        .inputOutput, code: "write-failed",
        "\(path): \(String(cString: strerror(errno))); give a file that can be written")
    }
    defer { close(descriptor) }
    do throws(LapwingError) { try Output(descriptor: descriptor).write(text) } catch {
      throw LapwingError(error.status, code: error.code, "\(path): \(error.message)")
    }
  }
}

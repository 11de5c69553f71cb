import Bluetooth
import Glibc
import Readings
import System

/// The file in which `lapwing-rescue.path` expects requests. It is on a RAM disk, so writing it waits for no disk.
package enum RescueRequestFile {
  private static let file = "/run/lapwing/rescue"

  /// Writes a request. The file appears complete, and replaces a request that was not taken yet.
  package static func ask(for request: RescueRequest) throws(LapwingError) {
    let new = file + ".new"
    do {
      let draft = try Descriptor(open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644), new)
      let line = Array(request.line.utf8)
      guard write(draft.number, line, line.count) == line.count else { throw failure(new) }
    }
    guard rename(new, file) == 0 else { throw failure(file) }
  }

  private static func failure(_ path: String) -> LapwingError {
    LapwingError(.inputOutput, code: "no-rescue", "\(path): \(String(cString: strerror(errno)))")
  }
}

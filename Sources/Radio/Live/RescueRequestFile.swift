import Bluetooth
import Glibc
import Readings
import System

/// Where `lapwing-rescue.path` waits for requests. The folder lies in memory, so that writing there waits for no disk.
package enum RescueRequestFile {
  private static let file = "/run/lapwing/rescue"

  /// Leaves a request. It appears as a whole, and replaces one that nobody has taken up.
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

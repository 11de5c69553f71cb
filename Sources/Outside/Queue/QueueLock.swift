import FoundationEssentials
import Glibc
import Readings
import System

/// One process at a time empties a queue. The lock ends with its process.
final class QueueLock {
  private let file: Descriptor

  init(path: String) throws(LapwingError) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try? FileManager.default.createDirectory(atPath: String(path[..<slash]), withIntermediateDirectories: true)
    }
    let number = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else {
      let reason = String(cString: strerror(errno))
      throw LapwingError(.inputOutput, code: "queue-failed", "\(path): \(reason); check the folder and its owner")
    }
    file = try Descriptor(number, path)
    // Somebody who asks whether it is held holds it for a moment.
    var tries = 0
    while flock(number, LOCK_EX | LOCK_NB) != 0, tries < 5 {
      tries += 1
      usleep(20_000)
    }
    guard tries < 5 else {
      throw LapwingError(
        .unavailable, code: "already-running", "\(path): another lapwing outside is running; stop it first")
    }
  }

  /// Whether a process has the lock, by the kernel's list (proc_locks(5)): to try it would keep out one that begins meanwhile.
  static func isHeld(path: String) -> Bool {
    var status = stat()
    guard stat("\(path).lock", &status) == 0 else { return false }
    return SystemFiles.lines(of: "/proc/locks", atMost: 10_000).contains { line in
      let words = line.split(separator: " ")
      return words.contains("FLOCK") && words.contains { $0.hasSuffix(":\(status.st_ino)") }
    }
  }
}

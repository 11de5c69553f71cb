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
      let reason = SystemFault.reason
      throw LapwingError(.inputOutput, code: .queueFailed, "\(path): \(reason); check the folder and its owner")
    }
    file = try Descriptor(number, path)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw LapwingError(
        .unavailable, code: .alreadyRunning, "\(path): another lapwing outside is running; stop it first")
    }
  }

  /// Whether a process has the lock, by the kernel's list (proc_locks(5)): to try it would keep out one that begins meanwhile. A list
  /// that cannot be read says nothing, so the queue counts as in use.
  static func isHeld(path: String) -> Bool {
    var status = stat()
    guard stat("\(path).lock", &status) == 0 else { return false }
    guard access("/proc/locks", R_OK) == 0 else { return true }
    return SystemFiles.lines(of: "/proc/locks", atMost: 10_000).contains { line in
      let words = line.split(separator: " ")
      return words.contains("FLOCK") && words.contains { $0.hasSuffix(":\(status.st_ino)") }
    }
  }
}

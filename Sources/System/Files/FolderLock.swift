import Glibc
import Readings

/// Keeps other processes from changing the files of a folder, by a lock (flock(2)) on a file in it.
///
/// Who may write in the folder may have the lock, and nobody else can open its file: a user who may only read the folder could hold a
/// lock on the folder itself, and no change would be possible.
package enum FolderLock {
  package struct Obstacle: Sendable {
    /// Whether another process has it. Otherwise its file cannot be made or opened.
    package let isHeld: Bool
    package let reason: String
  }

  package static let name = "lapwing.lock"
  /// For 4 s.
  private static let mostTries = 200

  /// Does something while no other process has the lock. It waits for the lock, but not for ever: a process that was stopped may
  /// hold it.
  /// - Parameter folder: the folder; if it is not there yet, the nearest one above.
  package static func hold<Result, Failure: Error>(
    _ folder: String, fault: (Obstacle) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = nearest(folder), path = "\(place)/\(name)"
    let number = file(path, in: place)
    guard number >= 0 else { throw fault(Obstacle(isHeld: false, reason: SystemFault.reason)) }
    defer { close(number) }
    for _ in 0..<mostTries {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(20_000)
    }
    let isHeld = errno == EWOULDBLOCK
    throw fault(Obstacle(isHeld: isHeld, reason: isHeld ? "another process has it locked" : SystemFault.reason))
  }

  /// The open file of the lock, made if it is not there; -1 with the reason in `errno`.
  private static func file(_ path: String, in place: String) -> Int32 {
    // Without O_CREAT first: the kernel refuses that for the file of another user in a folder such as /tmp (fs.protected_regular).
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard number < 0, errno == ENOENT else { return number }
    let new = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var folder = stat()
    guard new >= 0, stat(place, &folder) == 0 else { return new }
    // Root makes it for the owner of the folder, who must be able to open it too.
    if geteuid() == 0 { fchown(new, folder.st_uid, folder.st_gid) }
    let writers = folder.st_mode & (S_IWGRP | S_IWOTH)
    // A user who may write there may also read.
    if writers != 0 { fchmod(new, 0o600 | writers | writers << 1) }
    return new
  }

  private static func nearest(_ folder: String) -> String {
    var place = folder.isEmpty ? "." : folder
    while access(place, F_OK) != 0 {
      guard let slash = place.lastIndex(of: "/") else { return "." }
      guard slash > place.startIndex else { return "/" }
      place = String(place[..<slash])
    }
    return place
  }
}

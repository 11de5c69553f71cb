import Glibc

/// Keeps other processes from the files of a folder. The folder itself is locked: a file for it would belong to the user who
/// makes it, such as root, and not to the others.
package enum FolderLock {
  /// For 4 s.
  private static let mostTries = 200

  /// Does something while no other process has the lock. It waits for the lock, but not for ever: a process that was stopped may
  /// hold it.
  /// - Parameters:
  ///   - folder: the folder; if it is not there yet, the nearest one above.
  ///   - fault: makes the error from a short reason.
  package static func hold<Result, Failure: Error>(
    _ folder: String, fault: (String) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = nearest(folder)
    let number = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw fault("\(place): \(String(cString: strerror(errno)))") }
    defer { close(number) }
    for _ in 0..<mostTries {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return try body() }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(20_000)
    }
    throw fault(errno == EWOULDBLOCK ? "another process has it locked" : String(cString: strerror(errno)))
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

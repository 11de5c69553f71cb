import Glibc
import Readings

/// Which file the queue is. A file that was deleted or replaced while it is open takes what is written, and loses it.
struct QueuePlace: Equatable, Sendable {
  private let device: dev_t
  private let file: ino_t

  fileprivate init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
}

extension OutsideQueue {
  /// The file that now stands where the queue was opened.
  func place() throws(LapwingError) -> QueuePlace {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw LapwingError(.inputOutput, code: "queue-failed", "\(path): \(String(cString: strerror(errno)))")
    }
    return QueuePlace(status)
  }
}

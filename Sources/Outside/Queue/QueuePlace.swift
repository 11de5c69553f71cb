import Glibc

/// Which file stands at a path. A queue that was deleted or replaced while it is open takes what is written, and loses it.
struct QueuePlace: Equatable, Sendable {
  private let device: dev_t
  private let file: ino_t

  /// `nil` if nothing stands there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, file) = (status.st_dev, status.st_ino)
  }
}

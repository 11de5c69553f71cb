import Glibc

/// Which file a path means at a moment: two names for one file are equal, and a file that was deleted and made again under
/// its name is another one.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt
  private let node: UInt

  /// `nil` where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that a descriptor has open; `nil` where it has none.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
  }
}

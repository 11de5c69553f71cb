import Glibc

/// The identity of a file (device and inode). Two names of one file are equal; a file that was deleted and created
/// again under the same name is not equal to the old one.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt
  private let node: UInt

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether there is something that is no regular file.
  static func isOther(path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  static func size(path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// `nil` if the descriptor has no open file.
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

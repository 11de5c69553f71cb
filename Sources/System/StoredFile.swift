import FoundationEssentials
import Glibc
import Readings

/// A small file that is written completely or not at all: first to a second file beside it, then to the disk (fsync),
/// then renamed. Only its owner may read it, unless its mode says otherwise. The writing calls report errors through the
/// caller's `fault`.
package struct StoredFile: Sendable {
  package let path: String
  private let mode: mode_t

  /// - Parameter mode: the permissions of the file, such as 0o644 for one that other users may read.
  package init(path: String, mode: mode_t = 0o600) {
    self.path = path
    self.mode = mode
  }
  private static let longest = 1 << 20

  /// Reads the file; `nil` if it does not exist.
  package func read() throws(LapwingError) -> [UInt8]? {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    return try FileBytes.read(path, mayWait: false, longest: Self.longest)
  }

  /// Replaces the content of the file.
  /// - Parameters:
  ///   - mayReplace: whether an existing file may be replaced; if not, it stays as it is and the write fails.
  ///   - fault: makes the error from a short reason.
  package func write(
    _ bytes: [UInt8], mayReplace: Bool = true, fault: (String) -> LapwingError
  ) throws(LapwingError) {
    let folder = self.folder
    if folder != "." { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let new = path + ".new"
    unlink(new)  // Left by a process that was killed.
    let number = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard number >= 0 else { throw fault(reason) }
    let file = try Descriptor(number, new)
    do throws(LapwingError) {
      guard giveToOwner(of: folder, file) else { throw fault(reason) }
      try Output(descriptor: number).write(bytes)
      guard fsync(number) == 0, put(new, mayReplace) else { throw fault(reason) }
    } catch {
      unlink(new)
      throw error.status == .inputOutput ? fault(error.message) : error
    }
    // The new name must be on the disk too.
    let directory = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder)
    guard fsync(directory.number) == 0 else { throw fault(reason) }
  }

  /// Gives the new file its name. A link fails if the name exists, a renaming replaces it.
  private func put(_ new: String, _ mayReplace: Bool) -> Bool {
    if mayReplace { return rename(new, path) == 0 }
    guard link(new, path) == 0 else { return false }
    unlink(new)
    return true
  }

  /// Tests whether the file could be written, and does not change it.
  /// - Parameter fault: makes the error from a short reason.
  package func tryToWrite(fault: (String) -> LapwingError) throws(LapwingError) {
    if folder != "." { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw fault(String(cString: strerror(EISDIR))) }
    let new = path + ".try"
    unlink(new)  // Left by a process that was killed.
    let number = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw fault(reason) }
    defer { unlink(new) }
    let file = try Descriptor(number, new)
    do throws(LapwingError) {
      try Output(descriptor: file.number).write([0])
    } catch {
      throw fault(error.message)
    }
  }

  /// Gives the file to the owner of its folder: root pairs devices, and the service must read the keys.
  private func giveToOwner(of folder: String, _ file: Descriptor) -> Bool {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return true }
    return fchown(file.number, status.st_uid, status.st_gid) == 0
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private var reason: String { String(cString: strerror(errno)) }
}

import FoundationEssentials
import Glibc
import Readings

/// A small file that is written completely or not at all: first to a second file beside it, then to the disk (fsync),
/// then renamed. Only its owner may read it, unless its mode says otherwise. The writing calls report errors through the
/// caller's `fault`.
///
/// The second file of the box's own files has a fixed name, so that no more than one is left by processes that were
/// killed; such a file has one writer. Files that people write with commands are different, see `isShared`.
package struct StoredFile: Sendable {
  package let path: String
  private let mode: mode_t
  private let isShared: Bool

  /// - Parameters:
  ///   - mode: the permissions of a new file, such as 0o644 for one that other users may read.
  ///   - isShared: whether several processes may write the file. Each then has a second file of its own, which is
  ///     hidden. An existing file keeps its owner and permissions, and a symbolic link stays: the file that it names is written.
  package init(path: String, mode: mode_t = 0o600, isShared: Bool = false) {
    self.path = path
    self.mode = mode
    self.isShared = isShared
  }
  private static let longest = 1 << 20

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
    let target = try target(fault)
    let folder = Self.folder(of: target)
    if folder != "." { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let new = isShared ? Self.ownName(beside: target) : target + ".new"
    if !isShared { unlink(new) }  // Left by a process that was killed.
    let number = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard number >= 0 else { throw fault(SystemFault.reason) }
    var isPlaced = false
    defer { if !isPlaced { unlink(new) } }
    let file = try Descriptor(number, new)
    guard giveToOwner(of: folder, file), keepMode(of: target, file) else { throw fault(SystemFault.reason) }
    do throws(LapwingError) {
      try Output(descriptor: number).write(bytes)
    } catch {
      throw error.status == .inputOutput ? fault(error.message) : error
    }
    guard fsync(number) == 0, put(new, target, mayReplace) else { throw fault(SystemFault.reason) }
    isPlaced = true
    // The new name must be on the disk too.
    let directory = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder)
    guard fsync(directory.number) == 0 else { throw fault(SystemFault.reason) }
  }

  /// The file to write: the one that a symbolic link names, if the file is shared.
  private func target(_ fault: (String) -> LapwingError) throws(LapwingError) -> String {
    var status = stat()
    guard isShared, lstat(path, &status) == 0 else { return path }
    var target = path
    if status.st_mode & S_IFMT == S_IFLNK {
      guard let real = realpath(path, nil) else { throw fault("the symbolic link names no file") }
      target = String(cString: real)
      free(real)
      guard stat(target, &status) == 0 else { throw fault(SystemFault.reason) }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return target
    case S_IFDIR: throw fault(String(cString: strerror(EISDIR)))
    default: throw fault("this is not a regular file")
    }
  }

  /// A hidden name in the same folder that no other process uses. The name of the file is cut so that it fits.
  private static func ownName(beside target: String) -> String {
    let name = target.split(separator: "/").last ?? "file"
    let start = String(decoding: name.utf8.prefix(150), as: UTF8.self)
    let random = UInt32.random(in: 0...UInt32.max)
    return "\(folder(of: target))/.\(start).\(getpid())-\(random).new"
  }

  /// Gives the new file the owner and the permissions of the shared file that it replaces. Only root can give a file away;
  /// another user who may write in the folder becomes the owner.
  private func keepMode(of target: String, _ file: Descriptor) -> Bool {
    var status = stat()
    guard isShared else { return true }
    // The umask of a service would hide the file from the others that read it.
    guard stat(target, &status) == 0 else { return fchmod(file.number, mode) == 0 }
    guard geteuid() != 0 || fchown(file.number, status.st_uid, status.st_gid) == 0 else { return false }
    return fchmod(file.number, status.st_mode & 0o777) == 0
  }

  /// Gives the new file its name. A link fails if the name exists, a renaming replaces it.
  private func put(_ new: String, _ target: String, _ mayReplace: Bool) -> Bool {
    if mayReplace { return rename(new, target) == 0 }
    guard link(new, target) == 0 else { return false }
    unlink(new)
    return true
  }

  /// Whether this user may write the file: its folder, or the nearest one above that exists, may be written too.
  package var canBeMade: Bool {
    var place = folder
    while access(place, F_OK) != 0, let slash = place.lastIndex(of: "/"), slash > place.startIndex {
      place = String(place[..<slash])
    }
    return access(place, W_OK) == 0
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
    guard number >= 0 else { throw fault(SystemFault.reason) }
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

  private var folder: String { Self.folder(of: path) }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

}

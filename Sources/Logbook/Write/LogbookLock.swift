import Glibc

/// The exclusive right of one process to write a logbook, as long as this value exists. Two processes that write one
/// file would close each other's sessions and mix their alarms.
///
/// It is an advisory lock (flock(2)) on a separate file beside the logbook, `lapwing.db.lock`. The kernel releases it
/// with the process, in whatever way that ends, so a remaining file locks no program out. The lock is not on the
/// logbook itself, because the logbook may be set aside, deleted and created again while in use, and because SQLite has
/// its own locks there, which the kernel releases when any descriptor of that file is closed. Processes that only read
/// the logbook need no lock.
///
/// The value is immutable, so that the main thread can take the lock at the start and pass it to the logbook's thread.
package final class LogbookLock: Sendable {
  private let logbook: String
  private let descriptor: Int32
  private let file: FileIdentity

  /// How many symbolic links are followed if the logbook does not exist yet.
  private static let mostLinks = 8

  private init(logbook: String, descriptor: Int32, file: FileIdentity) {
    self.logbook = logbook
    self.descriptor = descriptor
    self.file = file
  }

  deinit { close(descriptor) }

  /// Acquires the lock of a logbook, which need not exist yet.
  /// - Returns: `nil` if the lock file cannot be created or its disk does not support locks. Then the logbook is used
  ///   without a lock: the box must start, and a fault of the disk is reported when the logbook is opened.
  /// - Throws: only ``LogbookError/inUse(path:process:)``, if another running process has the lock.
  package static func acquire(for logbook: String) throws(LogbookError) -> LogbookLock? {
    let path = place(for: logbook)
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { return nil }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let process = isTaken ? holder(number) : nil
      close(number)
      if isTaken { throw .inUse(path: logbook, process: process) }
      return nil
    }
    guard let file = FileIdentity(descriptor: number) else {
      close(number)
      return nil
    }
    sign(number, folder: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    return LogbookLock(logbook: logbook, descriptor: number, file: file)
  }

  /// Whether another process would still use the same lock file: it may have been deleted, perhaps with its folder.
  package var isInPlace: Bool { FileIdentity(path: Self.place(for: logbook)) == file }

  /// The path of the lock file: the same for all symbolic links to one logbook.
  private static func place(for logbook: String) -> String {
    var path = logbook
    for _ in 0..<mostLinks {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return String(cString: real) + ".lock"
      }
      guard let target = target(of: path) else { break }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path + ".lock"
  }

  private static func target(of link: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &room, room.count)
    return count > 0 ? String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Writes the process id to the lock file. If the disk is full this fails, but the lock is still valid. A lock file
  /// that root creates, as in a test, must not lock the service out later: so it is given to the owner of its folder.
  private static func sign(_ number: Int32, folder: String) {
    var status = stat()
    if geteuid() == 0, stat(folder, &status) == 0 {
      _ = fchown(number, status.st_uid, status.st_gid)
    }
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(number, 0) == 0 { _ = pwrite(number, text, text.count, 0) }
  }

  /// The process that has the lock, as written in the file; `nil` if unknown.
  private static func holder(_ number: Int32) -> Int32? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(number, &text, text.count, 0)
    guard count > 0, let line = String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n").first,
      let process = Int32(line), process > 0, kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return process
  }
}

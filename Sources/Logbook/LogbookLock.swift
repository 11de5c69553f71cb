import Glibc

/// One box's right to write a logbook, for as long as this value lives. Two boxes that write one file would close each
/// other's sessions and mix their alarms.
///
/// It is an advisory lock (flock(2)) on a file of its own beside the logbook, `lapwing.db.lock`. The kernel drops it with
/// the process, however that ends, so that a file that a killed box has left locks nobody out. It is not on the logbook
/// itself, which may be set aside, deleted and begun again while it is written; and SQLite has locks of its own there,
/// which the kernel drops when any descriptor of that file is closed. What only reads the logbook asks for no lock.
///
/// The value never changes, so that the main thread can take it at the start and hand it to the logbook's thread.
package final class LogbookLock: Sendable {
  private let logbook: String
  private let descriptor: Int32
  private let file: FileIdentity

  /// So many links are followed to a logbook that is not there yet.
  private static let mostLinks = 8

  private init(logbook: String, descriptor: Int32, file: FileIdentity) {
    self.logbook = logbook
    self.descriptor = descriptor
    self.file = file
  }

  deinit { close(descriptor) }

  /// Takes the lock of a logbook, which need not be there yet.
  /// - Returns: `nil` where the lock file cannot be made, or its disk knows no locks. Then the logbook is used without one:
  ///   a box must start, and what is wrong with the disk shows when the logbook is opened.
  /// - Throws: ``LogbookError/inUse(path:process:)`` where another process that lives has it, and nothing else.
  package static func take(for logbook: String) throws(LogbookError) -> LogbookLock? {
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

  /// Whether this still is the lock that another box would ask for: its file may have been deleted, with the logbook's
  /// folder perhaps.
  package var isInPlace: Bool { FileIdentity(path: Self.place(for: logbook)) == file }

  /// Where the lock of a logbook is: one place for all names that its file has by links.
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

  /// Where a link leads; `nil` where it is none.
  private static func target(of link: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &room, room.count)
    return count > 0 ? String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Says in the file who has the lock. A full disk may have no room for that; the lock holds all the same. A lock that
  /// root takes, to try something, must not lock the service out later: the file goes to the owner of its folder.
  private static func sign(_ number: Int32, folder: String) {
    var status = stat()
    if geteuid() == 0, stat(folder, &status) == 0 {
      _ = fchown(number, status.st_uid, status.st_gid)
    }
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(number, 0) == 0 { _ = pwrite(number, text, text.count, 0) }
  }

  /// The process that has the lock, as it says in the file; `nil` where that is not known.
  private static func holder(_ number: Int32) -> Int32? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(number, &text, text.count, 0)
    guard count > 0, let line = String(decoding: text.prefix(count), as: UTF8.self).split(separator: "\n").first,
      let process = Int32(line), process > 0, kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return process
  }
}

import FoundationEssentials
import GRDB
import Glibc
import Readings

/// Reads a logbook that a running box may write at the same time. It changes nothing. Times are milliseconds since 1970.
package final class LogbookReader {
  package let path: String
  private let database: DatabaseQueue
  /// The folder of a copy that is read in its place.
  private let copy: String?

  package init(path: String) throws(LogbookError) {
    self.path = path
    try Logbook.refuseOther(path)
    do {
      database = try Self.open(path)
      copy = nil
    } catch {
      guard Self.isLocked(path) else { throw error }
      let folder = try Self.copied(path)
      do {
        database = try Self.open("\(folder)/logbook.db")
        copy = folder
      } catch {
        try? FileManager.default.removeItem(atPath: folder)
        throw .lockedFolder(path: path)
      }
    }
  }

  deinit {
    try? database.close()
    if let copy { try? FileManager.default.removeItem(atPath: copy) }
  }

  private static func open(_ path: String) throws(LogbookError) -> DatabaseQueue {
    do {
      var configuration = Configuration()
      configuration.label = "logbook reader"
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      // What a program may not write, it may misread.
      guard try database.read(LogbookSchema.mayWrite) else { throw LogbookError.newerSchema(path: path) }
      // SQLite opens an empty file as a database without tables.
      guard try database.read({ try $0.tableExists("session") }) else { throw LogbookError.noLogbook(path: path) }
      return database
    } catch {
      throw LogbookError(reading: error, path: path)
    }
  }

  /// Whether a file may be read, but not the folder be written in which SQLite would make its shared memory.
  private static func isLocked(_ path: String) -> Bool {
    access(path, R_OK) == 0 && access(folder(of: path), W_OK) != 0
  }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

  /// Copies a logbook with its write-ahead log to a folder that may be written. No program may be writing it: that
  /// would be seen by its shared memory.
  /// - Returns: the folder.
  private static func copied(_ path: String) throws(LogbookError) -> String {
    guard access(path + "-shm", F_OK) != 0 else { throw .lockedFolder(path: path) }
    var name = Array(FileManager.default.temporaryDirectory.path.utf8CString.dropLast())
    name += Array("/lapwing-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .lockedFolder(path: path) }
    let folder = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/logbook.db")
      if access(path + "-wal", F_OK) == 0 {
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: "\(folder)/logbook.db-wal")
      }
      // The copy has the rights of the file, which may be only to read.
      for part in ["", "-wal"] { chmod("\(folder)/logbook.db\(part)", 0o600) }
      return folder
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw .lockedFolder(path: path)
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(LogbookError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw LogbookError(reading: error, path: path)
    }
  }
}

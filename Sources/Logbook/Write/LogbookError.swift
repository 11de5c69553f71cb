import GRDB
import Glibc

/// Why the logbook cannot be used. Without a logbook the box continues to raise alarms, and raises `disk-full`.
package enum LogbookError: Error, Sendable, Equatable {
  /// There is no permission to write the file or its folder.
  case readOnly(path: String)
  case cannotOpen(path: String, reason: String)
  case corrupt(path: String)
  case newerSchema(path: String)
  /// The file has been moved away or deleted while it was in use.
  case displaced(path: String)
  /// Another process writes the file; its process id, if known.
  case inUse(path: String, process: Int32?)
  case diskFull(path: String)
  case cannotRead(path: String, reason: String)
  /// It has none of the tables of a logbook, such as an empty file.
  case noLogbook(path: String)
  case lockedFolder(path: String)
  case failed(path: String, reason: String)

  package var code: String {
    switch self {
    case .readOnly: "logbook-read-only"
    case .cannotOpen: "logbook-cannot-open"
    case .corrupt: "logbook-corrupt"
    case .newerSchema: "logbook-newer-schema"
    case .displaced: "logbook-displaced"
    case .inUse: "logbook-in-use"
    case .diskFull: "logbook-disk-full"
    case .cannotRead: "logbook-cannot-read"
    case .noLogbook: "no-logbook"
    case .lockedFolder: "logbook-locked-folder"
    case .failed: "logbook-failed"
    }
  }

  /// One English sentence: what is wrong and what to do.
  package var message: String {
    switch self {
    case .readOnly(let path):
      "\(path): there is no permission to write the logbook; check its owner and that the disk is not read-only"
    case .cannotOpen(let path, let reason): "\(path): the logbook cannot be opened (\(reason)); check the path"
    case .corrupt(let path):
      "\(path): the logbook is damaged or not a database; move it away, and a new one will be created"
    case .newerSchema(let path):
      "\(path): a newer Lapwing has written this logbook; update Lapwing or name another file"
    case .displaced(let path):
      "\(path): the logbook was moved away or deleted while in use; a new one will be created"
    case .inUse(let path, let process):
      "\(path): another lapwing\(process.map { " (process \($0))" } ?? "") writes this logbook; stop it, or name another "
        + "logbook.path in the configuration"
    case .diskFull(let path): "\(path): the disk is full; free some space, and logging continues"
    case .cannotRead(let path, let reason):
      "\(path): the logbook cannot be read now (\(reason)); try again in a moment, or read a copy"
    case .noLogbook(let path):
      "\(path): this is not a logbook, since it has no sessions; name the logbook of a box (logbook.path in the "
        + "configuration, or --logbook)"
    case .lockedFolder(let path):
      "\(path): SQLite must write beside this file to read it, and its folder may not be written; copy it, and "
        + "\(path)-wal if there is one, to a folder of your own, and name that by --logbook"
    case .failed(let path, let reason): "\(path): the logbook cannot be written (\(reason))"
    }
  }

  init(_ error: any Error, path: String) {
    guard let error = error as? DatabaseError else {
      self = error as? LogbookError ?? .failed(path: path, reason: "\(error)")
      return
    }
    switch error.extendedResultCode {
    // The disk cannot read the sector, or returns other data than were written.
    case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA:
      self = .corrupt(path: path)
      return
    default: break
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path: path)
    // On a full disk SQLite cannot extend its shared memory either, and reports only this error.
    case .SQLITE_IOERR where Self.isFull(path): self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path)
    case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: error.message ?? "unable to open")
    default: self = .failed(path: path, reason: error.message ?? "\(error.resultCode)")
    }
  }

  /// The same error of a program that only reads. That it cannot write is no reason for it.
  init(reading error: any Error, path: String) {
    self.init(error, path: path)
    switch self {
    case .failed(_, let reason): self = .cannotRead(path: path, reason: reason)
    case .diskFull: self = .cannotRead(path: path, reason: "the disk is full")
    // That does not change by waiting.
    case .readOnly: self = .cannotOpen(path: path, reason: "there is no permission to read it")
    case .cannotOpen where access(path, F_OK) != 0 && errno == ENOENT:
      self = .cannotOpen(path: path, reason: "there is no such file; the first `lapwing run` begins it")
    default: break
    }
  }

  /// The bytes by which SQLite extends the index of its write-ahead log (`WALINDEX_PGSZ`).
  private static let step: UInt64 = 32_768

  /// Whether the disk of a file has less free space than one ``step``.
  private static func isFull(_ path: String) -> Bool {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return false }
    return UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue < step
  }
}

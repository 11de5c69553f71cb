import GRDB
import Glibc

/// Why the logbook cannot be used. The appliance goes on alarming without it.
package enum LogbookError: Error, Sendable, Equatable {
  /// The file, or the folder it stands in, may not be written.
  case readOnly(path: String)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// The file is no database, or is damaged.
  case corrupt(path: String)
  /// A newer Lapwing has written the file.
  case newerSchema(path: String)
  /// The file has been moved away or deleted while it was in use.
  case displaced(path: String)
  /// Another box writes it; its process, where that is known.
  case inUse(path: String, process: Int32?)
  /// There is no room.
  case diskFull(path: String)
  /// Anything else that SQLite says.
  case failed(path: String, reason: String)

  /// A stable word for programs.
  package var code: String {
    switch self {
    case .readOnly: "logbook-read-only"
    case .cannotOpen: "logbook-cannot-open"
    case .corrupt: "logbook-corrupt"
    case .newerSchema: "logbook-newer-schema"
    case .displaced: "logbook-displaced"
    case .inUse: "logbook-in-use"
    case .diskFull: "logbook-disk-full"
    case .failed: "logbook-failed"
    }
  }

  /// What is wrong and what to do, for a person.
  package var message: String {
    switch self {
    case .readOnly(let path):
      "\(path): the logbook may not be written; check its owner and that the disk is not read-only"
    case .cannotOpen(let path, let reason): "\(path): the logbook cannot be opened (\(reason)); check the path"
    case .corrupt(let path): "\(path): the logbook is damaged or no database; move it away, a new one will be made"
    case .newerSchema(let path):
      "\(path): a newer Lapwing has written this logbook; update Lapwing or name another file"
    case .displaced(let path): "\(path): the logbook was moved away or deleted while in use; a new one will be made"
    case .inUse(let path, let process):
      "\(path): another lapwing\(process.map { " (process \($0))" } ?? "") writes this logbook; stop it, or name another "
        + "logbook.path in the configuration"
    case .diskFull(let path): "\(path): the disk is full; make room, logging goes on by itself"
    case .failed(let path, let reason): "\(path): the logbook cannot be written (\(reason))"
    }
  }

  init(_ error: any Error, path: String) {
    guard let error = error as? DatabaseError else {
      self = .failed(path: path, reason: "\(error)")
      return
    }
    switch error.extendedResultCode {
    // The disk has the sector no more, or what it gives is not what was written.
    case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA:
      self = .corrupt(path: path)
      return
    default: break
    }
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path: path)
    // On a full disk SQLite cannot make its shared memory longer either, and says no more of that than this.
    case .SQLITE_IOERR where Self.isFull(path): self = .diskFull(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path)
    case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: error.message ?? "unable to open")
    default: self = .failed(path: path, reason: error.message ?? "\(error.resultCode)")
    }
  }

  /// What SQLite takes in one step for the index of its write-ahead log, bytes (`WALINDEX_PGSZ`).
  private static let step: UInt64 = 32_768

  /// Whether the disk of a file has no room for one more step.
  private static func isFull(_ path: String) -> Bool {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return false }
    return UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue < step
  }
}

import GRDB
import Readings

/// Why a channel cannot be used, whether or not a message waits for it.
extension OutsideQueue {
  private static func key(_ channel: String) -> String { "fault \(channel)" }

  func keep(fault: String?, of channel: String) throws(LapwingError) {
    if let fault { return try keep(fault, as: Self.key(channel)) }
    try write { try $0.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [Self.key(channel)]) }
  }

  static func fault(of channel: String, in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM state WHERE key = ?", arguments: [key(channel)])
  }
}

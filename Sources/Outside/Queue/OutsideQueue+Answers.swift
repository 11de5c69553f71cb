import GRDB
import Readings

extension OutsideQueue {
  private func prefix(_ channel: String) -> String { "answer \(channel) " }

  func keepAnswer(to id: String, by channel: String) throws(LapwingError) { try keep("", as: prefix(channel) + id) }

  func dropAnswer(to id: String, by channel: String) throws(LapwingError) {
    try write { try $0.execute(sql: "DELETE FROM state WHERE key = ?", arguments: [prefix(channel) + id]) }
  }

  func answers(by channel: String) throws(LapwingError) -> [String] {
    let prefix = prefix(channel)
    return try read { db in
      try String.fetchAll(
        db, sql: "SELECT substr(key, length(?1) + 1) FROM state WHERE substr(key, 1, length(?1)) = ?1",
        arguments: [prefix])
    }
  }

  func isUnanswered(_ id: String, by channel: String) throws(LapwingError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM message WHERE channel = ? AND id = ? AND state IN ('sent', 'waiting')",
        arguments: [channel, id]) ?? false
    }
  }
}

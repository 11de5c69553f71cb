import FoundationEssentials
import GRDB
import Readings
import Status
import System

/// How the channels are doing, for `lapwing outside status`.
package struct QueueReport: Encodable, Sendable, Equatable {
  package struct Channel: Encodable, Sendable, Equatable {
    package let name: String
    package let waiting: Int
    /// When the oldest of them happened.
    package var oldestWaiting: String?
    package let sent: Int
    package let confirmed: Int
    /// Given up, expired, or dropped from a full queue.
    package let lost: Int
    package var lastSent: String?
    /// What went wrong with the message that waits, or with the last one that was given up.
    package var fault: String?

    private enum CodingKeys: String, CodingKey {
      case name, waiting
      case oldestWaiting = "oldest_waiting"
      case sent, confirmed, lost
      case lastSent = "last_sent"
      case fault
    }
  }

  package let channels: [Channel]
  /// The other box of the pair, as it was last known.
  package let peer: PeerReport?

  /// - Parameter names: the channels of the configuration.
  package init(_ queue: OutsideQueue, channels names: [String]) throws(LapwingError) {
    let kept = try queue.text(PeerReport.key)
    peer = kept.flatMap { try? JSONDecoder().decode(PeerReport.self, from: Data($0.utf8)) }
    channels = try queue.read { db in try names.map { try Self.channel($0, in: db) } }
  }

  private static func channel(_ name: String, in db: Database) throws -> Channel {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT sum(state = 'waiting') AS waiting, min(CASE WHEN state = 'waiting' THEN at_ms END) AS oldest,
          sum(state IN ('sent', 'confirmed')) AS sent, sum(state = 'confirmed') AS confirmed,
          sum(state IN ('failed', 'expired', 'dropped')) AS lost,
          max(CASE WHEN state IN ('sent', 'confirmed') THEN done_ms END) AS last
        FROM message WHERE channel = ?
        """, arguments: [name])
    let fault = try String.fetchOne(
      db,
      sql: """
        SELECT fault FROM message WHERE channel = ? AND fault IS NOT NULL ORDER BY state = 'waiting' DESC, position DESC
        LIMIT 1
        """, arguments: [name])
    func date(_ milliseconds: Int64?) -> String? { milliseconds.map { UTCTime.text(unixSeconds: $0 / 1000) } }
    return Channel(
      name: name, waiting: row?.checked("waiting") ?? 0, oldestWaiting: date(row?.checked("oldest")),
      sent: row?.checked("sent") ?? 0,
      confirmed: row?.checked("confirmed") ?? 0, lost: row?.checked("lost") ?? 0, lastSent: date(row?.checked("last")),
      fault: fault)
  }

  /// As a line for each channel.
  package var text: String {
    let lines = channels.map { channel in
      var parts = ["\(channel.waiting) waiting", "\(channel.sent) sent"]
      if channel.confirmed > 0 { parts.append("\(channel.confirmed) confirmed by a person") }
      if channel.lost > 0 { parts.append("\(channel.lost) not delivered") }
      if let last = channel.lastSent { parts.append("last at \(last)") }
      let fault = channel.fault.map { "\n  \($0)" } ?? ""
      return "\(channel.name): \(parts.joined(separator: ", "))\(fault)"
    }
    return (lines + [peer?.text].compactMap(\.self)).joined(separator: "\n")
  }
}

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

  /// A dead-man's ping.
  package struct Ping: Encodable, Sendable, Equatable {
    package let name: String
    /// When the service took the last sign of life.
    package let last: String?
  }

  /// Whether `lapwing outside` runs.
  package let running: Bool
  package let channels: [Channel]
  package let pings: [Ping]
  /// The other box of the pair, as it was last known.
  package let peer: PeerReport?

  /// - Parameters:
  ///   - names: the channels of the configuration that carry messages.
  ///   - pings: those that are signs of life.
  package init(_ queue: OutsideQueue, channels names: [String], pings: [String] = []) throws(LapwingError) {
    running = QueueLock.isHeld(path: queue.path)
    self.pings = try pings.map { (name) throws(LapwingError) in
      let last = try queue.text(PingWatch.key(of: name)).flatMap { Int64($0) }
      return Ping(name: name, last: last.map { UTCTime.text(unixSeconds: $0 / 1000) })
    }
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
    let signs = pings.map { "\($0.name): \($0.last.map { "last sign of life at \($0)" } ?? "no sign of life yet")" }
    let stopped = running ? [] : ["lapwing outside does not run: nobody is told of anything"]
    return (stopped + lines + signs + [running ? peer?.text : nil].compactMap(\.self)).joined(separator: "\n")
  }
}

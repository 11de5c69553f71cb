import FoundationEssentials
import GRDB
import Readings
import System

/// How the channels are doing, for `lapwing outside status`.
package struct QueueReport: Encodable, Sendable, Equatable {
  package struct Channel: Encodable, Sendable, Equatable {
    package let name: String
    package let waiting: Int
    package var oldestWaiting: String?
    package let sent: Int
    package let confirmed: Int
    /// Given up, expired, or dropped from a full queue.
    package let lost: Int
    package var lastSent: String?
    /// When the service was last asked whether the channel works; absent if it never was.
    package var asked: String?
    /// What it has answered; absent if it has no such question.
    package var works: Bool?
    /// What went wrong with the message that waits, or with the last one that was given up.
    package var fault: String?

    private enum CodingKeys: String, CodingKey {
      case name, waiting
      case oldestWaiting = "oldest_waiting"
      case sent, confirmed, lost
      case lastSent = "last_sent"
      case asked, works, fault
    }
  }

  package struct Ping: Encodable, Sendable, Equatable {
    package let name: String
    /// When the service was last called; absent if it never was.
    package var last: String?
    /// Why it did not take that.
    package var fault: String?
  }

  /// Whether `lapwing outside` runs; without it nothing is sent.
  package let runs: Bool
  package let channels: [Channel]
  package let pings: [Ping]
  /// The other box of the pair, as it was last known.
  package let peer: PeerReport?

  /// - Parameter names: the channels of the configuration that carry messages.
  package init(_ queue: OutsideQueue, channels names: [String], pings: [String] = []) throws(LapwingError) {
    runs = QueueLock.isHeld(path: queue.path)
    let kept = try queue.text(PeerReport.key)
    peer = kept.flatMap { try? JSONDecoder().decode(PeerReport.self, from: Data($0.utf8)) }
    channels = try queue.read { db in try names.map { try Self.channel($0, in: db) } }
    var notes: [Ping] = []
    for name in pings {
      let note = try queue.pingNote(of: name)
      notes.append(Ping(name: name, last: Self.date(note?.at), fault: note?.fault))
    }
    self.pings = notes
  }

  private static func date(_ milliseconds: Int64?) -> String? {
    milliseconds.map { UTCTime.text(unixSeconds: $0 / 1000) }
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
    let proof = try ProofOfLife.of(name, in: db)
    return Channel(
      name: name, waiting: row?.checked("waiting") ?? 0, oldestWaiting: date(row?.checked("oldest")),
      sent: row?.checked("sent") ?? 0,
      confirmed: row?.checked("confirmed") ?? 0, lost: row?.checked("lost") ?? 0, lastSent: date(row?.checked("last")),
      asked: date(proof?.askedAt), works: proof.flatMap { $0.canBeAsked ? $0.fault == nil : nil },
      fault: try OutsideQueue.fault(of: name, in: db) ?? proof?.fault ?? fault)
  }

  /// As a line for each channel, after one that says whether anything is sent at all.
  package var text: String {
    let running =
      runs
      ? "lapwing outside runs." : "lapwing outside does not run, so nothing is sent: systemctl status lapwing-outside"
    let pingLines = pings.map { ping in
      let last =
        ping.last.map { "\(ping.fault == nil ? "last sign of life" : "last try") at \($0)" } ?? "no sign of life yet"
      return "\(ping.name): \(last)\(ping.fault.map { "\n  \($0)" } ?? "")"
    }
    return ([running] + channelLines + pingLines + [runs ? peer?.text : nil].compactMap(\.self)).joined(separator: "\n")
  }

  private var channelLines: [String] {
    channels.map { channel in
      var parts = ["\(channel.waiting) waiting", "\(channel.sent) sent"]
      if channel.confirmed > 0 { parts.append("\(channel.confirmed) confirmed by a person") }
      if channel.lost > 0 { parts.append("\(channel.lost) not delivered") }
      if let last = channel.lastSent { parts.append("last at \(last)") }
      if let asked = channel.asked {
        parts.append(
          channel.works.map { $0 ? "works" : "does not work" }.map { "\($0) (asked at \(asked))" }
            ?? "cannot be asked whether it works")
      }
      let fault = channel.fault.map { "\n  \($0)" } ?? ""
      return "\(channel.name): \(parts.joined(separator: ", "))\(fault)"
    }
  }
}

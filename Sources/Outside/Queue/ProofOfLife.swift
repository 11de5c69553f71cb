import GRDB
import Readings
import Web

/// Whether a channel works, as its service says without a message to a person (docs/outside.md, "Channels"). Times are milliseconds
/// since 1970.
struct ProofOfLife: Sendable, Equatable {
  private(set) var since: Int64
  private(set) var askedAt: Int64
  private(set) var goodAt: Int64?
  /// Whether the service has such a question.
  private(set) var canBeAsked = true
  /// In a row.
  private(set) var failures = 0
  private(set) var isRefused = false
  private(set) var fault: String?

  enum Answer: Sendable {
    case works, hasNoQuestion
    case failed(DeliveryFault)
  }

  static let day: Int64 = 86_400_000
  /// Within a day, with an hour for a network that is away. Our own choice.
  private static let asksEvery: Int64 = 23 * 3_600_000
  /// After the first failures, and after all later ones. A router that restarts is no fault of a channel. Our own choice.
  private static let pauses: [Int64] = [15_000, 15_000, 300_000]

  /// - Parameter earlier: what was known before this answer.
  init(_ answer: Answer, after earlier: ProofOfLife?, at now: Int64) {
    (since, askedAt, goodAt) = (earlier?.since ?? now, now, earlier?.goodAt)
    switch answer {
    case .works: goodAt = now
    case .hasNoQuestion: canBeAsked = false
    case .failed(let fault):
      failures = (earlier?.failures ?? 0) + 1
      (isRefused, self.fault) = (!fault.isTemporary, fault.sentence)
    }
  }

  /// When it is asked next. A time of asking that is ahead of the date is one from before the date was set.
  func due(at now: Int64) -> Int64 {
    guard askedAt <= now else { return now }
    return askedAt + (fault == nil ? Self.asksEvery : Self.pauses[min(failures, Self.pauses.count) - 1])
  }

  /// Whether a message by it would fail: secrets that are refused at once, anything else at the third time.
  var isFailing: Bool { fault != nil && (isRefused || failures >= Self.pauses.count) }

  /// Whether nothing has shown for a day that it works.
  func isOverdue(at now: Int64) -> Bool { canBeAsked && now - (goodAt ?? since) >= Self.day }
}

extension ProofOfLife {
  static func of(_ channel: String, in db: Database) throws -> ProofOfLife? {
    guard let row = try Row.fetchOne(db, sql: "SELECT * FROM channel_proof WHERE channel = ?", arguments: [channel]),
      let since: Int64 = row.checked("since_ms"), let askedAt: Int64 = row.checked("asked_ms")
    else { return nil }
    var proof = ProofOfLife(.works, after: nil, at: askedAt)
    (proof.since, proof.goodAt) = (since, row.checked("good_ms"))
    (proof.canBeAsked, proof.isRefused) = (row.checked("can_be_asked") ?? true, row.checked("refused") ?? false)
    (proof.failures, proof.fault) = (row.checked("failures") ?? 0, row.checked("fault"))
    return proof
  }

  func write(_ channel: String, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO channel_proof VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [channel, since, askedAt, goodAt, canBeAsked, failures, isRefused, fault])
  }

  static func keepOnly(_ channels: [String], in db: Database) throws {
    for name in try String.fetchAll(db, sql: "SELECT channel FROM channel_proof") where !channels.contains(name) {
      try db.execute(sql: "DELETE FROM channel_proof WHERE channel = ?", arguments: [name])
    }
  }
}

import Circle
import GRDB
import Status

/// Whether the channels of the people work, as far as the queue knows: that no one can be reached must be known before
/// an alarm.
struct ChannelProof: Sendable {
  /// The channels whose latest attempt has failed, whose service refuses them, or that cannot be used.
  private(set) var failing: Set<String> = []
  /// Those of which nothing has shown for a day that they work.
  private var overdue: Set<String> = []

  /// Of channels that were not looked at yet.
  init() {}

  init(of names: Set<String>, at now: Int64, in db: Database) throws {
    for name in names {
      let proof = try ProofOfLife.of(name, in: db)
      if proof?.isOverdue(at: now) == true { overdue.insert(name) }
      // A secret that is missing fails before the first message.
      let isUnusable = try OutsideQueue.fault(of: name, in: db) != nil
      if try isUnusable || proof?.isFailing == true || Self.hasFailed(name, in: db) { failing.insert(name) }
    }
  }

  private static func hasFailed(_ name: String, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT fault IS NOT NULL FROM message
        WHERE channel = ? AND attempts > 0 ORDER BY state = 'waiting' DESC, position DESC LIMIT 1
        """, arguments: [name]) ?? false
  }

  /// The most urgent reason why messages may reach no person; `nil` if there is none.
  func fault(of circle: CareCircle) -> ShownCircle.Fault? {
    guard circle.hasAnybody else { return .noConsent }
    let own = circle.channels
    if !own.isEmpty, own.isSubset(of: failing) { return .channelsFail }
    if !own.isDisjoint(with: overdue) { return .noProof }
    return circle.isAnswered ? nil : .noDrill
  }
}

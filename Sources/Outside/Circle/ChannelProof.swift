import Circle
import GRDB
import Status

/// Whether the channels of the people work, as far as the queue knows: that nobody can be reached must be known before an alarm.
struct ChannelProof: Sendable {
  /// The channels whose latest attempt has failed, or that cannot be used.
  private var failing: Set<String> = []

  /// Of channels that were not looked at yet.
  init() {}

  init(of names: Set<String>, in db: Database) throws {
    failing = try names.filter { name in
      // A secret that is missing fails before the first message.
      if try OutsideQueue.fault(of: name, in: db) != nil { return true }
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT fault IS NOT NULL FROM message
          WHERE channel = ? AND attempts > 0 ORDER BY state = 'waiting' DESC, position DESC LIMIT 1
          """, arguments: [name]) ?? false
    }
  }

  /// The most urgent reason why messages may reach no person; `nil` if there is none.
  func fault(of circle: CareCircle) -> ShownCircle.Fault? {
    guard circle.hasAnybody else { return .noConsent }
    let own = circle.channels
    if !own.isEmpty, own.isSubset(of: failing) { return .channelsFail }
    return circle.isAnswered ? nil : .noDrill
  }
}

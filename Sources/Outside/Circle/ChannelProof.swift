import Circle
import GRDB
import Status

/// Whether the channels of the people work, as far as the queue knows: that nobody can be reached must be known before an alarm.
struct ChannelProof: Sendable {
  private struct Channel: Sendable {
    /// Whether the latest attempt has failed.
    var isFailing = false
  }

  private var channels: [String: Channel] = [:]

  /// Takes what became of the latest messages.
  mutating func look(at names: Set<String>, in db: Database) throws {
    channels = [:]
    for name in names {
      let fault = try Bool.fetchOne(
        db,
        sql: """
          SELECT fault IS NOT NULL FROM message
          WHERE channel = ? AND attempts > 0 ORDER BY state = 'waiting' DESC, position DESC LIMIT 1
          """, arguments: [name])
      let isUnusable = try OutsideQueue.fault(of: name, in: db) != nil
      channels[name] = Channel(isFailing: isUnusable || fault == true)
    }
  }

  /// The most urgent reason why messages may reach no person; `nil` if there is none.
  func fault(of circle: CareCircle) -> ShownCircle.Fault? {
    guard circle.hasAnybody else { return .noConsent }
    let own = circle.channels
    if !own.isEmpty, own.allSatisfy({ channels[$0]?.isFailing == true }) { return .channelsFail }
    return circle.isAnswered ? nil : .noDrill
  }
}

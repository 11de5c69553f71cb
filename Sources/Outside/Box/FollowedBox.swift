import Alarms

/// What the box has reported so far. It lies in the queue beside the messages that follow from it.
package struct FollowedBox: Codable, Sendable, Equatable {
  /// An alarm that was reported and has not ended.
  package struct Told: Codable, Sendable, Equatable {
    package enum State: String, Codable, Sendable {
      case open
      case acknowledged
      case ended
    }

    package var state: State
    /// The id of the message with which it began.
    package var alarmID: String
    /// The id of the message with which it began at a lower priority; `nil` if it has not risen.
    package var first: String?
    package var priority: Priority
    package var condition: String
    package var isTechnical: Bool
    package var isTest: Bool
    package var person: String?
    /// When it began, ms since 1970.
    package var at: Int64
    /// The run of the box in which it was last seen.
    package var run: String
  }

  /// The run of the box, and the number of the last alarm change that was taken of it.
  package var run: String?
  package var sequence: UInt64 = 0
  /// By condition, sensor and person.
  package var open: [String: Told] = [:]

  package init() {}
}

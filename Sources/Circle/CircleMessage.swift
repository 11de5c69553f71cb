package enum CircleMessageKind: String, Codable, Sendable, CaseIterable {
  /// High alarms are on, or a person called for help.
  case alarm
  case taken
  /// A person who was alerted says more.
  case says
  case ended
  case normal
  /// Alarms are over of which no alert has reached the person.
  case missed
  /// A person said that all is well.
  case okay
  case notice
  case over
  case drill
  case summary

  /// How long the queue tries to deliver it; the circle cancels most alarms long before. Own choices.
  package var expiry: Duration {
    switch self {
    case .alarm: .seconds(3600)
    case .notice: .seconds(900)
    case .drill: CircleBounds.drillLength
    case .taken, .says, .ended, .normal, .missed, .okay, .over, .summary: CircleBounds.day
    }
  }
}

/// Names a message for ever: the queue never sends the same one twice.
package struct CircleMessageID: Codable, Sendable, Hashable {
  package enum Scope: Codable, Sendable, Hashable {
    case incident(UInt32)
    /// The number of a low or medium alarm.
    case notice(UInt64)
    case drill(UInt32)
    case summary(UInt32)
  }

  package let scope: Scope
  /// The round of the incident; 0 elsewhere.
  package let round: UInt32
  package let person: String
  package let channel: String
  package let kind: CircleMessageKind
  /// The alarm that is over, for `ended`; the number of a reminder, for `alarm`; which word of whom, for `says`.
  package let alarm: UInt64?
}

extension CircleMessageID: CustomStringConvertible {
  /// Such as `i12.1.anna.push.alarm`, for the queue and for services that want a key.
  package var description: String {
    let belongs =
      switch scope {
      case .incident(let number): "i\(number)"
      case .notice(let number): "a\(number)"
      case .drill(let number): "d\(number)"
      case .summary(let number): "w\(number)"
      }
    let text = "\(belongs).\(round).\(person).\(channel).\(kind.rawValue)"
    return alarm.map { "\(text).\($0)" } ?? text
  }

  /// Reads what ``description`` writes; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (5...6).contains(parts.count), let round = UInt32(parts[1]),
      let kind = CircleMessageKind(rawValue: String(parts[4]))
    else { return nil }
    let number = parts[0].dropFirst()
    let scope: Scope?
    switch parts[0].first {
    case "i": scope = UInt32(number).map { .incident($0) }
    case "a": scope = UInt64(number).map { .notice($0) }
    case "d": scope = UInt32(number).map { .drill($0) }
    case "w": scope = UInt32(number).map { .summary($0) }
    default: scope = nil
    }
    guard let scope else { return nil }
    let alarm = parts.count == 6 ? UInt64(parts[5]) : nil
    guard (parts.count == 6) == (alarm != nil) else { return nil }
    self.init(
      scope: scope, round: round, person: String(parts[2]), channel: String(parts[3]), kind: kind, alarm: alarm)
  }
}

/// A message for the queue. Values such as a heart rate are added by the sender, who has them: the circle knows which alarms
/// the message is about.
package struct CircleMessage: Codable, Sendable, Equatable {
  package let id: CircleMessageID
  package let subject: String
  /// The conditions that it is about, in the order in which they began.
  package let conditions: [String]
  package let alarms: [UInt64]
  /// The person who has it, or who said so; `nil` for a person at the box.
  package let by: String?
  package let isAgain: Bool
  package var word: CircleWord? = nil
}

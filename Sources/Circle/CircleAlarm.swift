package enum CirclePriority: String, Codable, Sendable, Comparable, CaseIterable {
  case low, medium, high

  private var rank: Int { self == .low ? 0 : self == .medium ? 1 : 2 }

  package static func < (left: CirclePriority, right: CirclePriority) -> Bool { left.rank < right.rank }
}

/// An alarm of the box, by the few words that the circle needs of it.
package struct CircleAlarm: Codable, Sendable, Equatable {
  /// Names one beginning of an alarm for ever: run and sequence of the box in one number.
  package let number: UInt64
  package let priority: CirclePriority
  /// The word of the condition, such as `heart-rate-low`; at most ``longestText`` bytes.
  package let condition: String
  /// Whom or what it is about: a person, `room`, `box`; at most ``longestText`` bytes.
  package let subject: String

  /// Bytes that are kept of a text of the box (own choice; longer than all words of conditions).
  package static let longestText = 64

  package init(_ number: UInt64, _ priority: CirclePriority, condition: String, subject: String) {
    self.number = number
    self.priority = priority
    self.condition = Self.cut(condition)
    self.subject = Self.cut(subject)
  }

  static func cut(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
  }

  package static let helpCondition = "help"
  /// The alarm of a call for help. A box never gives this number.
  package static let helpNumber = UInt64.max
  /// The box is not received any more.
  package static let boxLostNumber = UInt64.max - 1
  /// The subject of alarms about the box itself.
  package static let box = "box"

  static func help(_ subject: String) -> CircleAlarm {
    CircleAlarm(helpNumber, .high, condition: helpCondition, subject: subject)
  }

  package static let boxLost = CircleAlarm(boxLostNumber, .high, condition: "box-lost", subject: box)
}

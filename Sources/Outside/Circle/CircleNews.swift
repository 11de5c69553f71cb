import Alarms
import Circle

/// What the circle was told of the box. It makes the circle's events from what is known of the box, so that nothing is lost
/// and nothing comes twice, even if one side was away. A pure value; it is saved with the circle.
package struct CircleNews: Codable, Sendable, Equatable {
  /// An alarm that is on.
  package struct Known: Codable, Sendable, Equatable {
    package let alarm: CircleAlarm
    /// Acknowledged or paused at the box.
    package var isSilenced = false
    /// As it was when it began.
    package var facts: OutsideMessage.Facts?
    /// When it began, ms since 1970.
    package let at: Int64
  }

  /// In the order in which they began.
  package private(set) var known: [Known] = []
  /// Why the box is not heard; `nil` while it is.
  package private(set) var lost: String?

  package init() {}

  /// Compares what is known of the box with what the circle was told.
  /// - Parameter messages: those that follow from the last change; they have the values.
  package mutating func take(_ box: FollowedBox, _ messages: [AlarmMessage]) -> [CircleEvent] {
    let open = Self.open(in: box)
    var events: [CircleEvent] = []
    for known in known where !open.contains(where: { $0.number == known.alarm.number }) {
      events.append(.ended(known.alarm.number))
    }
    known.removeAll { known in !open.contains { $0.number == known.alarm.number } }
    for (number, told) in open {
      let alarm = Self.alarm(number, told)
      let place = known.firstIndex { $0.alarm.number == number }
      if let place, known[place].alarm == alarm {
        known[place].isSilenced = known[place].isSilenced && told.state == .acknowledged
      } else {
        // A rise is the same alarm with another priority (rule 9).
        if let place { known.remove(at: place) }
        let facts = messages.last { $0.kind == .began && $0.alarmID == told.alarmID }?.facts
        known.append(Known(alarm: alarm, facts: facts, at: told.at))
        events.append(.began(alarm))
      }
      guard told.state == .acknowledged, let at = known.firstIndex(where: { $0.alarm.number == number }),
        !known[at].isSilenced
      else { continue }
      known[at].isSilenced = true
      events.append(.silenced(number))
    }
    return events
  }

  /// The box was not heard for too long.
  package mutating func lose(_ reason: String) -> [CircleEvent] {
    guard lost == nil else { return [] }
    lost = reason
    return [.boxLost]
  }

  /// The box is heard.
  package mutating func hear() -> [CircleEvent] {
    guard lost != nil else { return [] }
    lost = nil
    return [.boxBack(known.map(\.alarm))]
  }

  package func known(_ number: UInt64) -> Known? { known.first { $0.alarm.number == number } }

  /// The alarms that are on, oldest first. A test of the signals is nothing for the circle, which has drills.
  private static func open(in box: FollowedBox) -> [(number: UInt64, told: FollowedBox.Told)] {
    box.open.filter { $1.state != .ended && !$1.isTest }
      .map { (key: $0.key, number: number(of: $0.value.first ?? $0.value.alarmID), told: $0.value) }
      .sorted { ($0.told.at, $0.key) < ($1.told.at, $1.key) }
      .map { ($0.number, $0.told) }
  }

  private static func alarm(_ number: UInt64, _ told: FollowedBox.Told) -> CircleAlarm {
    let priority: CirclePriority =
      switch told.priority {
      case .high: .high
      case .medium: .medium
      case .low: .low
      }
    let subject = told.person ?? (told.isTechnical ? CircleAlarm.box : "room")
    return CircleAlarm(number, priority, condition: told.condition, subject: subject)
  }

  /// The number by which the circle knows an alarm: FNV-1a of its id, without the top bit, so that it is none of the circle's
  /// own numbers. Two alarms that are on together have the same one once in 10^17.
  static func number(of id: String) -> UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } >> 1
  }
}

import Alarms
import Circle
import Status

/// What the circle has received about the box. It makes the circle's events from what is known of the box, so that
/// nothing is lost and nothing comes twice, even if one side was away. A pure value; it is saved with the circle.
package struct CircleNews: Codable, Sendable, Equatable {
  package struct Known: Codable, Sendable, Equatable {
    package let alarm: CircleAlarm
    /// Acknowledged or paused at the box.
    package var isSilenced = false
    /// With the latest value that is known.
    package var facts: OutsideMessage.Facts?
    /// When it began, ms since 1970.
    package let at: Int64
    // What follows is missing in a state of an older version.
    /// When the value was measured, ms since 1970; `nil` if that was when it began.
    package var valueAt: Int64?
    /// When it ended, ms since 1970; `nil` while it is on.
    package var endedAt: Int64?
    /// The value at its beginning, or when it was last worse by a step.
    var stepValue: Double?
  }

  /// In the order in which they began.
  package private(set) var known: [Known] = []
  /// The latest that have ended, in the order of their ends; `nil` in a state of an older version.
  private var past: [Known]?
  private static let mostPast = 32
  /// Why the box does not answer; `nil` while it does.
  package private(set) var lost: String?

  package init() {}

  /// Compares what is known of the box with what the circle has received.
  /// - Parameters:
  ///   - messages: those that follow from the last change; they have the values.
  ///   - now: ms since 1970.
  package mutating func receive(_ box: FollowedBox, _ messages: [AlarmMessage], at now: Int64) -> [CircleEvent] {
    let open = Self.open(in: box)
    var events: [CircleEvent] = []
    for var known in known where !open.contains(where: { $0.number == known.alarm.number }) {
      events.append(.ended(known.alarm.number))
      known.endedAt = now
      past = Array(((past ?? []) + [known]).suffix(Self.mostPast))
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
        known.append(Known(alarm: alarm, facts: facts, at: told.at, stepValue: facts?.value))
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

  /// The box has not answered for too long.
  package mutating func lose(_ reason: String) -> [CircleEvent] {
    guard lost == nil else { return [] }
    lost = reason
    return [.boxLost]
  }

  /// The box answers.
  package mutating func hear() -> [CircleEvent] {
    guard lost != nil else { return [] }
    lost = nil
    return [.boxBack(known.map(\.alarm))]
  }

  /// Compares the values of a status of the box with those at the beginning of the alarms, or when they were last worse.
  /// - Parameter now: ms since 1970.
  package mutating func look(at alarms: [AlarmReport], _ now: Int64) -> [CircleEvent] {
    var events: [CircleEvent] = []
    for place in known.indices where known[place].alarm.priority == .high {
      let alarm = known[place].alarm
      let own = alarms.filter { report in
        report.condition == alarm.condition && report.isTest != true && report.isLastValue != true
          && Self.subject(report.person, report.isTechnical) == alarm.subject
      }
      let values = own.compactMap { report in report.value.map { (value: $0, limit: report.limit) } }
      // Several sensors may have the same alarm.
      guard let worst = values.max(by: { Self.distance($0) < Self.distance($1) }) else { continue }
      known[place].facts?.value = worst.value
      known[place].facts?.limit = worst.limit
      known[place].valueAt = now
      guard let before = known[place].stepValue, let limit = worst.limit else {
        known[place].stepValue = worst.value
        continue
      }
      let step = Self.step(of: known[place].facts?.unit, limit)
      guard Self.distance(worst) - Self.distance((before, limit)) >= step, (worst.value < limit) == (before < limit)
      else { continue }
      known[place].stepValue = worst.value
      events.append(.worse(alarm.number))
    }
    return events
  }

  private static func distance(_ value: (value: Double, limit: Double?)) -> Double {
    value.limit.map { abs(value.value - $0) } ?? 0
  }

  /// How much further from the limit is worse (docs/messages.md, rule 23).
  private static func step(of unit: String?, _ limit: Double) -> Double {
    switch unit {
    case "bpm": 10
    case "%": 4
    default: abs(limit) / 5
    }
  }

  /// An alarm that is on, or one of the latest that have ended.
  package func known(_ number: UInt64) -> Known? {
    known.first { $0.alarm.number == number } ?? past?.last { $0.alarm.number == number }
  }

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
    let subject = subject(told.person, told.isTechnical)
    return CircleAlarm(number, priority, condition: told.condition, subject: subject)
  }

  private static func subject(_ person: String?, _ isTechnical: Bool) -> String {
    person ?? (isTechnical ? CircleAlarm.box : "room")
  }

  /// The number by which the circle knows an alarm: FNV-1a of its id, without the top bit, so that it is none of the circle's
  /// own numbers. Two alarms that are on together have the same one once in 10^17.
  static func number(of id: String) -> UInt64 {
    id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } >> 1
  }
}

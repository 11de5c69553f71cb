import Readings

/// The people, their order, and how long to wait for each answer (docs/messages.md, *The plan*).
package struct CirclePlan: Codable, Sendable, Equatable {
  package let people: [CirclePerson]
  package let times: CircleTimes
  /// When low and medium alarms wait.
  package let quiet: CircleHours?
  package let summary: CircleWeek

  /// Sunday at 18:00 (document 002 of the specification).
  package static let sunday = CircleWeek(weekday: 0, minute: 18 * 60)

  /// - Throws: a `LapwingError` that names the value that is wrong.
  package init(
    _ people: [CirclePerson], times: CircleTimes = CircleTimes(), quiet: CircleHours? = nil,
    summary: CircleWeek = sunday
  ) throws {
    self.people = people
    self.times = times
    self.quiet = quiet
    self.summary = summary
    if let fault = Self.fault(of: people) ?? times.fault ?? Self.fault(of: quiet, summary) {
      throw LapwingError(.configuration, code: "circle-plan", fault)
    }
  }

  private static func fault(of people: [CirclePerson]) -> String? {
    guard people.count <= CircleBounds.people else {
      return "The care circle has \(people.count) people. Name up to \(CircleBounds.people)."
    }
    for (place, person) in people.enumerated() {
      guard CircleBounds.isName(person.name) else {
        return "\"\(person.name)\" cannot name a person of the care circle. Use 1 to 32 letters, digits and \"-\"."
      }
      guard !people[..<place].contains(where: { $0.name == person.name }) else {
        return "The care circle has two people named \(person.name). Give each a name of their own."
      }
      guard (1...CircleBounds.channels).contains(person.channels.count) else {
        let count = person.channels.count
        return "\(person.name) has \(count) channels. Name one to \(CircleBounds.channels)."
      }
      if let channel = person.channels.first(where: { !CircleBounds.isName($0) }) {
        return "\"\(channel)\" of \(person.name) cannot name a channel. Use 1 to 32 letters, digits and \"-\"."
      }
      guard Set(person.channels).count == person.channels.count else {
        return "\(person.name) has a channel twice. Name each channel once."
      }
    }
    return nil
  }

  private static func fault(of quiet: CircleHours?, _ summary: CircleWeek) -> String? {
    let day = 0..<1440
    if let quiet, !day.contains(quiet.from) || !day.contains(quiet.to) {
      return "The quiet hours of the care circle are not times of a day. Give two from 00:00 to 23:59."
    }
    guard (0...6).contains(summary.weekday), day.contains(summary.minute) else {
      return "The weekly summary has no weekday and time of a day. Give a weekday and a time from 00:00 to 23:59."
    }
    return nil
  }
}

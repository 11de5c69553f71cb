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

/// How long the circle waits for what. The defaults are own choices, except the countdown (document 002 of the
/// specification) and the cool-down (its reference program).
package struct CircleTimes: Codable, Sendable, Equatable {
  /// From an alarm to the first person, 30 to 600 s. 30 s beside a bed: a person must know within 90 s.
  package var countdown: Duration
  /// How long a provider may take to accept a message until the next person is alerted, and a phone to confirm it until the next
  /// channel is used, 5 to 120 s. Google's push service delivered more than 40 % within 10 s (docs/sources.md).
  package var unconfirmed: Duration
  /// How long a person whose provider has the message may take to answer before the next one is alerted, 15 to 600 s.
  package var step: Duration
  /// From the last person to the repeat to all, 60 to 3600 s.
  package var again: Duration
  /// How long the answer of a person counts who was asked once more, 300 to 7200 s.
  package var hold: Duration
  /// How long all must be well until an incident is closed, 60 to 3600 s.
  package var coolDown: Duration
  /// Between two messages of a low or medium condition at one subject, 0 to 3600 s.
  package var noticeCoolDown: Duration

  package init(
    countdown: Duration = .seconds(120), unconfirmed: Duration = .seconds(10), step: Duration = .seconds(40),
    again: Duration = .seconds(300), hold: Duration = .seconds(1800), coolDown: Duration = .seconds(600),
    noticeCoolDown: Duration = .seconds(60)
  ) {
    self.countdown = countdown
    self.unconfirmed = unconfirmed
    self.step = step
    self.again = again
    self.hold = hold
    self.coolDown = coolDown
    self.noticeCoolDown = noticeCoolDown
  }

  /// A sentence about the first time that is out of its range.
  var fault: String? {
    let ranges: [(String, Duration, ClosedRange<Int64>)] = [
      ("countdown", countdown, 30...600), ("unconfirmed", unconfirmed, 5...120), ("step", step, 15...600),
      ("repeat", again, 60...3600), ("hold", hold, 300...7200), ("cool-down", coolDown, 60...3600),
      ("notice cool-down", noticeCoolDown, 0...3600),
    ]
    for (name, time, range) in ranges
    where time < .seconds(range.lowerBound) || time > .seconds(range.upperBound) {
      return "The care circle's \(name) is \(time). Give \(range.lowerBound) to \(range.upperBound) s."
    }
    return nil
  }
}

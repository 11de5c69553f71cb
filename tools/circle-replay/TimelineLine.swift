import Circle
import Readings

/// A line of a timeline: a plan, which begins a new one, or an event.
struct TimelineLine: Decodable {
  struct Plan: Decodable {
    struct Person: Decodable {
      let name: String
      let channels: [String]
      let from: CirclePriority
      let weekly: Bool
    }

    let people: [Person]
    /// Seconds: countdown, unconfirmed, step, repeat, hold, cool-down, notice cool-down.
    let times: [Int]
    /// Minutes after midnight.
    let quiet: [Int]?
    /// Weekday and minutes after midnight.
    let summary: [Int]

    func plan() throws -> CirclePlan {
      guard times.count == 7, summary.count == 2, quiet?.count ?? 2 == 2 else { throw LineError.incomplete }
      let times = times.map { Duration.seconds($0) }
      return try CirclePlan(
        people.map { CirclePerson($0.name, channels: $0.channels, from: $0.from, weekly: $0.weekly) },
        times: CircleTimes(
          countdown: times[0], unconfirmed: times[1], step: times[2], again: times[3], hold: times[4],
          coolDown: times[5], noticeCoolDown: times[6]),
        quiet: quiet.map { CircleHours(from: $0[0], to: $0[1]) },
        summary: CircleWeek(weekday: summary[0], minute: summary[1]))
    }
  }

  struct Alarm: Decodable {
    let number: UInt64
    let priority: CirclePriority
    let condition: String
    let subject: String

    var alarm: CircleAlarm { CircleAlarm(number, priority, condition: condition, subject: subject) }
  }

  enum LineError: Error {
    case incomplete
    case unknown(String)
  }

  let plan: Plan?
  /// Seconds.
  let t: Int64?
  let event: String?
  /// Nothing was asked since the line before.
  let late: Bool?
  let alarm: Alarm?
  let alarms: [Alarm]?
  let number: UInt64?
  let word: CircleWord?
  let message: String?
  let report: CircleReport?
  let person: String?
  let incident: UInt32?
  let subject: String?
  let seconds: Int64?

  var time: Instant { Instant(nanoseconds: (t ?? 0) * 1_000_000_000) }

  func circleEvent() throws -> CircleEvent {
    switch event {
    case "began": .began(try need(alarm).alarm)
    case "ended": .ended(try need(number))
    case "silenced": .silenced(try need(number))
    case "worse": .worse(try need(number))
    case "box-lost": .boxLost
    case "box-back": .boxBack(try need(alarms).map(\.alarm))
    case "report": .report(try need(message.flatMap { CircleMessageID($0) }), try need(report))
    case "have-it": .haveIt(person: try need(person), incident: incident)
    case "says": .says(try need(word), person: try need(person), incident: try need(incident))
    case "okay": .okay(subject: subject, person: person)
    case "need-help": .needHelp(subject: try need(subject), person: person)
    case "consent": .consent(person: try need(person), date: nil)
    case "stop": .stop(person: try need(person), date: nil)
    case "pause": .pause(person: try need(person), .seconds(try need(seconds)))
    case "resume": .resume(person: try need(person))
    case "drill": .drill
    case "plan": .plan(try need(plan).plan())
    case "date": .date(offset: seconds)
    case "tick": .tick
    default: throw LineError.unknown(event ?? "")
    }
  }

  private func need<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw LineError.incomplete }
    return value
  }
}

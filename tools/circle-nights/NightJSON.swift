import Circle
import CircleWorld
import Foundation
import Readings

/// Prints a night as JSON, an object a line, for a judge that shares no line with the program (Tests/circle-oracle/README.md).
enum NightJSON {
  /// One line. Only what belongs to it is written.
  private struct Line: Encodable {
    var t: Double?
    // The first line of a night, and its last one.
    var night: UInt64?
    var plan: Plan?
    var ends: UInt64?
    var truth: NightTruth?
    var violations: [String]?
    // What the circle received.
    var event: String?
    var alarm: CircleAlarm?
    var alarms: [CircleAlarm]?
    var number: UInt64?
    var report: String?
    var person: String?
    var incident: UInt32?
    var subject: String?
    var seconds: Int64?
    var word: String?
    // What it wants.
    var send: String?
    var about: [UInt64]?
    var by: String?
    var cancel: String?
    var countdown: UInt32?
    /// When it is over, by the time of the circle.
    var until: Double?
    var stopped: UInt32?
    var why: String?
    var entry: String?
    // What a phone has.
    var arrived: String?
    var message: String?
  }

  /// The plan by the words of docs/messages.md, in seconds.
  private struct Plan: Encodable {
    let people: [CirclePerson]
    let countdown, unconfirmed, step, again, hold, coolDown, noticeCoolDown: Int64
  }

  private static let encoder = JSONEncoder()

  private static func write(_ line: Line) {
    guard let data = try? encoder.encode(line) else { return }
    print(String(decoding: data, as: UTF8.self))
  }

  static func begin(_ seed: UInt64, _ plan: CirclePlan) {
    let times = plan.times
    let shown = Plan(
      people: plan.people, countdown: times.countdown.components.seconds,
      unconfirmed: times.unconfirmed.components.seconds,
      step: times.step.components.seconds, again: times.again.components.seconds, hold: times.hold.components.seconds,
      coolDown: times.coolDown.components.seconds, noticeCoolDown: times.noticeCoolDown.components.seconds)
    write(Line(night: seed, plan: shown))
  }

  static func end(_ seed: UInt64, _ truth: NightTruth, _ violations: [String]) {
    write(Line(ends: seed, truth: truth, violations: violations))
  }

  static func line(_ line: NightLine, at time: Double) {
    switch line {
    case .event(let event): write(Self.line(of: event, at: time))
    case .output(let output): write(Self.line(of: output, at: time))
    case .arrived(let message): write(Line(t: time, arrived: message.id.description))
    }
  }

  private static func line(of event: CircleEvent, at t: Double) -> Line {
    switch event {
    case .began(let alarm): Line(t: t, event: "began", alarm: alarm)
    case .ended(let number): Line(t: t, event: "ended", number: number)
    case .silenced(let number): Line(t: t, event: "silenced", number: number)
    case .worse(let number): Line(t: t, event: "worse", number: number)
    case .boxLost: Line(t: t, event: "box-lost")
    case .boxBack(let alarms): Line(t: t, event: "box-back", alarms: alarms)
    case .report(let id, let report): Line(t: t, event: "report", report: report.rawValue, message: id.description)
    case .haveIt(let person, let incident): Line(t: t, event: "have-it", person: person, incident: incident)
    case .says(let word, let person, let incident):
      Line(t: t, event: "says", person: person, incident: incident, word: word.rawValue)
    case .okay(let subject, let person): Line(t: t, event: "okay", person: person, subject: subject)
    case .needHelp(let subject, let person): Line(t: t, event: "need-help", person: person, subject: subject)
    case .consent(let person, _): Line(t: t, event: "consent", person: person)
    case .stop(let person, _): Line(t: t, event: "stop", person: person)
    case .pause(let person, let time): Line(t: t, event: "pause", person: person, seconds: time.components.seconds)
    case .resume(let person): Line(t: t, event: "resume", person: person)
    case .drill: Line(t: t, event: "drill")
    case .plan: Line(t: t, event: "plan")
    case .date(let offset): Line(t: t, event: "date", seconds: offset)
    case .tick: Line(t: t, event: "tick")
    }
  }

  private static func line(of output: CircleOutput, at t: Double) -> Line {
    switch output {
    case .send(let message): Line(t: t, send: message.id.description, about: message.alarms, by: message.by)
    case .cancel(let id): Line(t: t, cancel: id.description)
    case .countdown(let incident, let subject, let end):
      Line(t: t, subject: subject, countdown: incident, until: Double(end.nanoseconds) / 1e9)
    case .countdownStopped(let incident, let why): Line(t: t, stopped: incident, why: why.rawValue)
    case .entry(let entry):
      Line(
        t: t, person: entry.person, incident: entry.incident, subject: entry.about, entry: entry.kind.rawValue,
        message: entry.message?.description)
    }
  }
}

import Circle
import Control
import Readings
import Settings
import System

/// An order from the box to the circle: one line of JSON.
package struct CircleOrder: Codable, Sendable {
  package enum Verb: String, Codable, Sendable {
    case okay, help
    case haveIt = "have-it"
    case consent, stop, pause, resume, drill, status, invite, remove
  }

  package var verb: Verb
  package var person: String?
  /// Whom or what an alarm is about.
  package var subject: String?
  package var seconds: Double?

  package init(_ verb: Verb, person: String? = nil, subject: String? = nil, seconds: Double? = nil) {
    (self.verb, self.person, self.subject, self.seconds) = (verb, person, subject, seconds)
  }
}

package struct CircleAnswer: Codable, Sendable {
  /// A sentence for the person who gave it.
  package var text: String?
  package var circle: CircleStatus?
  /// What a phone scans.
  package var link: String?
}

extension CircleDesk {
  /// Carries an order out. What it changes is on the disk when this returns.
  /// - Throws: `usage` if it names no person of the circle, or changes nothing; then with the reason.
  func perform(_ order: CircleOrder) throws(LapwingError) -> CircleAnswer {
    if order.verb == .status { return CircleAnswer(circle: CircleStatus(self)) }
    if order.verb == .invite {
      let invitation = try invite(order.person ?? ""), server = invitations?.server
      let link = server?.appending("/\(invitation.topic)")
      return CircleAnswer(
        text: "\(invitation.name) opens this link with the app ntfy within seven days, and presses “I agree”",
        link: link.map { $0.origin + $0.target })
    }
    if order.verb == .remove {
      try removeInvited(order.person ?? "")
      return CircleAnswer(text: "\(order.person ?? "") is no longer in the care circle")
    }
    if order.verb == .drill, look({ circle, _ in !circle.hasAnybody }) {
      throw LapwingError(.unavailable, code: "no-circle", "no one can be reached: \(Self.noConsent)")
    }
    let entries = try self.order(try event(of: order))
    if order.verb == .help, look({ circle, _ in !circle.hasAnybody }) {
      throw LapwingError(.unavailable, code: "no-circle", "no one can be reached: \(Self.noConsent)")
    }
    let counts = entries.contains { $0.kind == .okay || $0.kind == .taken || $0.kind == .okayAsked }
    if !counts, let ignored = entries.first(where: { $0.kind == .ignored }) {
      throw LapwingError(.usage, code: "ignored", Self.sentence(ignored))
    }
    if entries.contains(where: { $0.kind == .drillRefused }) {
      throw LapwingError(
        .usage, code: "no-drill", "a drill waits until no alarm is on, and for 60 s after the last one; try again then")
    }
    return CircleAnswer(text: sentence(order, entries))
  }

  func event(of order: CircleOrder) throws(LapwingError) -> CircleEvent {
    let date = self.date() / 1000
    switch order.verb {
    case .okay: return .okay(subject: order.subject, person: nil)
    case .help: return .needHelp(subject: order.subject ?? "room", person: nil)
    case .haveIt: return .haveIt(person: try person(order), incident: nil)
    case .consent: return .consent(person: try person(order), date: date)
    case .stop: return .stop(person: try person(order), date: date)
    case .pause:
      guard let seconds = order.seconds, (60...604_800).contains(seconds) else {
        throw LapwingError(.usage, code: "bad-pause", "a pause lasts from a minute to seven days")
      }
      return .pause(person: try person(order), .seconds(seconds))
    case .resume: return .resume(person: try person(order))
    case .drill: return .drill
    case .status, .invite, .remove: return .tick
    }
  }

  private func person(_ order: CircleOrder) throws(LapwingError) -> String {
    let names = look { circle, _ in circle.plan.people.map(\.name) }
    guard let name = names.first(where: { $0.lowercased() == order.person?.lowercased() }) else {
      throw LapwingError(
        .usage, code: "unknown-person",
        "there is no \(order.person ?? "such person") in the care circle; it has \(names.joined(separator: ", "))")
    }
    return name
  }

  private func sentence(_ order: CircleOrder, _ entries: [CircleEntry]) -> String {
    let name = order.person ?? ""
    func has(_ kind: CircleEntry.Kind) -> Bool { entries.contains { $0.kind == kind } }
    switch order.verb {
    case .okay:
      switch outcome(.okay, entries) {
      case .sayAgain: return "it does not count yet: an alarm is on that needs it a second time, 2 to 30 s from now"
      case .takenBack: return "the call for help is taken back"
      case .okayForNow:
        return
          "an alarm is still on, so this counts for 120 s; the first person and who was alerted get a message of it"
      case .okay: return "all is well; who was alerted gets a message of it"
      default: return "nothing is open"
      }
    case .help:
      return "all are alerted in 3 s; `lapwing circle okay` takes it back, `lapwing circle status` says who is reached"
    case .haveIt:
      if has(.taken) { return "\(name) has it; who was alerted gets a message of it" }
      return has(.drillAnswered) ? "\(name) has answered the drill" : "recorded; it changes nothing"
    case .consent: return "\(name) has consented and gets messages from now on"
    case .stop: return "\(name) gets no message any more"
    case .pause: return "\(name) pauses"
    case .resume: return "\(name) gets messages again"
    case .drill: return "a test goes to all who are ready; `lapwing circle status --log` shows who answers within 300 s"
    case .status, .invite, .remove: return ""
    }
  }

  private static func sentence(_ entry: CircleEntry) -> String {
    let name = entry.person ?? "a person"
    return switch entry.about {
    case "no consent": "\(name) has not consented, so the answer does not count; lapwing circle consent \(name)"
    case "have it": "another person has it already, or no alarm is on"
    case "okay": "a person has said so already, which counts for 120 s"
    default: "it changes nothing (\(entry.about ?? "no reason"))"
    }
  }
}

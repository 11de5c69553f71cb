import Circle
import GRDB
import Readings
import System

package struct CircleStatus: Codable, Sendable, Equatable {
  package struct Person: Codable, Sendable, Equatable {
    package let name: String
    package let channels: [String]
    /// `consented`, `stopped`, or `none` for no word yet.
    package let word: String
    /// The date of that word.
    package var since: String?
    package var pausedForSeconds: Int64?

    private enum CodingKeys: String, CodingKey {
      case name, channels, word, since
      case pausedForSeconds = "paused_for_s"
    }
  }

  package struct Incident: Codable, Sendable, Equatable {
    package let number: UInt32
    package let subject: String
    package let conditions: [String]
    /// `countdown`, `trying`, `accepted`, `unreached`, `held`, `okay` or `well`.
    package let stage: String
    /// Who is alerted, or has answered.
    package var by: String?
    /// How long the stage goes on, in the circle's seconds.
    package var endsInSeconds: Int64?
    package let told: [String]

    private enum CodingKeys: String, CodingKey {
      case number, subject, conditions, stage, by
      case endsInSeconds = "ends_in_s"
      case told
    }
  }

  package let people: [Person]
  package let incidents: [Incident]
  /// Why the box does not answer; absent while it does.
  package var boxLost: String?

  private enum CodingKeys: String, CodingKey {
    case people, incidents
    case boxLost = "box_lost"
  }

  init(_ desk: CircleDesk) {
    let now = desk.time.now
    self = desk.look { circle, news in CircleStatus(circle, news, at: now) }
  }

  init(_ circle: CareCircle, _ news: CircleNews, at now: Instant) {
    func seconds(until time: Instant) -> Int64 { max(0, now.duration(to: time).components.seconds) }
    people = zip(circle.plan.people, circle.state.members).map { person, member in
      let word = member.hasConsented ? "consented" : member.wordDate == nil ? "none" : "stopped"
      return Person(
        name: person.name, channels: person.channels, word: word,
        since: member.wordDate.map { UTCTime.text(unixSeconds: $0) },
        pausedForSeconds: member.pausedUntil.map(seconds))
    }
    incidents = circle.incidents.map { incident in
      var (stage, by, until): (String, String?, Instant?)
      switch incident.stage {
      case .countdown(let end): (stage, by, until) = ("countdown", nil, end)
      case .trying(let person): (stage, by, until) = ("trying", person, nil)
      case .accepted(let person): (stage, by, until) = ("accepted", person, nil)
      case .unreached: (stage, by, until) = ("unreached", nil, nil)
      case .held(let person, let end): (stage, by, until) = ("held", person, end)
      case .okay(let end): (stage, by, until) = ("okay", nil, end)
      case .well: (stage, by, until) = ("well", nil, nil)
      }
      return Incident(
        number: incident.number, subject: incident.subject, conditions: incident.conditions, stage: stage, by: by,
        endsInSeconds: until.map(seconds), told: incident.told)
    }
    boxLost = news.lost
  }

  package var text: String {
    var lines = people.map { person in
      let date = person.since.map { " since \($0)" } ?? ""
      let word =
        switch person.word {
        case "consented": "has consented\(date)"
        case "stopped": "has stopped\(date)"
        default: "has not consented yet (lapwing circle consent \(person.name))"
        }
      let pause = person.pausedForSeconds.map { ", pauses for \(($0 + 59) / 60) min more" } ?? ""
      return "\(person.name): \(word)\(pause), by \(person.channels.joined(separator: ", "))"
    }
    if let boxLost { lines.append("The box does not answer: \(boxLost)") }
    lines += incidents.map(Self.line)
    if incidents.isEmpty { lines.append("No incident is open.") }
    return lines.joined(separator: "\n")
  }

  private static func line(_ incident: Incident) -> String {
    let time = incident.endsInSeconds.map { " for \($0) s more" } ?? ""
    let stage =
      switch incident.stage {
      case "countdown": incident.endsInSeconds == nil ? "the countdown stands" : "the countdown runs\(time)"
      case "trying": "trying to reach \(incident.by ?? "a person")"
      case "accepted": "\(incident.by ?? "a person")'s provider has the message; no one has answered yet"
      case "unreached": "no one can be reached: call by phone"
      case "held": "\(incident.by ?? "a person") has answered and has it\(time)"
      case "okay": "a person said that all is well, which counts\(time)"
      default: "back to normal"
      }
    let on = incident.conditions.isEmpty ? "" : " (\(incident.conditions.joined(separator: ", ")))"
    let told = incident.told.isEmpty ? "" : "; alerted: \(incident.told.joined(separator: ", "))"
    return "Incident \(incident.number), \(incident.subject)\(on): \(stage)\(told)"
  }
}

package struct CircleLog: Encodable, Sendable {
  package let log: [CircleLine]

  /// The latest lines, oldest first.
  package init(_ queue: OutsideQueue, most: Int) throws(LapwingError) {
    log = try queue.read { db in
      try db.tableExists("circle_log") ? CircleLine.read(since: 0, most: most, in: db) : []
    }
  }

  package var text: String { log.isEmpty ? "Nothing has happened yet." : log.map(\.text).joined(separator: "\n") }
}

extension CircleLine {
  /// One line for people.
  var text: String {
    var parts = [UTCTime.text(unixSeconds: at / 1000)]
    if let incident { parts.append("incident \(incident)") }
    parts.append(message.map { "\(kind) (\($0))" } ?? kind)
    if let person { parts.append(person) }
    if let channel { parts.append("by \(channel)") }
    if let about { parts.append(about) }
    return parts.joined(separator: "  ")
  }
}

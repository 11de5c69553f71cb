import Circle
import Control
import GRDB
import Readings

/// What the links of messages may do: show their alarm, and say once that their person has it.
extension CircleDesk {
  private struct Linked {
    let id: CircleMessageID
    let message: OutsideMessage
    let outcome: CircleCallAnswer.Outcome
    /// Who has it.
    var by: String?
  }

  /// What a link is about. It changes nothing: programs open the links of mails too.
  func look(_ number: UInt32, _ link: String) throws(LapwingError) -> CircleCallAnswer {
    let (now, circle) = (date(), look { circle, _ in circle })
    return try queue.read { db in
      guard let linked = try self.linked(link, circle, at: now, in: db) else { return CircleCallAnswer(number, .wrong) }
      return CircleCallAnswer(
        number, linked.outcome, by: linked.by, title: Self.cut(linked.message.title, to: 150),
        text: Self.cut(linked.message.body))
    }
  }

  /// The person of a link says that they have it, which is used up by that, or says more.
  func haveIt(_ number: UInt32, _ link: String, _ word: CircleWord? = nil) throws(LapwingError) -> CircleCallAnswer {
    func isTaken(_ outcome: CircleCallAnswer.Outcome) -> Bool {
      outcome == .open || word != nil && (outcome == .used || outcome == .held)
    }
    // Strangers try links, and what is refused must cost the card no write.
    let seen = try look(number, link)
    guard isTaken(seen.outcome) else { return seen }
    let now = date()
    let answer = try step { state, events, db in
      guard let linked = try self.linked(link, state.circle, at: now, in: db) else {
        return CircleCallAnswer(number, .wrong)
      }
      guard isTaken(linked.outcome) else {
        return CircleCallAnswer(number, linked.outcome, by: linked.by, title: Self.cut(linked.message.title, to: 150))
      }
      if let word {
        let isSaid = try self.says(
          word, in: linked.id, as: linked.message.id, by: linked.id.channel, &events, in: db)
        return CircleCallAnswer(
          number, isSaid ? .said : linked.outcome, by: linked.id.person, title: Self.cut(linked.message.title, to: 150))
      }
      _ = try self.note(answerTo: linked.id, as: linked.message.id, by: linked.id.channel, &events, in: db)
      return CircleCallAnswer(number, .taken, by: linked.id.person, title: Self.cut(linked.message.title, to: 150))
    }
    if [.taken, .said].contains(answer.outcome), let by = answer.by {
      log.say("\(by) has answered by a link", isFine: true)
    }
    return answer
  }

  /// - Returns: `nil` for a link that this box has not made, or whose person is not asked any more.
  private func linked(_ text: String, _ circle: CareCircle, at now: Int64, in db: Database) throws -> Linked? {
    guard let links, let claim = AnswerLinks.Claim(text),
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT circle_message.circle_id, message.state, message.content FROM circle_message
          JOIN message ON message.id = circle_message.id WHERE circle_message.id = ? LIMIT 1
          """, arguments: [claim.id]),
      let name: String = row.checked("circle_id"), let id = CircleMessageID(name), links.isOwn(claim, of: id.person),
      id.kind == .alarm || id.kind == .drill,
      circle.state.members.contains(where: { $0.name == id.person && $0.hasConsented }),
      let content: String = row.checked("content"), let message = OutsideQueue.message(content)
    else { return nil }
    if try Self.hasEnded(id, in: db) { return Linked(id: id, message: message, outcome: .over) }
    let state: String? = row.checked("state")
    let (outcome, by) = Self.outcome(of: id, claim, isUsed: state == "confirmed", circle, at: now)
    return Linked(id: id, message: message, outcome: outcome, by: by)
  }

  /// Whether the person has got a message since that all is well. An incident that begins again keeps its number, and
  /// has links of its own.
  private static func hasEnded(_ id: CircleMessageID, in db: Database) throws -> Bool {
    guard let incident = id.incident else { return false }
    let texts = try String.fetchAll(
      db, sql: "SELECT circle_id FROM circle_message WHERE circle_id LIKE ?", arguments: ["i\(incident).%"])
    return texts.compactMap(CircleMessageID.init).contains {
      [.normal, .missed, .okay].contains($0.kind) && $0.person == id.person && $0.round >= id.round
    }
  }

  private static func outcome(
    of id: CircleMessageID, _ claim: AnswerLinks.Claim, isUsed: Bool, _ circle: CareCircle, at now: Int64
  ) -> (CircleCallAnswer.Outcome, String?) {
    // A clock that was set back makes no link live longer.
    guard (1...AnswerLinks.longest).contains(claim.expires - now / 1000) else { return (.expired, nil) }
    if isUsed { return (.used, nil) }
    guard let number = id.incident else { return (.open, nil) }
    guard let incident = circle.incidents.first(where: { $0.number == number }), !incident.conditions.isEmpty else {
      return (.over, nil)
    }
    return switch incident.stage {
    case .countdown, .trying, .accepted, .unreached: (.open, nil)
    case .held(let person, _): person == id.person ? (.open, nil) : (.held, person)
    case .okay, .well: (.over, nil)
    }
  }

  /// A line of the control socket has 4 kB, and one byte may be written by six.
  private static func cut(_ text: String, to bytes: Int = 400) -> String {
    text.utf8.count <= bytes ? text : String(decoding: text.utf8.prefix(bytes), as: UTF8.self) + "…"
  }
}

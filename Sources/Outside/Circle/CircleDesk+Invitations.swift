import Alarms
import Circle
import Control
import GRDB
import Readings
import Settings
import System
import Words

/// People who are added at the page: asked on their phone, and then tried.
extension CircleDesk {
  private static let longestName = 24

  private func needInvitations() throws(LapwingError) -> Invitations {
    guard let invitations else {
      throw LapwingError(
        .unavailable, code: "no-invitations",
        "people can be added once outside.circle.invite is true and lapwing-outside has been started again")
    }
    return invitations
  }

  /// Adds a person, and puts the question to them into their topic.
  func invite(_ name: String) throws(LapwingError) -> Invitation {
    let invitations = try needInvitations()
    guard CircleBounds.isName(name), name.utf8.count <= Self.longestName else {
      throw LapwingError(
        .usage, code: "bad-name", "a name has up to \(Self.longestName) letters, digits and hyphens, such as Anna")
    }
    let people = look { circle, _ in circle.plan.people }
    let earlier = invitations.all.first { $0.name == name }
    if people.contains(where: { $0.name.lowercased() == name.lowercased() }), earlier == nil {
      throw LapwingError(.usage, code: "name-taken", "\(name) is in the care circle already")
    }
    guard people.count < CircleBounds.people || earlier != nil else {
      throw LapwingError(
        .usage, code: "circle-full", "the care circle has \(people.count) people; remove one first")
    }
    let new = try invitations.add(name, at: date())
    try adoptInvited(invitations)
    try send(.asks, of: new)
    log.say("\(name) is asked whether they want messages", isFine: true)
    return new
  }

  /// Removes a person who was added at the page. Who is in the file stays there.
  func removeInvited(_ name: String) throws(LapwingError) {
    let invitations = try needInvitations()
    guard invitations.all.contains(where: { $0.name == name }) else {
      throw LapwingError(
        .usage, code: "unknown-person", "\(name) was not added at the page; people of the file are removed there")
    }
    try invitations.remove(name)
    try adoptInvited(invitations)
    log.say("\(name) is removed from the care circle", isFine: true)
  }

  /// A person who was added at the page comes before the one before them. People of the file stay first.
  func moveUp(_ name: String) throws(LapwingError) {
    let invitations = try needInvitations()
    try invitations.moveUp(name)
    try adoptInvited(invitations)
  }

  /// The person who is watched has ended the agreement: no person gets a message, and the people whom the page has added are deleted.
  func end() throws(LapwingError) {
    for person in look({ circle, _ in circle.plan.people.map(\.name) }) { _ = try stop(person) }
    for invitation in invitations?.all ?? [] { try removeInvited(invitation.name) }
    log.say("the person who is watched has ended the agreement: no one gets a message any more")
  }

  private func adoptInvited(_ invitations: Invitations) throws(LapwingError) {
    _ = try order(.plan(Self.plan(ownPlan, with: invitations, log: log)))
  }

  /// A person has agreed, answered the test, or wants no more messages.
  /// - Returns: what happened, for the journal; `nil` if it is of no invitation.
  func answer(_ id: String, _ word: ReplyWord) throws(LapwingError) -> String? {
    guard let invitations, let (invitation, part) = invitations.part(id) else { return nil }
    let name = invitation.name, now = date()
    switch (word, part) {
    case (.agree, .asks):
      guard invitation.agreedAt == nil else {
        try send(.note, of: invitation, .usedBefore)
        return "\(name) has pressed the button of an invitation that was used before"
      }
      guard !invitation.isOld(at: now) else {
        try send(.note, of: invitation, .tooOld)
        return "\(name) has pressed the button of an invitation that is too old"
      }
      _ = try order(.consent(person: name, date: now / 1000))
      try invitations.update(invitation.code) { ($0.agreedAt, $0.words) = (now, Invitation.words) }
      try send(.test, of: invitation)
      return "\(name) has agreed to messages (words \(Invitation.words))"
    case (.haveIt, .test):
      guard invitation.answeredAt == nil else { return "\(id) was answered before" }
      try invitations.update(invitation.code) { $0.answeredAt = now }
      return "\(name) has answered the test"
    case (.stop, _): return try stop(name)
    default: return "\(id) takes no such answer"
    }
  }

  func stop(_ name: String) throws(LapwingError) -> String {
    _ = try order(.stop(person: name, date: date() / 1000))
    return "\(name) wants no more messages"
  }

  private func send(
    _ part: Invitation.Part, of invitation: Invitation, _ note: InvitationWords? = nil
  ) throws(LapwingError) {
    let wording = wording, box = wording.boxName
    let (title, lines, number): (InvitationWords, [InvitationWords], Int) =
      switch part {
      case .asks: (.asks(invitation.name, box), [.whatIsSent, .whoSees, .howToStop], 0)
      case .test: (.test, [.pleaseAnswer], 0)
      case .note: (note ?? .usedBefore, [.askAgain], Int.random(in: 1...Int(Int32.max)))
      }
    try queue.write(at: date()) { db, now in
      let text = wording.text(
        wording(title), lines.map { wording($0) }, isTest: part == .test, at: now)
      var message = OutsideMessage(
        id: invitation.id(part, number), alarmID: nil, kind: part == .test ? .began : .information,
        priority: part == .test ? .high : .medium, isTest: part == .test, text, at: now)
      message.expiresAt = now + Invitation.life
      switch part {
      case .asks: message.words = [ReplyWord.agree.text: wording(InvitationWords.agree)]
      case .test:
        message.button = wording(AnswerWords.haveIt)
        message.words = [ReplyWord.stop.text: wording(InvitationWords.stop)]
      case .note: break
      }
      try QueueEntry.append(message, for: invitation.channel, notBefore: now, at: now, in: db)
    }
    onMessages()
  }

  /// The kinds of lines that are about a person, for the page.
  private static let pastKinds: [CircleEntry.Kind] = [
    .sent, .confirmed, .failed, .expired, .taken, .says, .okay, .consent, .stop, .pause, .resume, .drillAnswered,
    .drillMissed,
  ]

  /// The latest messages and answers of people, oldest first, for the page.
  var shownPast: [CirclePastReport] {
    let lines = (try? queue.read { try CircleLine.read(since: 0, most: 200, in: $0) }) ?? []
    let past: [CirclePastReport] = lines.compactMap { line in
      guard let person = line.person, let kind = CircleEntry.Kind(rawValue: line.kind), Self.pastKinds.contains(kind)
      else { return nil }
      return CirclePastReport(
        at: UTCTime.text(unixSeconds: line.at / 1000), person: person, kind: line.kind, channel: line.channel)
    }
    return Array(past.suffix(30))
  }

  var shownPeople: [CirclePersonReport] {
    let invited = invitations?.all ?? [], server = invitations?.server
    return CircleStatus(self).people.map { person in
      var report = CirclePersonReport(name: person.name, word: person.word, since: person.since)
      report.pausedForSeconds = person.pausedForSeconds
      guard let invitation = invited.first(where: { $0.name == person.name }), let server else { return report }
      report.isInvited = true
      report.hasAnswered = invitation.answeredAt != nil
      report.isOld = invitation.agreedAt == nil && invitation.isOld(at: date())
      if invitation.agreedAt == nil {
        let topic = server.appending("/\(invitation.topic)")
        report.link = topic.origin + topic.target
      }
      return report
    }
  }
}

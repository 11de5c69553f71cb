import Alarms
import Circle
import FoundationEssentials
import GRDB
import Words

/// How the circle's messages enter the queue. Its rules have decided that they go now, so no cool-down holds them back.
struct CircleDelivery: Sendable {
  let rule: AlarmNews.Rule
  /// Of the people who have one of their own.
  let languages: [String: Language]
  let phone: String?
  /// Makes the ids of this file unlike those of any other.
  let key: String
  /// How much faster than the clock the circle's time runs.
  let speed: Int
  let links: AnswerLinks?

  /// The id of a message in the queue: the same for the same message, for ever.
  func id(_ id: CircleMessageID) -> String { "c-\(MessageCode.short(key: key, id.description))" }

  func send(_ message: CircleMessage, _ news: CircleNews, at now: Int64, in db: Database) throws {
    let id = id(message.id)
    try db.execute(
      sql: "INSERT OR IGNORE INTO circle_message VALUES (?, ?, ?)", arguments: [id, message.id.description, now])
    guard db.changesCount > 0 else { return }
    let entry = try self.message(message, id, news, at: now, in: db)
    try QueueEntry.append(entry, for: message.id.channel, notBefore: now, at: now, in: db)
    try QueueBound.keep(message.id.channel, mostWaiting: OutsideQueue.mostWaiting, at: now, in: db)
    try CircleLine(
      at: now, kind: CircleLine.told, incident: message.id.incident, person: message.id.person,
      about: message.conditions.isEmpty ? nil : message.conditions.joined(separator: ", "),
      channel: message.id.channel, message: message.id.kind.rawValue
    ).write(db)
  }

  /// Withdraws a message, also one that waits for its next attempt, or that a service repeats.
  func cancel(_ id: CircleMessageID, in db: Database) throws {
    try db.execute(
      sql: "UPDATE message SET state = 'withdrawn' WHERE channel = ? AND id = ? AND state = 'waiting'",
      arguments: [id.channel, self.id(id)])
    try db.execute(
      sql: "UPDATE message SET state = ? WHERE channel = ? AND id = ? AND state = 'sent' AND receipt IS NOT NULL",
      arguments: [OutsideQueue.takenBack, id.channel, self.id(id)])
  }

  private func message(
    _ message: CircleMessage, _ id: String, _ news: CircleNews, at now: Int64, in db: Database
  ) throws -> OutsideMessage {
    let wording = wording(for: message.id)
    let kind = message.id.kind, known = message.alarms.lazy.compactMap { news.known($0) }.first
    let summary =
      kind == .summary
      ? WeeklySummary(wording).lines(try CircleLine.read(since: now - WeeklySummary.week, most: 10_000, in: db)) : []
    let text = CircleWording(wording: wording, phone: phone).text(of: message, news, summary: summary, at: now)
    var facts = known?.facts
    if facts == nil, let condition = message.conditions.first {
      facts = OutsideMessage.Facts(
        condition: condition, presence: kind == .alarm || kind == .notice ? "on" : "off",
        isTechnical: message.subject == CircleAlarm.box)
    }
    let expiry = kind.expiry.components.seconds * 1000 / Int64(max(1, speed))
    var result = OutsideMessage(
      id: id, alarmID: alarmID(of: message), kind: Self.kind(kind), priority: Self.priority(kind, known),
      isTest: kind == .drill, text, at: now)
    (result.facts, result.expiresAt) = (facts, now + expiry)
    if kind == .alarm || kind == .drill { result.link = links?.link(to: id, of: message.id.person, at: now) }
    result.button = kind == .notice ? wording(CircleMessageWords.seen) : wording(AnswerWords.haveIt)
    if kind == .alarm {
      // A person who is asked again may be there by now.
      let words: [CircleWord] = message.isAgain ? [.there, .callMe] : [.onMyWay, .callMe]
      result.words = Dictionary(uniqueKeysWithValues: words.map { ($0.rawValue, wording(AnswerWords.says($0))) })
    }
    if kind != .alarm, kind != .notice {
      result.words = [ReplyWord.stop.text: wording(InvitationWords.stop)]
    }
    if wording.language != .english { result.language = wording.language.rawValue }
    return result
  }

  /// The language of the person, of the channel, or of the box.
  private func wording(for id: CircleMessageID) -> Wording {
    languages[id.person].map(rule.wording.in) ?? rule.wording(for: id.channel)
  }

  /// What belongs together, for threads of mail and for alarms that a service repeats. An end of one of several alarms must not
  /// stop the others.
  private func alarmID(of message: CircleMessage) -> String? {
    switch (message.id.scope, message.id.kind) {
    case (_, .ended): nil
    case (.incident(let number), _): "c-\(MessageCode.short(key: key, "i\(number)"))"
    case (.notice(let number), _): "c-\(MessageCode.short(key: key, "a\(number)"))"
    case (.drill, _), (.summary, _): nil
    }
  }

  private static func kind(_ kind: CircleMessageKind) -> OutsideMessage.Kind {
    switch kind {
    case .alarm, .notice, .drill: .began
    case .taken, .says: .acknowledged
    case .ended, .normal, .missed, .okay, .over: .ended
    case .summary: .information
    }
  }

  private static func priority(_ kind: CircleMessageKind, _ known: CircleNews.Known?) -> Priority {
    switch kind {
    // A drill goes the way of an alarm.
    case .alarm, .taken, .says, .ended, .normal, .okay, .drill: .high
    case .missed: .medium
    case .notice, .over: known?.alarm.priority == .low ? .low : .medium
    case .summary: .low
    }
  }
}

/// The weekly summary: what the circle's log of a week says. A pure value.
struct WeeklySummary {
  private let wording: Wording

  init(_ wording: Wording) { self.wording = wording }

  /// In milliseconds.
  static let week: Int64 = 7 * 86_400_000

  func lines(_ log: [CircleLine]) -> [String] {
    func lines(_ kind: CircleEntry.Kind) -> [CircleLine] { log.filter { $0.kind == kind.rawValue } }
    var text: [String] = []
    let began = lines(.began).filter { $0.about != CircleAlarm.helpCondition }
    text.append(
      say(began.isEmpty ? .quiet : .alarms(began.count, counts(began.map { $0.about.map(wording.name) }))))
    let help = lines(.help).count
    if help > 0 { text.append(say(.helpCalls(help))) }
    let told = Set(
      log.filter { $0.kind == CircleLine.told && $0.message == CircleMessageKind.alarm.rawValue }.compactMap(\.person))
    if !told.isEmpty { text.append(say(.told(told.sorted().joined(separator: ", ")))) }
    let taken = lines(.taken)
    if !taken.isEmpty { text.append(say(.tookIt(counts(taken.map(\.person))))) }
    let okay = lines(.okay)
    if !okay.isEmpty { text.append(say(.saidOkay(counts(okay.map { $0.person ?? say(.atBox) })))) }
    let nobody = lines(.nobodyReady).count
    if nobody > 0 { text.append(say(.nobodyToTell(nobody))) }
    let drills = lines(.drill).count
    if drills > 0 {
      text.append(say(.drills(drills)))
      let answered = lines(.drillAnswered), missed = lines(.drillMissed)
      if !answered.isEmpty { text.append(say(.answeredDrill(counts(answered.map(\.person))))) }
      if !missed.isEmpty { text.append(say(.missedDrill(counts(missed.map(\.person))))) }
    }
    let failed = log.filter {
      $0.kind == CircleEntry.Kind.failed.rawValue || $0.kind == CircleEntry.Kind.expired.rawValue
    }
    if !failed.isEmpty { text.append(say(.notArrived(counts(failed.map(\.channel))))) }
    return text
  }

  private func say(_ words: SummaryWords) -> String { wording(words) }

  /// Each word with how often it occurs, if more than once.
  private func counts(_ words: [String?]) -> String {
    var counts: [(word: String, count: Int)] = []
    for word in words.map({ $0 ?? say(.unknown) }) {
      if let place = counts.firstIndex(where: { $0.word == word }) {
        counts[place].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts.map { $0.count > 1 ? say(.times($0.word, $0.count)) : $0.word }.joined(separator: ", ")
  }
}

import Circle
import GRDB
import Readings
import Settings
import Status
import Synchronization
import System
import Words

/// Drives the care circle: everything that happens goes through here, one after the other, and is on the disk together with the
/// messages that follow before any of it takes effect. Any thread may call; each call waits for the disk.
package final class CircleDesk: Sendable {
  /// What a step of the circle works on. It replaces the state in force only when it is on the disk.
  struct State: Sendable {
    var circle: CareCircle
    var news: CircleNews
    var lastReport: Int64
    var dateOffset: Int64?
    /// As they stand in their file.
    var words: KeptWords?
  }

  let queue: OutsideQueue
  let time: CircleTime
  /// Makes the links of messages; `nil` for messages without.
  let links: AnswerLinks?
  private let plain: PlainChannels
  var wording: Wording { plain.rule.wording }
  private let delivery: CircleDelivery
  private let state: Mutex<State>
  let onMessages: @Sendable () -> Void
  let log: OutsideLog
  let proof = Mutex(ChannelProof())
  let proofDue = Mutex(Instant.start)
  private let watchClock = MonotonicClock()
  private let turnedAt = Mutex(MonotonicClock().now)
  private let words: StoredFile?
  /// The people who were added at the page; `nil` if no one can be added.
  let invitations: Invitations?
  /// Of the people of the file alone.
  let ownPlan: CirclePlan
  /// The date, ms since 1970.
  let date: @Sendable () -> Int64

  /// The channels that belong to no person: they carry every message, as without a circle.
  package struct PlainChannels: Sendable {
    package let names: [String]
    package let rule: AlarmNews.Rule
    package let coolDown: Duration
    package init(names: [String], rule: AlarmNews.Rule, coolDown: Duration) {
      (self.names, self.rule, self.coolDown) = (names, rule, coolDown)
    }
  }

  /// What a message says besides: the number of the box's phone, and where people reach the page.
  struct Contact {
    var phone: String?
    /// `nil` for messages without a link.
    var page: WebAddress?
  }

  /// Where people are kept besides the queue and the configuration.
  struct People {
    /// What they have said, should the queue be lost; `nil` in tests.
    var words: StoredFile?
    /// Who was added at the page.
    var invitations: Invitations?
  }

  struct Timing {
    /// How much faster than the clock the circle's time runs; more than 1 only in tests.
    var speed = 1
    var clock = MonotonicClock()
    /// ms since 1970.
    var date: @Sendable () -> Int64 = { Clock.now }
  }

  init(
    _ plan: CirclePlan, queue: OutsideQueue, plain: PlainChannels, contact: Contact = Contact(),
    people: People = People(), timing: Timing = Timing(), log: OutsideLog = OutsideLog(),
    onMessages: @escaping @Sendable () -> Void
  ) throws(LapwingError) {
    (self.queue, self.plain, self.log, self.onMessages, date) = (queue, plain, log, onMessages, timing.date)
    (words, invitations, ownPlan) = (people.words, people.invitations, plan)
    let plan = Self.plan(plan, with: invitations, log: log)
    let key = try queue.kept("circle-key") { Self.byChance(words: 2) }
    // Its own, since ids reveal something of the other one.
    let linkKey = try queue.kept("link-key") { Self.byChance(words: 4) }
    links = contact.page.map { AnswerLinks(address: $0, key: linkKey) }
    delivery = CircleDelivery(
      rule: plain.rule,
      languages: Dictionary(plan.people.map { ($0.name, $0.language.map(Language.init)) }) { first, _ in first }
        .compactMapValues(\.self), phone: contact.phone, key: key, speed: timing.speed, links: links)
    let memory = try Self.memory(in: queue, log)
    let saved = memory?.state.now ?? .start
    time = CircleTime(resuming: saved, savedAt: memory?.savedAt, now: date(), speed: timing.speed, clock: timing.clock)
    var outputs: [CircleOutput] = []
    let circle = memory.map { CareCircle(resuming: $0.state, plan: plan, into: &outputs) } ?? CareCircle(plan)
    state = Mutex(State(circle: circle, news: memory?.news ?? CircleNews(), lastReport: memory?.lastReport ?? 0))
    if let damaged = words.flatMap(KeptWords.setAsideIfDamaged) { log.say(damaged) }
    let kept = memory == nil ? words.flatMap { KeptWords(reading: $0) } : nil
    if let kept, !kept.words.isEmpty {
      log.say("the queue of messages is new, but the care circle was asked before: the words of its people are kept")
    }
    try record(outputs) { _, events, _ in events += kept?.events ?? [] }
    if !plan.people.isEmpty, !state.withLock({ $0.circle.hasAnybody }) {
      log.say("no one can be reached: \(Self.noConsent)")
    }
  }

  /// The people of the file, and those who were added at the page. One who does not fit beside the file, which may have
  /// changed since, is left out and logged: the others stay.
  static func plan(_ own: CirclePlan, with invitations: Invitations?, log: OutsideLog) -> CirclePlan {
    (invitations?.all ?? []).reduce(own) { plan, added in
      do {
        return try CirclePlan(plan.people + [added.person], times: own.times, quiet: own.quiet, summary: own.summary)
      } catch {
        log.say("\(added.name) was added at the page, but gets no messages: \((error as? LapwingError)?.message ?? "")")
        return plan
      }
    }
  }

  static let noConsent = "no one of the care circle has consented; lapwing circle consent NAME"

  private static func byChance(words: Int) -> String {
    (0..<words).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
  }

  /// A circle that cannot be read starts empty, and says so: without consents it would send no messages.
  private static func memory(in queue: OutsideQueue, _ log: OutsideLog) throws(LapwingError) -> CircleMemory? {
    guard let text = try queue.text(CircleMemory.key) else { return nil }
    if let memory = CircleMemory(text) { return memory }
    log.say("what was kept of the care circle cannot be read; it starts empty, without consents")
    return nil
  }

  // MARK: What happens

  /// Keeps what the box has reported, the messages of channels that belong to no person, and what the circle makes of
  /// it.
  package func receive(_ box: FollowedBox, _ messages: [AlarmMessage]) throws(LapwingError) {
    try record { state, events, db in
      let told = messages.filter { $0.priority >= self.plain.rule.lowest }
      try self.queue.keep(
        box, told, by: self.plain.rule, for: self.plain.names, coolDown: self.plain.coolDown, at: date(), in: db)
      events += state.news.receive(box, messages, at: date())
    }
    onMessages()
  }

  /// The box has not answered for too long.
  package func lose(_ reason: String) throws(LapwingError) {
    try record { state, events, _ in events += state.news.lose(reason) }
  }

  package func hear(_ alarms: [AlarmReport]) throws(LapwingError) {
    let now = date()
    // Values that are no news need not be on the disk.
    let isNews = state.withLock { state in
      var news = state.news
      let isWorse = !news.look(at: alarms, now).isEmpty
      if !isWorse { state.news = news }
      return isWorse || news.lost != nil
    }
    guard isNews else { return }
    try record { state, events, _ in
      events += state.news.hear()
      events += state.news.look(at: alarms, now)
    }
  }

  /// A person has answered a message. Each can be answered once, and once more with each further word.
  /// - Returns: what happened, for the journal; `nil` if it is no message of the circle.
  func answer(_ id: String, _ word: ReplyWord = .haveIt, by channel: String) throws(LapwingError) -> String? {
    if let outcome = try answer(id, word) { return outcome }
    if word == .stop { return try stopOfMessage(id) }
    return try step { _, events, db in
      guard
        let text = try String.fetchOne(db, sql: "SELECT circle_id FROM circle_message WHERE id = ?", arguments: [id]),
        let message = CircleMessageID(text)
      else { return nil }
      if case .says(let word) = word {
        _ = try says(word, in: message, as: id, by: channel, &events, in: db)
        return "\(message.person) says \(word.rawValue) (\(id))"
      }
      guard try note(answerTo: message, as: id, by: channel, &events, in: db) else {
        return "\(id) was answered before"
      }
      return events.isEmpty ? "\(message.person) has answered \(id)" : "\(message.person) has it (\(id))"
    }
  }

  /// A person wants no more messages.
  private func stopOfMessage(_ id: String) throws(LapwingError) -> String? {
    let text = try queue.read {
      try String.fetchOne($0, sql: "SELECT circle_id FROM circle_message WHERE id = ?", arguments: [id])
    }
    return try text.flatMap { CircleMessageID($0) }.map { message throws(LapwingError) in try stop(message.person) }
  }

  /// What a person says besides, or in place of, *have it*. The circle takes each word once.
  /// - Returns: whether it is about an alarm.
  func says(
    _ word: CircleWord, in message: CircleMessageID, as id: String, by channel: String, _ events: inout [CircleEvent],
    in db: Database
  ) throws -> Bool {
    guard message.kind == .alarm, let incident = message.incident else { return false }
    if word.isAnswer {
      var same: [CircleEvent] = []
      _ = try note(answerTo: message, as: id, by: channel, &same, in: db)
    }
    events.append(.says(word, person: message.person, incident: incident))
    return true
  }

  /// Keeps that a message is answered, and what the circle makes of it: nothing if it is about no alarm.
  /// - Returns: whether it was not answered before.
  func note(
    answerTo message: CircleMessageID, as id: String, by channel: String, _ events: inout [CircleEvent], in db: Database
  ) throws -> Bool {
    try db.execute(
      sql: "UPDATE message SET state = 'confirmed', done_ms = ? WHERE channel = ? AND id = ? AND state <> 'confirmed'",
      arguments: [date(), channel, id])
    guard db.changesCount > 0 else { return false }
    if message.kind == .alarm, let incident = message.incident {
      events.append(.haveIt(person: message.person, incident: incident))
    }
    return true
  }

  /// An event of an order.
  /// - Returns: what the circle's log says of it.
  func order(_ event: CircleEvent) throws(LapwingError) -> [CircleEntry] {
    try record { _, events, _ in events.append(event) }
  }

  /// Does what is due, and takes the reports of the queue.
  /// - Returns: how long the caller may sleep.
  package func turn() throws(LapwingError) -> Duration {
    turnedAt.withLock { $0 = watchClock.now }
    let (due, lastReport, dateOffset) = state.withLock { ($0.circle.nextDue, $0.lastReport, $0.dateOffset) }
    let offset = time.dateOffset(unix: date())
    // A second of difference is rounding.
    let isOtherDate =
      if let offset, let dateOffset { abs(offset - dateOffset) > 2 } else { offset != dateOffset }
    let hasReports = try queue.newestReport() > lastReport
    if due <= time.now || hasReports || isOtherDate {
      try record { state, events, _ in
        if isOtherDate {
          state.dateOffset = offset
          events.append(.date(offset: offset))
        }
      }
    }
    try keepProof()
    return time.wait(until: state.withLock { $0.circle.nextDue })
  }

  /// Whether the circle did what was due lately. A disk that fails is no hang.
  var isAlive: Bool { turnedAt.withLock { $0.duration(to: watchClock.now) } < .seconds(30) }

  func look<Value: Sendable>(_ body: @Sendable (CareCircle, CircleNews) -> Value) -> Value {
    state.withLock { body($0.circle, $0.news) }
  }

  // MARK: A step

  func step<Value: Sendable>(
    _ body: (inout State, inout [CircleEvent], Database) throws -> Value
  ) throws(LapwingError) -> Value {
    var value: Value?
    try record { value = try body(&$0, &$1, $2) }
    guard let value else { throw LapwingError(.inputOutput, code: "queue-failed", "the queue did not keep a step") }
    return value
  }

  /// Runs a step: reports of the queue first, then what the body adds. State, messages and audit are written in one
  /// transaction; if it fails, nothing has happened.
  @discardableResult
  private func record(
    _ before: [CircleOutput] = [], _ body: (inout State, inout [CircleEvent], Database) throws -> Void
  ) throws(LapwingError) -> [CircleEntry] {
    let circleNow = time.now
    let outputs = try state.withLock { kept throws(LapwingError) -> [CircleOutput] in
      let written = try queue.write(at: date()) { [kept] db, now in
        var state = kept, outputs = before
        var events: [CircleEvent] = []
        try body(&state, &events, db)
        // An answer makes a report too, which comes first.
        events = try self.reports(after: &state.lastReport, in: db) + events
        // What is saved is of now, or the time since the last event would be lost.
        for event in events + [.tick] { state.circle.handle(event, at: circleNow, into: &outputs) }
        for output in outputs { try self.keep(output, state.news, at: now, in: db) }
        try CircleMemory(state: state.circle.state, news: state.news, lastReport: state.lastReport, savedAt: now)
          .write(db)
        return (state, outputs)
      }
      kept = written.0
      keepWords(&kept)
      return written.1
    }
    if outputs.contains(where: { if case .send = $0 { true } else { false } }) { onMessages() }
    return outputs.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// When a word has changed.
  private func keepWords(_ state: inout State) {
    let now = KeptWords(state.circle)
    guard let words, state.words != now else { return }
    do throws(LapwingError) {
      try now.write(to: words)
      state.words = now
    } catch {
      log.say("care circle: \(error.message)")
    }
  }

  private func keep(_ output: CircleOutput, _ news: CircleNews, at now: Int64, in db: Database) throws {
    switch output {
    case .send(let message): try delivery.send(message, news, at: now, in: db)
    case .cancel(let id): try delivery.cancel(id, in: db)
    case .entry(let entry): try CircleLine(entry, at: now).write(db)
    // The page and `lapwing circle status` ask for it.
    case .countdown, .countdownStopped: break
    }
  }

  /// What became of the circle's messages since the last step.
  private func reports(after number: inout Int64, in db: Database) throws -> [CircleEvent] {
    var events: [CircleEvent] = []
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT report.number, report.outcome, circle_message.circle_id FROM report
        LEFT JOIN circle_message ON circle_message.id = report.id WHERE report.number > ? ORDER BY report.number
        """, arguments: [number])
    for row in rows {
      if let taken: Int64 = row.checked("number") { number = max(number, taken) }
      guard let text: String = row.checked("circle_id"), let id = CircleMessageID(text),
        let report = row.checked("outcome").flatMap({ DeliveryOutcome(rawValue: $0) })?.circleReport
      else { continue }
      events.append(.report(id, report))
    }
    return events
  }
}

extension DeliveryOutcome {
  /// `nil` for what the circle itself has taken back.
  fileprivate var circleReport: CircleReport? {
    switch self {
    case .sent: .sent
    case .arrived, .confirmed: .confirmed
    case .failed, .dropped: .failed
    case .expired: .expired
    case .withdrawn: nil
    }
  }
}

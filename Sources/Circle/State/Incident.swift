import Readings

/// All that happens about one subject, from its first high alarm until all was well for a time.
struct Incident: Codable, Sendable, Equatable {
  struct Alarm: Codable, Sendable, Equatable {
    let number: UInt64
    let condition: String
    /// The first round whose messages named it; 0 if there is none.
    var round: UInt32 = 0
  }

  /// When a round with this condition last began.
  struct Telling: Codable, Sendable, Equatable {
    let condition: String
    var at: Instant
  }

  enum Phase: Codable, Sendable, Equatable {
    case countdown(Countdown)
    case round
    case held(by: String, until: Instant)
    /// A person said that all is well, and an alarm is on.
    case okay(until: Instant)
    case well
  }

  enum Cause: Equatable {
    case news
    /// The round before was not answered (rule 21).
    case noAnswer
    /// A person who has it is asked again (rule 25).
    case asks(String)
  }

  let number: UInt32
  let subject: String
  var phase: Phase
  /// In the order in which they began.
  var alarms: [Alarm] = []
  var quietSince: Instant?
  var round: UInt32 = 0
  var roundBegan = Instant.start
  // What is optional from here on is `nil` in a state of an older version.
  /// When the last round began that has another cause than no answer.
  var newsAt: Instant?
  /// Whether pauses do not count in this round (rule 6).
  var isWide: Bool?
  /// Whom this round asks again.
  var asked: String?
  /// The latest reminder since a person was last alerted.
  var reminder: UInt64?
  var wellRound: UInt32?
  /// What has ended since it was last well.
  var over: [Alarm]?
  /// When an *okay* was said that needs a second one (rule 27).
  var okayAskedAt: Instant?
  /// The words that were said in this round (rule 24).
  private var said: [SaidWord]?
  /// Who has it, and since when.
  var hasIt: SaidWord?
  /// When a person was last alerted in this round.
  var toldAt: Instant?
  /// By person, in the order of the plan.
  var told: [AlertedPerson]
  var tellings: [Telling] = []

  init(_ number: UInt32, subject: String, countdown: Duration, told: [AlertedPerson]) {
    self.number = number
    self.subject = subject
    self.told = told
    phase = .countdown(Countdown(countdown))
  }

  var isOn: Bool { !alarms.isEmpty }
  var isHelp: Bool { alarms.contains { $0.number == CircleAlarm.helpNumber } }

  var isReached: Bool { told.contains { $0.reachedRound == round } }

  /// Whether this round goes by all channels at once (rule 21).
  var isUrgent: Bool { (newsAt ?? roundBegan).advanced(by: CircleBounds.hour) <= roundBegan }

  /// Whether one *okay* is not enough (rule 27): a monitor must not take the word of a patient for the patient's pulse.
  var isVital: Bool { alarms.contains { $0.condition == "no-pulse" || $0.condition.hasPrefix("spo2-") } }

  func told(of condition: String) -> Instant? { tellings.first { $0.condition == condition }?.at }

  /// Records that a round begins, whose messages name all alarms that are on.
  mutating func beginRound(at now: Instant, _ cause: Cause) {
    round &+= 1
    if cause != .noAnswer || newsAt == nil { newsAt = now }
    isWide = cause == .noAnswer
    asked = if case .asks(let person) = cause { person } else { nil }
    roundBegan = now
    toldAt = nil
    forgetWords()
    phase = .round
    for place in alarms.indices {
      if alarms[place].round == 0 { alarms[place].round = round }
      note(alarms[place].condition, at: now)
    }
  }

  /// Records a word of a person.
  /// - Returns: which word of this round it is; `nil` if the person has said it before.
  mutating func says(_ word: SaidWord) -> UInt64? {
    guard !(said ?? []).contains(where: { $0.person == word.person && $0.word == word.word }) else { return nil }
    said = (said ?? []) + [word]
    return UInt64(said?.count ?? 0)
  }

  mutating func forgetWords() { (said, hasIt) = (nil, nil) }

  /// What a person has answered last in this round.
  var latestWord: SaidWord? { said?.last ?? hasIt }

  mutating func remember(_ alarm: Alarm) { over = Array(((over ?? []) + [alarm]).suffix(CircleBounds.alarms)) }

  /// All is well: what ended before is over.
  mutating func becomeWell() {
    phase = .well
    wellRound = round
    over = []
    for place in told.indices { told[place].isOwedEnd = false }
  }

  private mutating func note(_ condition: String, at now: Instant) {
    tellings.removeAll { $0.condition == condition }
    if tellings.count >= CircleBounds.alarms + 2 { tellings.removeFirst() }
    tellings.append(Telling(condition: condition, at: now))
  }
}

import Readings

/// All that happens about one subject, from its first high alarm until all was well for a time.
struct Incident: Codable, Sendable, Equatable {
  /// An alarm that is on.
  struct Alarm: Codable, Sendable, Equatable {
    let number: UInt64
    let condition: String
    /// The first round whose messages named it; 0 if there is none.
    var round: UInt32 = 0
    var isHeldBack = false
  }

  /// When a round with this condition last began.
  struct Telling: Codable, Sendable, Equatable {
    let condition: String
    var at: Instant
  }

  enum Phase: Codable, Sendable, Equatable {
    case countdown(Countdown)
    /// A round is under way.
    case round
    /// A person has taken over.
    case held(by: String, until: Instant)
    /// A person said that all is well, and an alarm is on.
    case okay(until: Instant)
    /// Back to normal; an alarm that is on is held back.
    case well
  }

  let number: UInt32
  let subject: String
  var phase: Phase
  /// In the order in which they began.
  var alarms: [Alarm] = []
  /// Since when no alarm is on.
  var quietSince: Instant?
  var round: UInt32 = 0
  var roundBegan = Instant.start
  /// How many of the latest rounds in a row began without an answer (rule 20); `nil` in a state of an older version.
  var repeats: UInt32?
  /// When a person was last alerted in this round.
  var toldAt: Instant?
  /// By person, in the order of the plan.
  var told: [ToldPerson]
  var tellings: [Telling] = []

  init(_ number: UInt32, subject: String, countdown: Duration, told: [ToldPerson]) {
    self.number = number
    self.subject = subject
    self.told = told
    phase = .countdown(Countdown(countdown))
  }

  var isOn: Bool { !alarms.isEmpty }
  var isHelp: Bool { alarms.contains { $0.number == CircleAlarm.helpNumber } }

  func told(of condition: String) -> Instant? { tellings.first { $0.condition == condition }?.at }

  /// Records that a round begins, whose messages name all alarms that are on.
  mutating func beginRound(at now: Instant, isRepeat: Bool) {
    round &+= 1
    repeats = isRepeat ? (repeats ?? 0) &+ 1 : 0
    roundBegan = now
    toldAt = nil
    phase = .round
    for place in alarms.indices {
      if alarms[place].round == 0 { alarms[place].round = round }
      alarms[place].isHeldBack = false
      note(alarms[place].condition, at: now)
    }
  }

  private mutating func note(_ condition: String, at now: Instant) {
    tellings.removeAll { $0.condition == condition }
    if tellings.count >= CircleBounds.alarms + 2 { tellings.removeFirst() }
    tellings.append(Telling(condition: condition, at: now))
  }
}

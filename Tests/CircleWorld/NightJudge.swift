import Circle

/// Holds a night's messages against what is promised. It knows nothing of the circle's state: only what was reported to it,
/// what it sent, and what arrived at phones.
struct NightJudge {
  /// A high alarm as it was reported to the process.
  struct Alarm {
    let number: UInt64
    let subject: String
    let begin: Double
    var end = Double.infinity
  }

  private static let doubt = 600.0

  let plan: CirclePlan
  private(set) var alarms: [Alarm] = []
  /// When an alarm's message was sent, and arrived at a phone that confirmed it.
  private(set) var arrivals: [UInt64: [(sent: Double, at: Double)]] = [:]
  private var sentAt: [CircleMessageID: Double] = [:]
  /// By subject: when an answer was taken, by the circle's word.
  private(set) var taken: [String: [Double]] = [:]
  /// Answers, by subject; `nil` is all.
  private(set) var answers: [(subject: String?, time: Double)] = []
  private(set) var silences: [Double] = []
  /// By person: when no alarm may be sent, and when none need be.
  private(set) var silent: [String: Intervals] = [:]
  private var silentSince: [String: Double] = [:]
  private var willing: Set<String> = []
  private var ids: Set<CircleMessageID> = []
  private var cancelled: Set<CircleMessageID> = []
  /// The alarms that are on, as the circle received them, with their subjects.
  private var on: [UInt64: String] = [:]
  private var known: Set<UInt64> = []
  /// The people who were alerted since the last *okay*, and the channels by which they got any message.
  private var told: [UInt64: Set<String>] = [:]
  private var channels: [String: [String: Set<String>]] = [:]
  private var subjects: [UInt32: String] = [:]
  /// The latest incident of each subject.
  private var latest: [String: UInt32] = [:]
  /// Who has an incident, for how long at least and at most.
  private var okayUntil: [String: Double] = [:]
  private var holders: [String: (person: String, until: Double, most: Double)] = [:]
  var found = NightResult()

  init(_ plan: CirclePlan) {
    self.plan = plan
    for person in plan.people { silentSince[person.name] = 0 }
  }

  // MARK: What is true

  /// An event has reached the process, which may not run.
  mutating func reached(_ event: CircleEvent, at time: Double) {
    switch event {
    case .began(let alarm): note(alarm, at: time)
    case .ended(let number): endAlarm(number, at: time)
    case .boxLost:
      note(CircleAlarm(CircleAlarm.boxLostNumber, .high, condition: "", subject: CircleAlarm.box), at: time)
    case .boxBack(let open):
      for alarm in alarms where alarm.end == .infinity && !open.contains(where: { $0.number == alarm.number }) {
        endAlarm(alarm.number, at: time)
      }
      for alarm in open { note(alarm, at: time) }
    case .silenced: silences.append(time)
    case .haveIt(_, let number): answers.append((number.flatMap { subjects[$0] }, time))
    case .okay(let subject, _): answers.append((subject, time))
    default: break
    }
  }

  private mutating func note(_ alarm: CircleAlarm, at time: Double) {
    guard alarm.priority == .high, !alarms.contains(where: { $0.number == alarm.number && $0.end == .infinity }) else {
      return
    }
    alarms.append(Alarm(number: alarm.number, subject: alarm.subject, begin: time))
    found.alarms += 1
  }

  private mutating func endAlarm(_ number: UInt64, at time: Double) {
    if let place = alarms.lastIndex(where: { $0.number == number && $0.end == .infinity }) { alarms[place].end = time }
  }

  mutating func arrived(_ message: CircleMessage, at time: Double) {
    guard message.id.kind == .alarm else { return }
    let sent = sentAt[message.id] ?? time
    for number in message.alarms { arrivals[number, default: []].append((sent, time)) }
  }

  // MARK: What the circle does

  /// The circle has taken an event.
  mutating func saw(_ event: CircleEvent, _ outputs: [CircleOutput], at time: Double) {
    let before = on
    take(event, at: time)
    for output in outputs { check(output, at: time) }
    checkEnds(of: Set(before.keys).subtracting(on.keys), outputs, at: time)
    if case .haveIt(let person, let number) = event { hold(person, number, outputs, at: time) }
    clearStaleHolders()
  }

  /// A person has said that all is well, by the circle's word: it does not count for each alarm.
  private mutating func settle(_ subject: String, at time: Double) {
    for (number, own) in on where own == subject { told[number] = nil }
    holders[subject] = nil
    okayUntil[subject] = time + 120
  }

  private mutating func take(_ event: CircleEvent, at time: Double) {
    switch event {
    case .began(let alarm): begin(alarm)
    case .ended(let number): on[number] = nil
    case .boxLost: begin(CircleAlarm(CircleAlarm.boxLostNumber, .high, condition: "", subject: CircleAlarm.box))
    case .boxBack(let open):
      for number in on.keys where number != CircleAlarm.helpNumber && !open.contains(where: { $0.number == number }) {
        on[number] = nil
      }
      for alarm in open { begin(alarm) }
    case .worse(let number): if let subject = on[number] { holders[subject] = nil }
    case .consent(let person, _):
      willing.insert(person)
      speak(person, at: time)
    case .stop(let person, _):
      willing.remove(person)
      hush(person, at: time)
      for (subject, holder) in holders where holder.person == person { holders[subject] = nil }
    case .pause(let person, let length):
      // A pause of up to a day may last as long as it was asked for, and a minute at least.
      silent[person, default: Intervals()].add(time, max(60, Double(length.components.seconds)) + 1)
    default: break
    }
  }

  private mutating func begin(_ alarm: CircleAlarm) {
    let isNew =
      known.insert(alarm.number).inserted || alarm.number == CircleAlarm.boxLostNumber && on[alarm.number] == nil
    guard alarm.priority == .high, isNew else { return }
    on[alarm.number] = alarm.subject
    told[alarm.number] = nil
    holders[alarm.subject] = nil
    okayUntil[alarm.subject] = nil
  }

  private mutating func speak(_ person: String, at time: Double) {
    guard let since = silentSince.removeValue(forKey: person) else { return }
    silent[person, default: Intervals()].add(since, time - since)
  }

  private mutating func hush(_ person: String, at time: Double) {
    if silentSince[person] == nil { silentSince[person] = time }
  }

  /// An answer that must count, since the incident is not held, counts; from then on the circle may alert no one else.
  private mutating func hold(_ person: String, _ number: UInt32?, _ outputs: [CircleOutput], at time: Double) {
    guard willing.contains(person) else { return }
    let most = time + Double(plan.times.hold.components.seconds)
    for subject in Set(on.values) where number == nil || number == latest[subject] {
      let isTaken = outputs.contains { output in
        guard case .entry(let entry) = output, entry.kind == .taken else { return false }
        return entry.incident == latest[subject] && entry.person == person
      }
      // After restarts of unknown length the circle's time may be late.
      let isFree = holders[subject].map { $0.most + Self.doubt < time } ?? true
      let wasOkay = okayUntil[subject].map { $0 + Self.doubt > time } ?? false
      if isFree, !wasOkay, !isTaken { violate("\(person) has \(subject), and it does not count", at: time) }
      if isTaken || holders[subject]?.person == person { holders[subject] = (person, time + 300, most) }
    }
  }

  private mutating func clearStaleHolders() {
    for subject in holders.keys where !on.values.contains(subject) { holders[subject] = nil }
  }

  // MARK: Checks

  private mutating func check(_ output: CircleOutput, at time: Double) {
    switch output {
    case .send(let message): check(message, at: time)
    case .countdown(let number, let subject, _): note(number, subject)
    case .entry(let entry) where entry.kind == .help:
      holders[entry.about ?? ""] = nil
      okayUntil[entry.about ?? ""] = nil
    case .entry(let entry) where entry.kind == .opened:
      if let incident = entry.incident, let subject = entry.about { note(incident, subject) }
    case .entry(let entry) where entry.kind == .taken || entry.kind == .okay:
      guard let subject = entry.incident.flatMap({ subjects[$0] }) else { return }
      taken[subject, default: []].append(time)
      if entry.kind == .okay { settle(subject, at: time) }
    case .cancel(let id):
      if !ids.contains(id) || !cancelled.insert(id).inserted { violate("\(id) is cancelled in vain", at: time) }
    default: break
    }
  }

  private mutating func note(_ incident: UInt32, _ subject: String) {
    subjects[incident] = subject
    latest[subject] = incident
  }

  private mutating func check(_ message: CircleMessage, at time: Double) {
    found.sent += 1
    let id = message.id
    if !ids.insert(id).inserted { violate("\(id) is sent twice", at: time) }
    if !willing.contains(id.person) { violate("\(id) is sent without consent", at: time) }
    guard id.kind == .alarm, case .incident(let number) = id.scope else { return }
    sentAt[id] = time
    note(number, message.subject)
    if let holder = holders[message.subject], time < holder.until - 4 {
      violate("\(id) is sent although \(holder.person) has it", at: time)
    }
    for alarm in message.alarms { told[alarm, default: []].insert(id.person) }
    channels[message.subject, default: [:]][id.person, default: []].insert(id.channel)
  }

  private mutating func checkEnds(of ended: Set<UInt64>, _ outputs: [CircleOutput], at time: Double) {
    for number in ended {
      for person in told.removeValue(forKey: number) ?? [] where willing.contains(person) {
        found.ends += 1
        let isTold = outputs.contains { output in
          guard case .send(let message) = output, message.id.person == person else { return false }
          return message.id.kind == .normal || message.id.kind == .missed
            || message.id.kind == .ended && message.id.alarm == number
        }
        if !isTold { violate("\(person) got a message of alarm \(number), and not of its end", at: time) }
      }
    }
  }

  mutating func violate(_ sentence: String, at time: Double) {
    found.violations.append("\(Int(time)) s: \(sentence)")
  }

  /// By person, all times at which nothing need be sent, to the end of the night.
  func silence(of person: String) -> Intervals {
    var all = silent[person] ?? Intervals()
    if let since = silentSince[person] { all.add(since, Surroundings.night) }
    return all
  }
}

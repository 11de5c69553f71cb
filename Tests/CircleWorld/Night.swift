import Circle
import Readings

/// One simulated night around a care circle: a box, providers, phones, people, restarts and clocks. The same seed gives the
/// same night.
package struct Night {
  enum Event {
    case circle(CircleEvent)
    /// A message's place in `messages`, and how often it was tried.
    case attempt(Int, Int)
    case arrival(Int)
    case boxLost
    case boxBack
    case restarted
  }

  private var random: SeededRandom
  package let plan: CirclePlan
  private var surroundings: Surroundings
  private let weakness: Weakness?
  private let save: (CircleState) -> CircleState
  private var circle: CareCircle
  private var clock = CircleClock(resuming: .start, at: .start)
  private var queue = NightQueue<Event>()
  private var messages: [CircleMessage] = []
  private var cancelled: Set<CircleMessageID> = []
  /// What the box reports, and what it could not report while it was lost.
  private var open: [UInt64: CircleAlarm] = [:]
  private var isBoxLost = false
  /// What reached the process while it did not run.
  private var waiting: [CircleEvent]?
  private var downFrom = 0.0
  private var down = Intervals()
  private var judge: NightJudge
  /// Takes each event and what follows with its time in seconds.
  package var show: ((Double, NightLine) -> Void)?

  /// - Parameter save: writes and reads a state, as a restart does.
  package init?(seed: UInt64, weakness: Weakness? = nil, save: @escaping (CircleState) -> CircleState) {
    random = SeededRandom(seed: seed)
    guard let plan = NightPlan.make(&random) else { return nil }
    self.plan = plan
    self.weakness = weakness
    self.save = save
    surroundings = Surroundings(people: plan.people.count, &random)
    circle = CareCircle(plan)
    judge = NightJudge(plan)
  }

  /// Plays the night.
  package mutating func run() -> NightResult {
    arrange()
    while true {
      let due = waiting == nil ? clock.run(circle.nextDue) : .never
      guard let next = queue.first, min(next, due.seconds) < Surroundings.night else { break }
      if due.seconds <= next {
        give(.tick, at: max(0, due.seconds))
      } else if let (time, event) = queue.next() {
        take(event, at: time)
      }
    }
    return judge.result(surroundings, down)
  }

  private mutating func arrange() {
    for person in plan.people where random.happens(0.95) {
      queue.add(0, .circle(.consent(person: person.name, date: nil)))
    }
    if random.happens(0.7) { queue.add(0, .circle(.date(offset: 1_790_000_000 + Int64(random.below(700_000))))) }
    for bout in AlarmBouts.make(&random) {
      queue.add(bout.begin, .circle(.began(bout.alarm)))
      queue.add(bout.end, .circle(.ended(bout.alarm.number)))
      let soon = bout.begin + random.logNormal(20, 0.7)
      if random.happens(0.15) { queue.add(soon, .circle(.silenced(bout.alarm.number))) }
      if random.happens(0.1) {
        queue.add(soon, .circle(.okay(subject: random.happens(0.5) ? nil : bout.alarm.subject, person: nil)))
      }
      if random.happens(0.1) { queue.add(random.uniform(bout.begin, bout.end), .circle(.worse(bout.alarm.number))) }
      if random.happens(0.03) { queue.add(soon, .circle(.needHelp(subject: bout.alarm.subject, person: nil))) }
    }
    if random.happens(0.1) {
      let begin = random.uniform(0, Surroundings.night)
      queue.add(begin, .boxLost)
      queue.add(begin + random.logNormal(300, 1.5), .boxBack)
    }
    // Answers at odd times, words of people, clock steps, drills.
    var odd = random.wait(3600)
    while odd < Surroundings.night {
      queue.add(odd, .circle(oddEvent()))
      odd += random.wait(3600)
    }
  }

  private mutating func oddEvent() -> CircleEvent {
    let person = random.pick(plan.people).name
    switch random.below(10) {
    case 0: return .haveIt(person: person, incident: nil)
    case 1: return .okay(subject: nil, person: person)
    case 2: return .stop(person: person, date: nil)
    case 3, 4: return .consent(person: person, date: nil)
    case 5: return .pause(person: person, .seconds(random.below(7200)))
    case 6: return .date(offset: 1_790_000_000 + Int64(random.below(7_000_000)))
    case 7: return .needHelp(subject: random.pick(AlarmBouts.subjects), person: random.happens(0.5) ? person : nil)
    default: return .drill
    }
  }

  /// What is true, as far as the night has come.
  package var truth: NightTruth {
    func byPerson<Value>(_ value: (Int) -> Value) -> [String: Value] {
      Dictionary(plan.people.enumerated().map { ($1.name, value($0)) }) { first, _ in first }
    }
    let channels = Surroundings.Provider.allCases.map { ($0.channel, surroundings.outages[$0.rawValue].pairs) }
    return NightTruth(
      off: byPerson { surroundings.off[$0].pairs }, dozing: byPerson { surroundings.dozing[$0].pairs },
      wrong: byPerson { person in
        Surroundings.Provider.allCases.filter { surroundings.isWrong[person][$0.rawValue] }.map(\.channel)
      },
      outages: Dictionary(channels) { first, _ in first }, isFlapping: surroundings.isFlapping, down: down.pairs)
  }

  // MARK: What happens

  private mutating func take(_ event: Event, at time: Double) {
    switch event {
    case .circle(let event): reach(event, at: time)
    case .attempt(let place, let count): attempt(place, count, at: time)
    case .arrival(let place): arrive(messages[place], at: time)
    case .boxLost:
      isBoxLost = true
      give(.boxLost, at: time)
    case .boxBack:
      isBoxLost = false
      give(.boxBack(open.values.sorted { $0.number < $1.number }), at: time)
    case .restarted: restart(at: time)
    }
  }

  /// What a lost box would say is lost.
  private mutating func reach(_ event: CircleEvent, at time: Double) {
    switch event {
    case .began(let alarm): open[alarm.number] = alarm
    case .ended(let number): open[number] = nil
    case .silenced, .worse, .okay(_, nil), .needHelp(_, nil): break
    default: return give(event, at: time)
    }
    if !isBoxLost { give(event, at: time) }
  }

  /// Hands an event to the circle; one in two hundred times the process dies before it has saved what follows.
  private mutating func give(_ event: CircleEvent, at time: Double) {
    if waiting != nil {
      judge.reached(event, at: time)
      waiting?.append(event)
      return
    }
    judge.reached(event, at: time)
    if random.happens(0.005) {
      waiting = [event]
      downFrom = time
      queue.add(time + random.logUniform(0.1, 60), .restarted)
    } else {
      handle(event, at: time)
    }
  }

  private mutating func restart(at time: Double) {
    // What was not saved may be lost too: up to a minute.
    down.add(downFrom - 60, time - downFrom + 60)
    // Whether the machine knows how long it was off.
    let off = random.happens(0.5) ? instant(downFrom).duration(to: instant(time)) : .zero
    var outputs: [CircleOutput] = []
    let state = weakness == .forgets ? CareCircle(plan).state : save(circle.state)
    clock = CircleClock(resuming: state.now, off: off, at: instant(time))
    circle = CareCircle(resuming: state, plan: plan, into: &outputs)
    carryOut(outputs, of: .tick, at: time)
    let missed = waiting ?? []
    waiting = nil
    for event in missed { handle(event, at: time) }
  }

  private mutating func handle(_ event: CircleEvent, at time: Double) {
    var outputs: [CircleOutput] = []
    var now = clock.time(instant(time))
    // Other threads have looked at the clock a little earlier.
    if random.happens(0.01) { now = now.advanced(by: .milliseconds(-random.below(3000))) }
    circle.handle(event, at: now, into: &outputs)
    carryOut(outputs, of: event, at: time)
  }

  private mutating func carryOut(_ outputs: [CircleOutput], of event: CircleEvent, at time: Double) {
    if let show {
      show(time, .event(event))
      for output in outputs { show(time, .output(output)) }
    }
    judge.saw(event, outputs, at: time)
    for output in outputs {
      switch output {
      case .send(let message):
        if weakness == .noEscalation, message.id.person != plan.people.first?.name { continue }
        if weakness == .noEscalation, message.id.channel != plan.people.first?.channels.first { continue }
        messages.append(message)
        queue.add(time + 0.05, .attempt(messages.count - 1, 0))
      case .cancel(let id): cancelled.insert(id)
      default: break
      }
    }
  }

  private mutating func attempt(_ place: Int, _ count: Int, at time: Double) {
    let message = messages[place]
    guard !cancelled.contains(message.id), let provider = Surroundings.Provider(message.id.channel),
      let person = plan.people.firstIndex(where: { $0.name == message.id.person })
    else { return }
    if surroundings.isWrong[person][provider.rawValue] {
      return queue.add(time + 0.3, .circle(.report(message.id, .failed)))
    }
    guard surroundings.isUp(provider, at: time) else {
      if weakness == .noRetries { return }
      // 1, 2, 4 … 60 s, as the queue does.
      return queue.add(time + min(60, Double(1 << min(count, 6))), .attempt(place, count + 1))
    }
    if message.id.kind == .alarm {
      queue.add(time + 0.2, .circle(.report(message.id, weakness == .sentIsEnough ? .confirmed : .sent)))
    }
    let arrives = time + surroundings.delay(provider, person, at: time, &random)
    queue.add(surroundings.off[person].outside(from: arrives), .arrival(place))
  }

  private mutating func arrive(_ message: CircleMessage, at time: Double) {
    guard let provider = Surroundings.Provider(message.id.channel),
      let person = plan.people.firstIndex(where: { $0.name == message.id.person })
    else { return }
    if provider.confirms {
      judge.arrived(message, at: time)
      show?(time, .arrived(message))
      if message.id.kind == .alarm, random.happens(0.98) {
        queue.add(time + 0.5, .circle(.report(message.id, .confirmed)))
      }
      if random.happens(0.02) { queue.add(time + 1, .circle(.report(message.id, random.pick(CircleReport.allCases)))) }
    }
    guard message.id.kind == .alarm, case .incident(let number) = message.id.scope,
      random.happens(surroundings.answers[person])
    else { return }
    let answers = time + random.logNormal(25, 0.8)
    queue.add(answers, .circle(answer(message, number)))
    if random.happens(0.02) { queue.add(answers, .circle(.haveIt(person: message.id.person, incident: number))) }
  }

  private mutating func answer(_ message: CircleMessage, _ number: UInt32) -> CircleEvent {
    let person = message.id.person
    return switch random.below(40) {
    case 0...30: .haveIt(person: person, incident: number)
    case 31...33: .haveIt(person: person, incident: nil)
    case 34...35: .okay(subject: message.subject, person: person)
    case 36: .stop(person: person, date: nil)
    case 37: .pause(person: person, .seconds(600))
    default: .needHelp(subject: message.subject, person: person)
    }
  }

  private func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64((seconds * 1000).rounded()) * 1_000_000)
  }
}

import Circle
import Readings
import Testing

/// A circle that is asked in time, and what it sends, as lines such as `30 anna.push.alarm`.
struct CircleScene {
  private(set) var circle: CareCircle
  private(set) var now = 0
  private(set) var messages: [CircleMessage] = []
  private(set) var lines: [String] = []
  private(set) var entries: [CircleEntry] = []

  static let three = [
    CirclePerson("anna", channels: ["push", "sms"]), CirclePerson("ben", channels: ["push"]),
    CirclePerson("chloe", channels: ["mail"]),
  ]

  init(
    _ people: [CirclePerson] = three, times: CircleTimes = CircleTimes(countdown: .seconds(30)),
    quiet: CircleHours? = nil, consent: Bool = true
  ) throws {
    circle = CareCircle(try CirclePlan(people, times: times, quiet: quiet))
    guard consent else { return }
    for person in people { give(.consent(person: person.name, date: nil)) }
  }

  /// Passes time, and asks whenever something is due.
  mutating func wait(until second: Int) {
    let end = Instant(nanoseconds: Int64(second) * 1_000_000_000)
    while circle.nextDue < end { handle(.tick, at: max(circle.nextDue, circle.state.now)) }
    now = second
    handle(.tick, at: end)
  }

  mutating func give(_ event: CircleEvent, at second: Int? = nil) {
    if let second { wait(until: second) }
    handle(event, at: Instant(nanoseconds: Int64(now) * 1_000_000_000))
  }

  /// A stop that is reported when something is due that was not asked for yet.
  mutating func stopLate(_ person: String, at second: Int) {
    now = second
    give(.stop(person: person, date: nil))
  }

  mutating func begin(
    _ number: UInt64, _ condition: String = "heart-rate-low", of subject: String = "Maria", at second: Int
  ) {
    give(.began(CircleAlarm(number, .high, condition: condition, subject: subject)), at: second)
  }

  /// A report about the latest message of a kind to a person by a channel.
  mutating func report(_ report: CircleReport, _ person: String, _ channel: String, at second: Int) throws {
    wait(until: second)
    let sent = messages.last { $0.id.person == person && $0.id.channel == channel && $0.id.kind == .alarm }
    give(.report(try #require(sent).id, report))
  }

  /// Ends this process and goes on with what was saved.
  mutating func restart(_ save: (CircleState) throws -> CircleState, plan: CirclePlan? = nil) throws {
    var outputs: [CircleOutput] = []
    circle = CareCircle(resuming: try save(circle.state), plan: plan ?? circle.plan, into: &outputs)
    note(outputs)
  }

  /// The lines since a time, without the lines of countdowns.
  func sent(from second: Int = 0) -> [String] {
    lines.filter { line in
      (Int(line.prefix { $0 != " " }) ?? 0) >= second && !line.contains("countdown")
    }
  }

  private mutating func handle(_ event: CircleEvent, at time: Instant) {
    var outputs: [CircleOutput] = []
    circle.handle(event, at: time, into: &outputs)
    note(outputs)
  }

  private mutating func note(_ outputs: [CircleOutput]) {
    let at = circle.state.now.nanoseconds / 1_000_000_000
    for output in outputs {
      switch output {
      case .send(let message):
        messages.append(message)
        lines.append("\(at) \(message.id.person).\(message.id.channel).\(message.id.kind)")
      case .cancel(let id): lines.append("\(at) cancel \(id.person).\(id.channel)")
      case .countdown(_, _, let end): lines.append("\(at) countdown until \(end.nanoseconds / 1_000_000_000)")
      case .countdownStopped(_, let why): lines.append("\(at) countdown \(why.rawValue)")
      case .entry(let entry): entries.append(entry)
      }
    }
  }
}

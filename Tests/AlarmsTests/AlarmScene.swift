import Readings
import TestSupport
@testable import Alarms

/// An alarm system alone, with the time in seconds, and every change that it has reported.
struct AlarmScene {
  var system: AlarmSystem
  private(set) var changes: [AlarmTransition] = []
  private(set) var notices: [(at: Double, notice: Notice)] = []

  init(latchesSound: Bool = false, profile: BoxProfile = .cabin, conditions: ConditionTable = .standard) {
    system = AlarmSystem(conditions: conditions, latchesSound: latchesSound, profile: profile)
  }

  /// Lets something be done, and what follows from it at that time be reported.
  mutating func at(_ seconds: Double, _ body: (inout AlarmSystem, Instant) -> Void = { _, _ in }) {
    passes(until: seconds)
    body(&system, .at(seconds))
    settle(at: .at(seconds))
  }

  /// Lets time pass: the system is woken at every deadline that it has asked for.
  mutating func passes(until end: Double) {
    while let due = system.nextDeadline, due <= .at(end) {
      settle(at: due)
      if system.nextDeadline == due { break }
    }
  }

  private mutating func settle(at instant: Instant) {
    system.settle(at: instant, into: &changes)
    var reported: [Notice] = []
    system.takeNotices(at: instant) { reported.append($0) }
    notices += reported.map { (instant.seconds, $0) }
  }

  /// The latest change of a condition, as "priority presence activation"; "off" where there was none.
  func state(of id: ConditionID, at sensor: SensorIndex? = nil) -> String {
    guard let change = changes.last(where: { $0.condition == id && $0.sensor == sensor }), change.presence != .off
    else { return "off" }
    return "\(change.priority.name) \(change.presence.name) \(change.activation.name)"
  }

  /// How often a condition was reported to begin.
  func onsets(of id: ConditionID) -> Int { changes.count { $0.condition == id && $0.isOnset } }
}

extension AlarmSystem {
  static let sensor = SensorIndex(3)
  static let other = SensorIndex(4)
  static let person = Subject.person(PersonIndex(0))

  /// The share rule, a person or a detector begins an alarm at the usual sensor of the room, or of the usual person.
  mutating func begin(
    _ id: ConditionID, at sensor: SensorIndex = AlarmSystem.sensor, of subject: Subject? = nil,
    value: Double? = nil, isHandOver: Bool = false, escalates: Bool = false, priority: Priority? = nil,
    family: SignalFamily? = nil, _ instant: Instant
  ) {
    let subject = subject ?? (conditions[id].family == .heart ? Self.person : .room)
    var cause = AlarmCause(id, at: sensor, of: subject, value: value)
    cause.escalates = escalates
    cause.priority = priority
    cause.family = family
    raise(cause, isHandOver: isHandOver, at: instant)
  }
}

import Alarms
import Monitor
import Readings

/// Orders over the control socket that are about alarms and persons. Each is answered or refused here, by the rules
/// themselves and not by a picture of them.
extension Engine {
  /// Carries out what a person orders, such as an acknowledgement.
  /// - Returns: what came of it. Of several alarms that sound, some may be silenced and others not; an order about one
  ///   that cannot be silenced is refused.
  package mutating func carryOut(
    _ order: Event, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    step(to: instant, isIncluded: false, &outputs)
    if let refusal = refusal(of: order) { return .refused(refusal) }
    var refused: [ConditionID] = []
    switch order {
    case .silence, .pause: refused = monitor.unpausable
    default: break
    }
    let first = outputs.count
    take(.event(order), at: instant, into: &outputs)
    for output in outputs[first...] {
      if case .action(.refusal(let condition)) = output.record, !refused.contains(condition) {
        refused.append(condition)
      }
    }
    guard !refused.isEmpty else { return .done(note: nil) }
    let sentence = refused.map { ConditionTable.standard[$0].refusal }.joined(separator: " ")
    if case .acknowledge = order { return .refused(LapwingError(.usage, code: "not-pausable", sentence)) }
    return .done(note: sentence, unsilenced: refused)
  }

  /// Why there is nothing that an order could be about; `nil` where there is.
  private func refusal(of order: Event) -> LapwingError? {
    switch order {
    case .silence where !monitor.isSounding:
      LapwingError(.usage, code: "not-sounding", "nothing sounds; name the condition to acknowledge")
    case .pause where !monitor.isSounding: LapwingError(.usage, code: "not-sounding", "nothing sounds")
    case .acknowledge(let condition) where !monitor.isShown(condition):
      LapwingError(.usage, code: "not-present", "\(condition.name) is not present")
    case .reset(let condition) where !monitor.isLatched(condition):
      LapwingError(.usage, code: "not-latched", "no sound of \(condition?.name ?? "any alarm") is latched")
    default: nil
    }
  }

  /// A person says that somebody is not to be watched for a time.
  /// - Parameters:
  ///   - person: who; `nil` for everybody whose heart is not heard.
  ///   - hours: for how long; see ``Standby/time(hours:)``.
  package mutating func standBy(
    _ person: PersonIndex?, hours: Double, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    guard let time = Standby.time(hours: hours) else {
      return .refused(LapwingError(.usage, code: "bad-hours", "the hours of a standby are \(Standby.allowedHours)"))
    }
    step(to: instant, isIncluded: false, &outputs)
    let hearts = monitor.hearts(of: person, at: self.instant)
    guard let first = hearts.first else { return .refused(Standby.noSensor(of: person.flatMap(name))) }
    let heard = hearts.first(where: \.isHeard)
    guard !hearts.allSatisfy(\.isHeard) else { return .refused(refusal(of: heard ?? first)) }
    handle(.standby(person, time), at: instant, &outputs)
    let whose = person.flatMap(name) ?? (heard == nil ? "everybody" : "everybody whose heart is not heard")
    return .done(note: Standby.note(whose, hours: hours))
  }

  private func refusal(of heart: Monitor.Heart) -> LapwingError {
    let address = registry.sensor(at: heart.sensor)?.address.description ?? "a sensor"
    return Standby.isHeard(name(heart.person) ?? "the wearer of \(address)", by: address)
  }

  /// What the configuration calls a person.
  private func name(_ person: PersonIndex) -> String? {
    persons.indices.contains(Int(person.position)) ? persons[Int(person.position)] : nil
  }
}

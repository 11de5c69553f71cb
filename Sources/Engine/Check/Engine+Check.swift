import Alarms
import Monitor
import Readings
import Sessions

/// What a client asks of a check, beside the answer.
package struct CheckOrder: Sendable, Equatable {
  /// A person confirms where the sensor lies.
  package var isPlaced: Bool
  /// The box gives the signals that a press of the button gives.
  package var givesSignal: Bool

  package init(isPlaced: Bool = false, givesSignal: Bool = false) {
    (self.isPlaced, self.givesSignal) = (isPlaced, givesSignal)
  }
}

/// How a client wants a session to begin if the box is not ready.
package enum UncheckedStart: String, Codable, Sendable {
  /// It begins, and the answer says what is missing.
  case told
  /// It begins, and the answer says nothing about that.
  case silent
  case refused
}

extension Engine {
  package func readiness(at instant: Instant) -> ReadinessCheck {
    let own = registry.places.all.filter(\.tenant.isOwn)
    var needed: [ReadinessCheck.Sensor] = []
    var others: [String] = []
    for (index, tenant) in own {
      let isFresh = monitor.isFresh(index)
      if let kind = SensorKind(tenant.sensor.model), ReadinessCheck.isNeeded(kind, in: monitor.profile) {
        needed.append(ReadinessCheck.Sensor(address: tenant.address, isFresh: isFresh))
      } else if !isFresh {
        others.append("\(tenant.address) sends no fresh data")
      }
    }
    if needed.contains(where: \.isFresh) {
      others += needed.filter { !$0.isFresh }.map { "\($0.address) sends no fresh data" }
    }
    others += monitor.present.map { "\($0.name) is present" }
    return ReadinessCheck(
      profile: monitor.profile, sensors: needed, checklist: monitor.checklist, others: others, instant: instant)
  }

  package mutating func check(
    _ order: CheckOrder, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    step(to: instant, isIncluded: false, &outputs)
    if order.isPlaced { handle(.confirmPlacement, at: instant, &outputs) }
    if order.givesSignal {
      handle(.testSignal, at: instant, &outputs)
      show(readiness(at: self.instant), at: instant, &outputs)
    } else {
      handle(.tick, at: instant, &outputs)
    }
    return .checked(readiness(at: self.instant))
  }

  /// A person at the box presses the button of the check: it confirms the placement, tries the signals, and answers by
  /// beeps and lamps. The log says what is missing, or which alarm is present.
  mutating func checkByButton(at instant: Instant, _ outputs: inout [TimedOutput]) {
    handle(.confirmPlacement, at: instant, &outputs)
    // That the signals are given now is their test.
    handle(.testSignal, at: instant, &outputs)
    let check = readiness(at: self.instant)
    note("check    \(check.complaint ?? "ready: sensor fresh, signals tested, placement confirmed")", &outputs)
    show(check, at: instant, &outputs)
  }

  /// Two beeps and a steady green lamp, or four beeps and a yellow one that blinks.
  private mutating func show(_ check: ReadinessCheck, at instant: Instant, _ outputs: inout [TimedOutput]) {
    let isWell = check.complaint == nil
    handle(.checked(isReady: isWell), at: instant, &outputs)
    handle(.beeps(isWell ? BeepCount.done : BeepCount.refused), at: instant, &outputs)
  }

  package mutating func startSession(
    ifUnready way: UncheckedStart, at instant: Instant, into outputs: inout [TimedOutput]
  ) -> OrderAnswer {
    step(to: instant, isIncluded: true, &outputs)
    let check = readiness(at: self.instant)
    let sentences = check.missing.map(check.sentence).joined(separator: "; ")
    if way == .refused, !check.missing.isEmpty {
      return .refused(LapwingError(.unavailable, code: "not-ready", "the session was not started: \(sentences)"))
    }
    handle(.beginSession, at: instant, &outputs)
    noteStart(check, &outputs)
    guard way == .told, !check.missing.isEmpty else { return .done([]) }
    return .done([.startedUnready(reasons: sentences)])
  }

  /// A person has begun a session: what was missing is logged.
  mutating func noteStart(_ check: ReadinessCheck, _ outputs: inout [TimedOutput]) {
    outputs.append(TimedOutput(instant: instant, record: .sessionChecked(missing: check.missing)))
    guard !check.missing.isEmpty else { return }
    note("check    started without: \(check.missing.map(\.rawValue).joined(separator: ", "))", &outputs)
  }
}

import Alarms
import Monitor
import Readings
import Sessions

/// Carries out gestures at the buttons. The monitor gets the meaning; the button itself is only logged.
extension Engine {
  /// Carries out one gesture.
  mutating func carryOut(_ order: ButtonOrder, at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    outputs.append(TimedOutput(instant: self.instant, record: .button(order)))
    switch order.meaning {
    case .silence: handle(.silence, at: instant, &outputs)
    case .reset: handle(.reset(nil), at: instant, &outputs)
    case .nextScenario: handle(.nextScenario, at: instant, &outputs)
    case .session: handle(.toggleSession, at: instant, &outputs)
    case .well: reportWellbeing(at: instant, &outputs)
    case .standby: handle(.standby(nil, Standby.usual), at: instant, &outputs)
    case .check: check(at: instant, &outputs)
    case .help:
      note("help     was requested; no person is configured to be notified", &outputs)
      handle(.beeps(Self.refusedBeeps), at: instant, &outputs)
    case .nothing: handle(.tick, at: instant, &outputs)
    case .adopt: adoptNearest(at: instant, &outputs)
    case .page:
      note("page     this version has no page and no hot spot", &outputs)
      handle(.beeps(Self.refusedBeeps), at: instant, &outputs)
    case .flightMode:
      note("flight   this version has no flight mode", &outputs)
      handle(.beeps(Self.refusedBeeps), at: instant, &outputs)
    }
  }

  /// Answers by beeps whether the box can be relied on now: a sensor is adopted, all adopted sensors are fresh and no
  /// alarm is present. The log says what is missing.
  private mutating func check(at instant: Instant, _ outputs: inout [TimedOutput]) {
    // First handle what is due by now.
    handle(.tick, at: instant, &outputs)
    var missing: [String] = []
    let own = registry.places.all.filter(\.tenant.isOwn)
    if own.isEmpty { missing.append("no sensor is adopted") }
    for (index, tenant) in own where !monitor.isFresh(index) { missing.append("\(tenant.address) sends no fresh data") }
    for condition in monitor.present { missing.append("\(condition.name) is present") }
    note("check    \(missing.isEmpty ? "all sensors are fresh, no alarm" : missing.joined(separator: ", "))", &outputs)
    handle(.beeps(missing.isEmpty ? Self.doneBeeps : Self.refusedBeeps), at: instant, &outputs)
  }

  /// Beside a bed the person is well; in an aircraft they have had a drink.
  private mutating func reportWellbeing(at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard monitor.profile != .bedside else {
      note("well     okay", &outputs)
      return handle(.wellbeing, at: instant, &outputs)
    }
    if let refusal = refusal(of: .drink(Intake.usual)) {
      note("drink    \(refusal.message)", &outputs)
      return handle(.beeps(Self.refusedBeeps), at: instant, &outputs)
    }
    handle(.drink(Intake.usual), at: instant, &outputs)
  }

  private func note(_ text: String, _ outputs: inout [TimedOutput]) {
    outputs.append(TimedOutput(instant: instant, record: .note(text)))
  }
}

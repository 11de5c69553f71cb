import Alarms
import Monitor
import Readings
import Sessions

/// Carries out gestures at the buttons. The monitor gets the meaning; the button itself is only logged.
extension Engine {
  mutating func carryOut(_ order: ButtonOrder, at instant: Instant, _ outputs: inout [TimedOutput]) {
    self.instant = max(self.instant, instant)
    if let question = standbyQuestion {
      standbyQuestion = nil
      // A press while an alarm sounds wants silence, also if the alarm began after the question.
      handle(.tick, at: instant, &outputs)
      if question.isAnswered(by: order.gesture, at: self.instant), !monitor.isAlarmSounding {
        outputs.append(TimedOutput(instant: self.instant, record: .button(ButtonOrder(order.gesture, .standby))))
        return handle(.standby(nil, Standby.usual), at: instant, &outputs)
      }
    }
    outputs.append(TimedOutput(instant: self.instant, record: .button(order)))
    switch order.meaning {
    case .silence: handle(.silence, at: instant, &outputs)
    case .reset: handle(.reset(nil), at: instant, &outputs)
    case .nextScenario: handle(.nextScenario, at: instant, &outputs)
    case .session: toggleSession(at: instant, &outputs)
    case .well: reportWellbeing(at: instant, &outputs)
    case .standby: askForStandby(order.gesture, at: instant, &outputs)
    case .check: checkByButton(at: instant, &outputs)
    case .help:
      note("help     was called for", &outputs)
      call(.help, &outputs)
      handle(.tick, at: instant, &outputs)
    case .nothing: handle(.tick, at: instant, &outputs)
    case .adopt: adoptNearest(at: instant, &outputs)
    case .page: askForPageCode(at: instant, &outputs)
    case .flightMode:
      handle(.tick, at: instant, &outputs)
      outputs.append(TimedOutput(instant: self.instant, record: .networkWanted(.flightMode)))
    }
  }

  /// A thread makes the code (``LoopOutput/pageCodeWanted``), and the lamps flash it. Who asks for the page may have no other way to
  /// it than a hot spot, which another thread asks the system for.
  private mutating func askForPageCode(at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard monitor.mayFlashCode else {
      note("page     no code is flashed while there is an alarm; answer it first", &outputs)
      return handle(.beeps(BeepCount.refused), at: instant, &outputs)
    }
    handle(.askForPageCode, at: instant, &outputs)
    outputs.append(TimedOutput(instant: self.instant, record: .pageCodeWanted))
    outputs.append(TimedOutput(instant: self.instant, record: .networkWanted(.hotSpot)))
  }

  /// Beside a bed the person is well; in an aircraft they have had a drink.
  private mutating func reportWellbeing(at instant: Instant, _ outputs: inout [TimedOutput]) {
    guard monitor.profile != .bedside else {
      note("well     okay", &outputs)
      call(.okay, &outputs)
      return handle(.wellbeing, at: instant, &outputs)
    }
    if let refusal = refusal(of: .drink(Refreshments.usual)) {
      note("drink    \(refusal.message)", &outputs)
      return handle(.beeps(BeepCount.refused), at: instant, &outputs)
    }
    handle(.drink(Refreshments.usual), at: instant, &outputs)
  }

  /// A session that begins at the button begins in any case; what is missing for a flight is logged.
  private mutating func toggleSession(at instant: Instant, _ outputs: inout [TimedOutput]) {
    let check = monitor.hasSession ? nil : readiness(at: self.instant)
    handle(.toggleSession, at: instant, &outputs)
    if let check { noteStart(check, &outputs) }
  }

  private func call(_ call: PersonCall, _ outputs: inout [TimedOutput]) {
    outputs.append(TimedOutput(instant: instant, record: .call(call)))
  }

  func note(_ text: String, _ outputs: inout [TimedOutput]) {
    outputs.append(TimedOutput(instant: instant, record: .note(text)))
  }

  /// Asks by seven beeps. Any sound is silenced first, as by a short press: it would drown the question.
  private mutating func askForStandby(_ gesture: ButtonGesture, at instant: Instant, _ outputs: inout [TimedOutput]) {
    handle(.silence, at: instant, &outputs)
    guard case .press(let button, _) = gesture,
      monitor.hearts(of: nil, at: self.instant).contains(where: { !$0.isReceived })
    else {
      handle(.standby(nil, Standby.usual), at: instant, &outputs)  // The rules say why not.
      return handle(.beeps(BeepCount.refused), at: instant, &outputs)
    }
    guard !monitor.isSounding else {
      return note("standby  cannot be asked for while an alarm sounds; silence it, then hold again", &outputs)
    }
    standbyQuestion = StandbyQuestion(button: button, askedAt: self.instant)
    note("standby  press \(button.rawValue) once, within 2 to 10 s, to confirm", &outputs)
    handle(.beeps(BeepCount.question), at: instant, &outputs)
  }
}

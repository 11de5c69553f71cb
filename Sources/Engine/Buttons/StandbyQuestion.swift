import Alarms
import Monitor
import Readings

/// The question of the box whether a button means standby: standby gives up watching, so no press alone begins it.
struct StandbyQuestion: Sendable, Equatable {
  let button: Button
  let askedAt: Instant

  /// A press sooner than this is one of a hand that presses again and again, and wants silence. The seven beeps of the
  /// question last about as long. Own choice.
  private static let soonest = Duration.seconds(2)
  /// A press later than this is about something else.
  private static let latest = Duration.seconds(10)

  /// Whether a gesture says yes. Any other one says no.
  func isAnswered(by gesture: ButtonGesture, at instant: Instant) -> Bool {
    gesture == .press(button, .short) && (Self.soonest...Self.latest).contains(askedAt.duration(to: instant))
  }
}

extension Engine {
  /// Asks by seven beeps. What sounds is silenced first, as by a short press: nobody could hear the question beside it.
  mutating func askForStandby(_ gesture: ButtonGesture, at instant: Instant, _ outputs: inout [TimedOutput]) {
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

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

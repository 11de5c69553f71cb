import Readings

/// The state of an ``AdapterControl``.
///
/// | state | what ends it | next state |
/// |---|---|---|
/// | searching | the list of adapters, asked for at the next look | examining |
/// | examining | all have been asked, or gave no answer in time | settingUp, or searching if there is none |
/// | settingUp | discovery runs | listening |
/// | listening | another program has switched it off | settingUp |
/// | settingUp, listening | it was unplugged | searching |
/// | examining, settingUp, listening | it fails: no answer, an error, or silence | by the step: listening, settingUp, searching or waiting |
/// | waiting | its time, or an adapter that is added | searching |
enum AdapterPhase: Sendable, Equatable {
  case searching(nextLook: Instant)
  /// Asks the adapters one after another for their descriptions.
  case examining(AdapterSearch)
  case settingUp
  case listening
  /// Waits for the effect of a recovery step.
  case waiting(until: Instant)

  /// New adapters are reported by an event; this is for a lost event.
  private static let searchInterval = Duration.seconds(2)

  /// The state after a look: the next look follows after a while.
  static func searching(since instant: Instant) -> AdapterPhase {
    .searching(nextLook: instant.advanced(by: searchInterval))
  }

  /// Whether an adapter was chosen and has not been given up.
  var isInUse: Bool { self == .settingUp || self == .listening }
}

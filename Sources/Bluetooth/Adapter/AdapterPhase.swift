import Readings

/// What an ``AdapterControl`` is at.
///
/// | state | what ends it | next state |
/// |---|---|---|
/// | searching | the list of adapters, asked for at the next look | examining |
/// | examining | all have been asked, or gave no answer in time | settingUp, or searching where there is none |
/// | settingUp | discovery runs | listening |
/// | listening | it was switched off by somebody else | settingUp |
/// | settingUp, listening | it was pulled out | searching |
/// | examining, settingUp, listening | it fails: no answer, an error, or silence | by the step: listening, settingUp, searching or waiting |
/// | waiting | its time, or an adapter that is added | searching |
enum AdapterPhase: Sendable, Equatable {
  /// Waits for an adapter to be there; looks by itself now and then.
  case searching(nextLook: Instant)
  /// Asks one adapter after the other what it is.
  case examining(AdapterSearch)
  case settingUp
  case listening
  /// Gives what was tried some time before the next step.
  case waiting(until: Instant)

  /// Events tell of an added adapter; this is for the case that one was missed.
  private static let searchInterval = Duration.seconds(2)

  /// Has looked, and looks again after a while.
  static func searching(since instant: Instant) -> AdapterPhase {
    .searching(nextLook: instant.advanced(by: searchInterval))
  }

  /// Whether an adapter was chosen and is not given up.
  var isInUse: Bool { self == .settingUp || self == .listening }
}

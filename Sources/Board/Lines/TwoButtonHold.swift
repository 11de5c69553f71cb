import Readings

/// Recognises that two buttons are held together for some time. Meanwhile, neither press has a meaning of its own. It
/// gets the time as an argument and never waits.
package struct TwoButtonHold: Sendable {
  /// Not both held; both held; both held and already reported.
  private enum State {
    case apart
    case together(since: Instant)
    case reported
  }

  /// How long both must be held. That does not happen by mistake. Own choice.
  package static let long = Duration.seconds(5)

  private var state = State.apart

  package init() {}

  /// - Returns: whether both are held from now on, so that the press of each button must be ignored.
  package mutating func update(areBothHeld: Bool, at instant: Instant) -> Bool {
    guard areBothHeld else {
      state = .apart
      return false
    }
    guard case .apart = state else { return false }
    state = .together(since: instant)
    return true
  }

  /// - Returns: whether both have been held for ``long``; `true` only once.
  package mutating func advance(to instant: Instant) -> Bool {
    guard let deadline = nextDeadline, deadline <= instant else { return false }
    state = .reported
    return true
  }

  /// When ``advance(to:)`` is due; `nil` for never.
  package var nextDeadline: Instant? {
    if case .together(let since) = state { since.advanced(by: Self.long) } else { nil }
  }
}

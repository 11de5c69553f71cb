import Readings

/// Tells that two buttons are held together. While they are, neither of them means anything by itself.
package struct TwoButtonHold: Sendable {
  private enum State {
    case apart
    case together(since: Instant)
    /// It has been told of.
    case told
  }

  /// For so long they are held: nobody does that by mistake. Ours, by the issue.
  package static let long = Duration.seconds(5)

  private var state = State.apart

  /// Neither is held.
  package init() {}

  /// Takes in whether both are held now.
  /// - Returns: whether they have just come together, so that what each began must not be taken for a press of its own.
  package mutating func take(areBothHeld: Bool, at instant: Instant) -> Bool {
    guard areBothHeld else {
      state = .apart
      return false
    }
    guard case .apart = state else { return false }
    state = .together(since: instant)
    return true
  }

  /// Lets time pass.
  /// - Returns: whether they have been held for long enough, once.
  package mutating func advance(to instant: Instant) -> Bool {
    guard let deadline = nextDeadline, deadline <= instant else { return false }
    state = .told
    return true
  }

  /// When ``advance(to:)`` has something to do.
  package var nextDeadline: Instant? {
    if case .together(let since) = state { since.advanced(by: Self.long) } else { nil }
  }
}

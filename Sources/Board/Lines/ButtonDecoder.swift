import Readings

/// Tells short, long and double presses of a button apart. It is told the time and never waits.
package struct ButtonDecoder: Sendable {
  /// How a button was pressed.
  package enum Gesture: Sendable, Equatable {
    /// Let go within a second.
    case short
    /// Held for a second; told while it is still held, so that a finger knows when it is enough.
    case long
    /// Pressed again soon after a short press.
    case double
  }

  private enum State {
    case up
    case down(since: Instant, isSecond: Bool)
    /// A long press has been told of.
    case held
    /// A short press may become a double one.
    case released(at: Instant)
  }

  /// From then on a press is long.
  package static let long = Duration.seconds(1)
  /// Within that time after a short press a second one makes it double.
  package static let doubleGap = Duration.milliseconds(350)

  private var state = State.up
  private let hasDouble: Bool

  /// - Parameter hasDouble: whether a double press means anything. If not, a short one is told of at once.
  package init(hasDouble: Bool) { self.hasDouble = hasDouble }

  /// Takes in a change of the button.
  package mutating func take(isPressed: Bool, at instant: Instant) -> Gesture? {
    // What was due before the change comes first, were it told of late.
    let due = advance(to: instant)
    switch (state, isPressed) {
    case (.up, true): state = .down(since: instant, isSecond: false)
    case (.released, true): state = .down(since: instant, isSecond: true)
    case (.down(_, let isSecond), false):
      if isSecond || !hasDouble {
        state = .up
        return isSecond ? .double : .short
      }
      state = .released(at: instant)
    case (.held, false): state = .up
    default: break  // A change that came twice, or whose other half was lost.
    }
    return due
  }

  /// Whether it is held.
  package var isHeld: Bool {
    switch state {
    case .down, .held: true
    case .up, .released: false
    }
  }

  /// The press that is going on means something else, and has no meaning of this button's own.
  package mutating func passOver() { if isHeld { state = .held } }

  /// Lets time pass.
  package mutating func advance(to instant: Instant) -> Gesture? {
    guard let deadline = nextDeadline, deadline <= instant else { return nil }
    switch state {
    case .down:
      state = .held
      return .long
    case .released:
      state = .up
      return .short
    case .up, .held: return nil
    }
  }

  /// When ``advance(to:)`` has something to do.
  package var nextDeadline: Instant? {
    switch state {
    case .down(let since, _): since.advanced(by: Self.long)
    case .released(let instant): instant.advanced(by: Self.doubleGap)
    case .up, .held: nil
    }
  }
}

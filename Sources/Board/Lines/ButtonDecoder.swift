import Readings

/// Recognises short, long and double presses and holds of one button. It gets the time as an argument and never waits. Its
/// states:
///
/// | from | event | to | gesture |
/// |---|---|---|---|
/// | up | goes down | down | |
/// | down | goes up before 1 s | released, or up if there is no double press | short, or nothing yet |
/// | down | goes up after 1 to 4 s | up | long |
/// | down | goes up later | up | |
/// | down | is held for 1 s, if a long press counts while held | reported | long |
/// | down | is held for 5 s, if a hold has a meaning | reported | hold |
/// | down | ``passOver()`` | passed over | |
/// | released | goes down within 0.35 s | down, a second time | |
/// | released | 0.35 s pass | up | short, unless already reported |
/// | down, a second time | goes up before 1 s | up | double |
/// | passed over, reported | goes up | up | |
package struct ButtonDecoder: Sendable {
  package enum Gesture: Sendable, Equatable {
    /// Released within a second.
    case short
    /// Held for 1 to 4 s.
    case long
    /// Pressed again soon after a short press.
    case double
    /// Held for 5 s. It counts while the button is still held.
    case hold
  }

  package struct Timing: Sendable, Equatable {
    package var hasDouble: Bool
    /// Whether a short press counts when the button is released, even if it then becomes a double press. If not, it
    /// counts when it can no longer become one.
    package var isShortAtOnce: Bool
    /// Whether a long press counts after one second, while the button is still held.
    package var isLongWhileHeld: Bool
    package var hasHold: Bool

    package init(
      hasDouble: Bool, isShortAtOnce: Bool = false, isLongWhileHeld: Bool = false, hasHold: Bool = false
    ) {
      self.hasHold = hasHold
      self.hasDouble = hasDouble
      self.isShortAtOnce = isShortAtOnce
      self.isLongWhileHeld = isLongWhileHeld
    }
  }

  /// See the table of ``ButtonDecoder``.
  private enum State {
    case up
    case down(since: Instant, isSecond: Bool)
    /// Held, but the press belongs to another gesture, such as two buttons together.
    case passedOver
    /// Held, and the long press has been reported.
    case reported
    /// Released after a short press, which may become a double one.
    case released(at: Instant)
  }

  /// A press of at least this time is long.
  package static let long = Duration.seconds(1)
  /// A longer press is ignored, since two buttons held for 5 s have another meaning. Own choice.
  package static let longest = Duration.seconds(4)
  /// A button that is held for this time is a hold: longer than any press, and than two buttons need. Own choice.
  package static let hold = Duration.seconds(5)
  /// A second press within this time after a short one makes a double press.
  package static let doubleGap = Duration.milliseconds(350)

  private var state = State.up
  private let timing: Timing

  package init(_ timing: Timing) { self.timing = timing }

  package mutating func handle(isPressed: Bool, at instant: Instant) -> Gesture? {
    // A gesture that was due before the change comes first, even if this call is late.
    let due = advance(to: instant)
    switch (state, isPressed) {
    case (.up, true): state = .down(since: instant, isSecond: false)
    case (.released, true): state = .down(since: instant, isSecond: true)
    case (.down(let since, let isSecond), false):
      return letGo(after: since.duration(to: instant), isSecond: isSecond, at: instant)
    case (.passedOver, false), (.reported, false): state = .up
    default: break  // A repeated change, or one whose counterpart was lost.
    }
    return due
  }

  private mutating func letGo(after held: Duration, isSecond: Bool, at instant: Instant) -> Gesture? {
    state = .up
    if held >= Self.long { return held <= Self.longest ? .long : nil }
    if isSecond { return .double }
    guard timing.hasDouble else { return .short }
    state = .released(at: instant)
    return timing.isShortAtOnce ? .short : nil
  }

  /// Whether the button is held and the press has not been reported.
  package var isHeld: Bool {
    switch state {
    case .down, .passedOver: true
    case .up, .reported, .released: false
    }
  }

  /// The current press belongs to another gesture: ignore it.
  package mutating func passOver() { if isHeld { state = .passedOver } }

  package mutating func advance(to instant: Instant) -> Gesture? {
    guard let deadline = nextDeadline, deadline <= instant else { return nil }
    switch state {
    case .down:
      state = .reported
      return timing.isLongWhileHeld ? .long : .hold
    case .released:
      state = .up
      return timing.isShortAtOnce ? nil : .short
    case .up, .passedOver, .reported: return nil
    }
  }

  /// When ``advance(to:)`` is due; `nil` for never.
  package var nextDeadline: Instant? {
    switch state {
    case .down(let since, _) where timing.isLongWhileHeld: since.advanced(by: Self.long)
    case .down(let since, _): timing.hasHold ? since.advanced(by: Self.hold) : nil
    case .released(let instant): instant.advanced(by: Self.doubleGap)
    case .up, .passedOver, .reported: nil
    }
  }
}

import Readings

/// Tells short, long and double presses of a button apart. It is told the time and never waits.
///
/// | from | on | to | told |
/// |---|---|---|---|
/// | up | goes down | down | |
/// | down | goes up before 1 s | released, or up where no double press means anything | short, or nothing yet |
/// | down | goes up after 1 to 4 s | up | long |
/// | down | goes up later: somebody hesitates | up | |
/// | down | is held for 1 s, and a long press counts while held | told | long |
/// | down | ``passOver()`` | passed over | |
/// | released | goes down within 0.35 s | down, a second time | |
/// | released | 0.35 s | up | short, unless told |
/// | down, a second time | goes up before 1 s | up | double |
/// | passed over, told | goes up | up | |
package struct ButtonDecoder: Sendable {
  /// How a button was pressed.
  package enum Gesture: Sendable, Equatable {
    /// Let go within a second.
    case short
    /// Let go after a second, and not much later.
    case long
    /// Pressed again soon after a short press.
    case double
  }

  /// When the presses of a button count.
  package struct Timing: Sendable, Equatable {
    /// Whether a double press means anything.
    package var hasDouble: Bool
    /// Whether a short press counts when the button is let go, also where it becomes a double one. If not, it waits until
    /// it cannot become one.
    package var isShortAtOnce: Bool
    /// Whether a long press counts after a second, while the button is still held.
    package var isLongWhileHeld: Bool

    package init(hasDouble: Bool, isShortAtOnce: Bool = false, isLongWhileHeld: Bool = false) {
      self.hasDouble = hasDouble
      self.isShortAtOnce = isShortAtOnce
      self.isLongWhileHeld = isLongWhileHeld
    }
  }

  private enum State {
    case up
    case down(since: Instant, isSecond: Bool)
    /// Held, and its press has no meaning of its own.
    case passedOver
    /// Held, and the long press has been told of.
    case told
    /// A short press may become a double one.
    case released(at: Instant)
  }

  /// From then on a press is long.
  package static let long = Duration.seconds(1)
  /// A press that lasts longer is none: two buttons that are held mean something after 5 s. Ours.
  package static let longest = Duration.seconds(4)
  /// Within that time after a short press a second one makes it double.
  package static let doubleGap = Duration.milliseconds(350)

  private var state = State.up
  private let timing: Timing

  package init(_ timing: Timing) { self.timing = timing }

  /// Takes in a change of the button.
  package mutating func take(isPressed: Bool, at instant: Instant) -> Gesture? {
    // What was due before the change comes first, were it told of late.
    let due = advance(to: instant)
    switch (state, isPressed) {
    case (.up, true): state = .down(since: instant, isSecond: false)
    case (.released, true): state = .down(since: instant, isSecond: true)
    case (.down(let since, let isSecond), false):
      return letGo(after: since.duration(to: instant), isSecond: isSecond, at: instant)
    case (.passedOver, false), (.told, false): state = .up
    default: break  // A change that came twice, or whose other half was lost.
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

  /// Whether it is held, and the press has meant nothing yet.
  package var isHeld: Bool {
    switch state {
    case .down, .passedOver: true
    case .up, .told, .released: false
    }
  }

  /// The press that is going on means something else, and has no meaning of this button's own.
  package mutating func passOver() { if isHeld { state = .passedOver } }

  /// Lets time pass.
  package mutating func advance(to instant: Instant) -> Gesture? {
    guard let deadline = nextDeadline, deadline <= instant else { return nil }
    switch state {
    case .down:
      state = .told
      return .long
    case .released:
      state = .up
      return timing.isShortAtOnce ? nil : .short
    case .up, .passedOver, .told: return nil
    }
  }

  /// When ``advance(to:)`` has something to do.
  package var nextDeadline: Instant? {
    switch state {
    case .down(let since, _): timing.isLongWhileHeld ? since.advanced(by: Self.long) : nil
    case .released(let instant): instant.advanced(by: Self.doubleGap)
    case .up, .passedOver, .told: nil
    }
  }
}

import Alarms
import Readings

/// Shows the code of the page with the green lamp, which no alarm uses. A thread makes the code, since the disk may stand
/// still.
struct PageCodeDisplay: Sendable {
  private enum State {
    case off
    /// A person has asked for a code, and it has not come yet.
    case awaiting
    case showing(PageCode)
  }

  /// A code that has not come by then is refused: people do not wait longer before a box that does nothing.
  private static let patience = Duration.seconds(10)

  private var state = State.off
  private(set) var deadline: Instant?

  /// A person asks for a code. One that is shown ends, since the new one takes its place.
  mutating func ask(at instant: Instant) {
    state = .awaiting
    deadline = instant.advanced(by: Self.patience)
  }

  /// Shows the code; one that was not requested is not shown. Of two that come late the second one takes the place of
  /// the first, which can no longer be used.
  /// - Parameter code: `nil` if it was refused.
  /// - Returns: whether beeps must say that there is no code.
  mutating func take(_ code: PageCode?, at instant: Instant) -> Bool {
    switch (state, code) {
    case (.off, _), (.showing, nil): return false
    case (.awaiting, nil):
      end()
      return true
    default: break
    }
    guard let code else { return false }
    state = .showing(code)
    deadline = instant.advanced(by: .nanoseconds(code.length))
    return false
  }

  mutating func end() { (state, deadline) = (.off, nil) }

  /// Ends it when it is over, or at once.
  /// - Parameter isHidden: whether an alarm needs the eyes of people.
  /// - Returns: whether beeps must say that there is no code.
  mutating func advance(to instant: Instant, isHidden: Bool) -> Bool {
    guard let deadline, isHidden || deadline <= instant else { return false }
    let isMissing = if case .awaiting = state { true } else { false }
    end()
    return isMissing
  }

  func pattern(of lamp: Lamp) -> LampPattern? {
    guard lamp == .green, case .showing(let code) = state else { return nil }
    return .code(code)
  }
}

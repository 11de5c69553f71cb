import Alarms
import Monitor
import Readings

/// The buttons of a timeline, which holds presses without their lengths. Buttons that can mean silence or reset are
/// checked for being stuck by their presses alone; the box checks its own by every change.
struct TimelineButtons: Sendable {
  let table: ButtonTable
  private var guards = InlineArray<3, ButtonGuard>(repeating: ButtonGuard())
  private var wasAnyStuck = false

  init(_ table: ButtonTable) { self.table = table }

  /// Handles a press.
  /// - Returns: whether the press counts.
  mutating func takes(_ button: Button, at instant: Instant) -> Bool {
    !table.isForQuiet(button) || guards[button.place].press(at: instant)
  }

  /// Advances the time.
  /// - Returns: that a button became stuck, or that no button is stuck any more; `nil` if nothing changed.
  mutating func advance(to instant: Instant) -> EngineInput? {
    var isAnyStuck = false
    for place in guards.indices {
      guards[place].advance(to: instant)
      isAnyStuck = isAnyStuck || guards[place].isStuck
    }
    guard isAnyStuck != wasAnyStuck else { return nil }
    wasAnyStuck = isAnyStuck
    return .event(isAnyStuck ? .fault(.buttonStuck) : .cleared(.buttonStuck))
  }

  /// The next time at which ``advance(to:)`` has something to do if no button is pressed.
  var nextDeadline: Instant? {
    var next: Instant?
    for place in guards.indices {
      if let deadline = guards[place].nextDeadline { next = min(next ?? deadline, deadline) }
    }
    return next
  }
}

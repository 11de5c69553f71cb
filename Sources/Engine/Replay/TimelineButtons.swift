import Alarms
import Monitor
import Readings

/// The buttons of a timeline, of which only the presses are known: those that mean silence or reset are judged by their
/// presses alone, as the box judges its own by every change of them.
struct TimelineButtons: Sendable {
  let table: ButtonTable
  private var guards = InlineArray<3, ButtonGuard>(repeating: ButtonGuard())
  private var wasAnyStuck = false

  init(_ table: ButtonTable) { self.table = table }

  /// Takes in a press.
  /// - Returns: whether it counts.
  mutating func takes(_ button: Button, at instant: Instant) -> Bool {
    !table.isForQuiet(button) || guards[button.place].press(at: instant)
  }

  /// Lets time pass.
  /// - Returns: that a button is stuck now, or that none is stuck any more; `nil` where that is as it was.
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

  /// When ``advance(to:)`` has something to do, if nobody presses a button.
  var nextDeadline: Instant? {
    var next: Instant?
    for place in guards.indices {
      if let deadline = guards[place].nextDeadline { next = min(next ?? deadline, deadline) }
    }
    return next
  }
}

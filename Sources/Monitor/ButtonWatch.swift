import Readings

/// Which buttons are stuck. The box judges its own, since it sees every change of them and knows what each one means, and
/// tells; where a press is all that is known, as in a timeline, it is judged here.
struct ButtonWatch: Sendable {
  /// Button A, the only one of a timeline that means silence or reset. The others are never judged.
  private var silencer = ButtonGuard()
  /// What the box tells of its own.
  private var stuckOnBox: Set<Button> = []
  private var wasAnyStuck = false

  /// Takes in a press.
  /// - Returns: whether it counts.
  mutating func takes(_ button: Button, at instant: Instant) -> Bool {
    button != .a || silencer.press(at: instant)
  }

  /// Takes in what the box tells of a button of its own.
  mutating func note(_ button: Button, isStuck: Bool) {
    if isStuck { stuckOnBox.insert(button) } else { stuckOnBox.remove(button) }
  }

  /// Lets time pass.
  /// - Returns: whether any button is stuck, where that has changed.
  mutating func settle(at instant: Instant) -> Bool? {
    silencer.advance(to: instant)
    let isAnyStuck = silencer.isStuck || !stuckOnBox.isEmpty
    guard isAnyStuck != wasAnyStuck else { return nil }
    wasAnyStuck = isAnyStuck
    return isAnyStuck
  }

  /// When ``settle(at:)`` has something to do, if nothing else happens.
  var nextDeadline: Instant? { silencer.nextDeadline }
}

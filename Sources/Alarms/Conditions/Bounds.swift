import Readings

/// How long a condition must hold: an alarm may begin from `notBefore` and must have begun by `mustBy`. The share rule
/// says how that is counted on data that flicker; see ``Share``.
package struct Bounds: Sendable, Equatable {
  /// N: no alarm begins before the value has been beyond for so long.
  package var notBefore: Duration
  /// M: an alarm has begun once the value has been beyond for so long; never below `notBefore`.
  package var mustBy: Duration

  /// Both bounds; `mustBy` is at least `notBefore`.
  package init(notBefore: Duration, mustBy: Duration) {
    self.notBefore = notBefore
    self.mustBy = max(notBefore, mustBy)
  }

  /// Both bounds in whole seconds.
  package init(_ notBefore: Int, _ mustBy: Int) {
    self.init(notBefore: .seconds(notBefore), mustBy: .seconds(mustBy))
  }

  /// The pairs that can be set for a heart rate.
  package static let settable = [Bounds(5, 10), Bounds(10, 20), Bounds(15, 30), Bounds(30, 60)]
}

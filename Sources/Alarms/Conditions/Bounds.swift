/// How long a condition must hold: an alarm may begin from `notBefore` and must have begun by `mustBy`. ``ShareRule``
/// defines how this time is counted if the data flicker.
package struct Bounds: Sendable, Equatable {
  /// N: no alarm begins before the value has been beyond its limit for this time.
  package var notBefore: Duration
  /// M: an alarm must have begun when the value has been beyond its limit for this time; never below `notBefore`.
  package var mustBy: Duration

  /// Raises `mustBy` to `notBefore` if it is less.
  package init(notBefore: Duration, mustBy: Duration) {
    self.notBefore = notBefore
    self.mustBy = max(notBefore, mustBy)
  }

  /// Bounds in whole seconds.
  package init(_ notBefore: Int, _ mustBy: Int) {
    self.init(notBefore: .seconds(notBefore), mustBy: .seconds(mustBy))
  }

  /// The bounds that can be configured for a heart rate.
  package static let settable = [Bounds(5, 10), Bounds(10, 20), Bounds(15, 30), Bounds(30, 60)]
}

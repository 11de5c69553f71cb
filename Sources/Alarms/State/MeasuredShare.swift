/// A ``Share`` of the time between measurements. The time after a value counts only when the next value has come in
/// time: what is only held ends no alarm.
///
/// Its owner calls ``pass(_:)`` for all fresh time, and ``take(_:isInTime:keeping:)`` with each value.
package struct MeasuredShare: Sendable {
  private var share = Share()
  /// The fresh time since the latest value, in nanoseconds.
  private var held: Int64 = 0

  package init() {}

  package var holds: Bool { share.holds }

  package mutating func pass(_ nanoseconds: Int64) { held += nanoseconds }

  /// Takes the next value.
  /// - Parameters:
  ///   - holds: whether the condition holds from now on.
  ///   - isInTime: whether the value before was still fresh, and nothing but values came since.
  ///   - span: the longest window that is read.
  package mutating func take(_ holds: Bool, isInTime: Bool, keeping span: Int64) {
    if !isInTime { share.set(false) }
    share.pass(held, keeping: span)
    held = 0
    share.set(holds)
  }

  /// Restarts the count; ``holds`` stays.
  package mutating func clear() {
    share.clear()
    held = 0
  }

  /// Whether the condition held for at least `target` of the last `window` nanoseconds before the latest value.
  package func isLong(_ target: Int64, _ window: Int64) -> Bool { share.isLong(target, window) }

  /// The nanoseconds until the condition has held for `target` of the last `window`, if held time counts; `nil` for never.
  package func time(until target: Int64, in window: Int64) -> Int64? {
    share.holds ? share.time(until: target, in: window) : nil
  }
}

import Readings

/// Tells a button that is stuck from one that a hand presses: one that means silence or reset and goes on by itself
/// would silence every alarm for ever. One value judges one button. It is told the time and never waits.
///
/// The rule, which stands here alone:
/// - Held for ``longestHold`` without a break, a button is stuck at once.
/// - More than ``mostPresses`` presses within ``window`` make it suspect, until a press with which the last ``window`` holds
///   ``mostPresses`` or fewer, or until it rests: somebody who pressed in haste and stopped is no fault. Suspect for
///   ``patience``, it is stuck, or with its next press where the last ``window`` holds too few then.
/// - Neither held nor pressed for ``rest``, it has rested: one that was stuck is free again, and its presses so far are
///   forgotten.
///
/// Presses before it is stuck count as usual. From then on no press counts until it is free, and each one begins the
/// rest again.
package struct ButtonGuard: Sendable {
  /// So long no hand holds a button that answers after a second. The product's own rule, like all numbers here.
  package static let longestHold = Duration.seconds(30)
  /// A hand that silences one alarm after the other needs fewer presses within ``window``.
  package static let mostPresses = 10
  /// The time in which presses are counted.
  package static let window = Duration.seconds(60)
  /// How long a button is suspect before it is stuck: a child that plays stops sooner.
  package static let patience = Duration.seconds(30)
  /// How long a stuck button must be left alone until it is believed again.
  package static let rest = Duration.seconds(10)

  /// Whether its presses are passed over.
  package private(set) var isStuck = false
  /// The latest presses, one more than ``mostPresses``; the oldest of them is at ``oldest``.
  private var presses = InlineArray<11, Instant>(repeating: Instant(nanoseconds: .min))
  private var oldest = 0
  private var suspectSince: Instant?
  private var heldSince: Instant?
  /// When it last went down or up.
  private var touchedAt = Instant.start

  /// Of a button that nobody has touched yet.
  package init() {}

  /// Takes in a press of which nobody knows how long it was, as a timeline tells it.
  /// - Returns: whether it counts.
  package mutating func press(at instant: Instant) -> Bool {
    take(isPressed: true, at: instant)
    take(isPressed: false, at: instant)
    return !isStuck
  }

  /// Takes in a change of the button. Where it goes down twice, the change between was lost.
  package mutating func take(isPressed: Bool, at instant: Instant) {
    advance(to: instant)
    if hasRested(by: instant) { suspectSince = nil }
    touchedAt = instant
    heldSince = isPressed ? instant : nil
    if isPressed { count(instant) }
    advance(to: instant)
  }

  /// Lets time pass.
  package mutating func advance(to instant: Instant) {
    if !isStuck, let stuckAt, stuckAt <= instant { isStuck = true }
    if isStuck, let freeAt, freeAt <= instant { self = ButtonGuard() }
  }

  /// When ``advance(to:)`` has something to do.
  package var nextDeadline: Instant? { isStuck ? freeAt : stuckAt }

  private mutating func count(_ instant: Instant) {
    presses[oldest] = instant
    oldest = (oldest + 1) % presses.count
    suspectSince = hasTooMany(at: instant) ? suspectSince ?? instant : nil
  }

  private func hasRested(by instant: Instant) -> Bool {
    heldSince == nil && touchedAt.advanced(by: Self.rest) <= instant
  }

  /// Whether the last ``window`` holds more than ``mostPresses``.
  private func hasTooMany(at instant: Instant) -> Bool { presses[oldest].duration(to: instant) <= Self.window }

  /// When it is stuck, unless it is touched before.
  private var stuckAt: Instant? {
    let held = heldSince?.advanced(by: Self.longestHold)
    guard let suspectSince else { return held }
    let end = max(suspectSince.advanced(by: Self.patience), touchedAt)
    guard !hasRested(by: end), hasTooMany(at: end) else { return held }
    return min(held ?? end, end)
  }

  /// When it is free, unless it is touched before.
  private var freeAt: Instant? { heldSince == nil ? touchedAt.advanced(by: Self.rest) : nil }
}

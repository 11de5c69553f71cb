import Readings

/// Detects a stuck button. A stuck button that means silence or reset would silence every alarm for ever. One value
/// watches one button. The caller passes the time.
///
/// The rule:
/// - A button that is held for ``longestHold`` without a break is stuck at once.
/// - More than ten presses within ``window`` make it suspect. A press after which the last ``window`` holds
///   ten or fewer ends this, and so does a rest. A suspect button becomes stuck after ``patience``, or with
///   its next press if the last ``window`` holds too few presses at that time.
/// - A button that is neither held nor pressed for ``rest`` has rested. A stuck button is free again after a rest, and
///   its earlier presses are deleted.
///
/// Presses before the button is stuck count as usual. After that no press counts until it is free, and each press
/// starts the rest again.
package struct ButtonGuard: Sendable {
  /// No hand holds a button for this long, because the box answers after one second. Our own choice, like all numbers
  /// here.
  package static let longestHold = Duration.seconds(30)
  /// The time in which presses are counted.
  package static let window = Duration.seconds(60)
  /// How long a button is suspect before it is stuck. A child that plays stops sooner.
  package static let patience = Duration.seconds(30)
  /// How long a stuck button must be left alone until it counts again.
  package static let rest = Duration.seconds(10)

  package private(set) var isStuck = false
  /// The latest eleven presses. A person who silences one alarm after another needs fewer within ``window``.
  /// The oldest is at index ``oldest``.
  private var presses = InlineArray<11, Instant>(repeating: Instant(nanoseconds: .min))
  private var oldest = 0
  private var suspectSince: Instant?
  private var heldSince: Instant?
  /// When it last went down or up.
  private var touchedAt = Instant.start

  package init() {}

  /// Handles a press of unknown length, as a timeline holds it.
  /// - Returns: whether the press counts.
  package mutating func press(at instant: Instant) -> Bool {
    handle(isPressed: true, at: instant)
    handle(isPressed: false, at: instant)
    return !isStuck
  }

  /// Handles a change of the button. Two changes down in a row mean that the change between them was lost.
  package mutating func handle(isPressed: Bool, at instant: Instant) {
    advance(to: instant)
    if hasRested(by: instant) { suspectSince = nil }
    touchedAt = instant
    heldSince = isPressed ? instant : nil
    if isPressed { count(instant) }
    advance(to: instant)
  }

  package mutating func advance(to instant: Instant) {
    if !isStuck, let stuckAt, stuckAt <= instant { isStuck = true }
    if isStuck, let freeAt, freeAt <= instant { self = ButtonGuard() }
  }

  /// The next time at which ``advance(to:)`` has something to do.
  package var nextDeadline: Instant? { isStuck ? freeAt : stuckAt }

  private mutating func count(_ instant: Instant) {
    presses[oldest] = instant
    oldest = (oldest + 1) % presses.count
    suspectSince = hasTooMany(at: instant) ? suspectSince ?? instant : nil
  }

  private func hasRested(by instant: Instant) -> Bool {
    heldSince == nil && touchedAt.advanced(by: Self.rest) <= instant
  }

  /// Whether the last ``window`` holds more than ten presses.
  private func hasTooMany(at instant: Instant) -> Bool { presses[oldest].duration(to: instant) <= Self.window }

  /// When the button becomes stuck unless it is touched before.
  private var stuckAt: Instant? {
    let held = heldSince?.advanced(by: Self.longestHold)
    guard let suspectSince else { return held }
    let end = max(suspectSince.advanced(by: Self.patience), touchedAt)
    guard !hasRested(by: end), hasTooMany(at: end) else { return held }
    return min(held ?? end, end)
  }

  /// When the button becomes free unless it is touched before.
  private var freeAt: Instant? { heldSince == nil ? touchedAt.advanced(by: Self.rest) : nil }
}

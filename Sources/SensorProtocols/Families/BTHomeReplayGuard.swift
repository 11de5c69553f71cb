/// Refuses an encrypted advertisement that somebody has recorded and sends again: its counter never falls but when the
/// sensor has started again.
package struct BTHomeReplayGuard: Sendable {
  /// A sensor that has just started counts from below this (bthome-ble).
  private static let restart: UInt32 = 100

  private var latest: UInt32?

  /// Nothing heard yet.
  package init() {}

  /// Whether an advertisement with this counter is new or the latest one once more, which radios repeat.
  package mutating func accepts(_ counter: UInt32) -> Bool {
    if let latest, counter < latest, counter >= Self.restart { return false }
    latest = counter
    return true
  }
}

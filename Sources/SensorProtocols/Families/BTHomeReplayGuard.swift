/// Rejects an encrypted advertisement that somebody has recorded and sends again: the counter decreases only when the
/// sensor has restarted. One guard belongs to one sensor.
package struct BTHomeReplayGuard: Sendable {
  /// A sensor that has just restarted counts from below this number (bthome-ble).
  private static let restart: UInt32 = 100

  private var latest: UInt32?

  package init() {}

  /// Whether an advertisement with this counter is new or a repetition of the latest one, which radios may deliver
  /// twice.
  package mutating func accepts(_ counter: UInt32) -> Bool {
    if let latest, counter < latest, counter >= Self.restart { return false }
    latest = counter
    return true
  }
}

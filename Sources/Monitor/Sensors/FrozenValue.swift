import Readings

/// Detects a value that stays the same for longer than is possible: the sensor has failed, but its radio still works.
///
/// A strap in its charger continues to send its last heart rate (polar-ble-sdk, issues 131, 135 and 304), but no living
/// heart has the same rate for minutes. Only quantities that always change are watched, see
/// ``CatalogueEntry/frozenAfter(_:intervalSeconds:)``. One detector watches one quantity of one sensor.
struct FrozenValue: Sendable {
  private var value = 0.0
  /// When the value was measured for the first time without a change; `nil` before the first value.
  private var since: Instant?
  private var latest = Instant.start
  /// Whether an earlier run found the value frozen: the first value decides whether it still is.
  private var isResumed = false

  /// - Parameters:
  ///   - longestGap: after a longer gap the time begins again, since the value may have changed in between.
  ///   - limit: how long the value may stay the same.
  /// - Returns: whether the value has stayed the same for `limit`.
  mutating func take(_ value: Double, at measuredAt: Instant, longestGap: Duration, limit: Duration) -> Bool {
    if isResumed {
      isResumed = false
      latest = measuredAt
      since = measuredAt.advanced(by: .zero - limit)
    }
    let isGap = latest.duration(to: measuredAt) > longestGap
    latest = max(latest, measuredAt)
    guard let since, value == self.value, !isGap else {
      self.value = value
      self.since = measuredAt
      return false
    }
    return since.duration(to: measuredAt) >= limit
  }

  /// Continues an earlier run that found this value frozen.
  mutating func resume(_ value: Double) {
    self.value = value
    isResumed = true
  }

  /// Restarts the time, because other data show that the sensor works.
  mutating func moved(at instant: Instant) {
    if since != nil { since = instant }
  }
}

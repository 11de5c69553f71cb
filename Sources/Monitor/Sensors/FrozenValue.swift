import Readings

/// Finds a quantity that stands still where it cannot: a sensor that has died behind a radio that lives.
///
/// A strap in its charger goes on sending its last heart rate (polar-ble-sdk, issues 131, 135 and 304), and no living
/// heart keeps to one beat a minute for minutes. Only quantities that never rest are watched; see
/// ``CatalogueEntry/frozenAfter(_:intervalSeconds:)``.
struct FrozenValue: Sendable {
  private var value = 0.0
  /// Since when it has had this value; `nil` before the first one.
  private var since: Instant?
  private var latest = Instant.start
  /// An earlier run found it standing still: the first value decides whether it still does.
  private var isResumed = false

  /// Takes in a value.
  /// - Parameters:
  ///   - measuredAt: when it was measured.
  ///   - longestGap: after a longer silence it begins again, since nobody knows what it did meanwhile.
  ///   - limit: for so long it may stand still.
  /// - Returns: whether it has stood still for that long.
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

  /// Goes on where an earlier run was: it stood still at this value.
  mutating func resume(_ value: Double) {
    self.value = value
    isResumed = true
  }

  /// Something else shows that the sensor is alive.
  mutating func moved(at instant: Instant) {
    if since != nil { since = instant }
  }
}

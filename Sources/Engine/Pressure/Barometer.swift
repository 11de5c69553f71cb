import Readings

/// The air pressure as one sensor gives it, and whether CO2 may be corrected by it.
struct Barometer: Sendable {
  /// A pressure that is older than this no longer counts: a cabin climbs 7,500 ft in it.
  static let longestAge = Duration.seconds(15 * 60)
  /// Another sensor's barometer that was silent for longer counts again when it has been back for this time, so that one
  /// message now and then does not switch the correction on and off.
  private static let return_ = Duration.seconds(30)
  /// How long the pressure may be exactly the same. The tides of the atmosphere alone move it by some tenths of a
  /// hectopascal in some hours, so a sensor with tenths shows another value. A whole number may come from a sensor
  /// without them (INKBIRD IAM-T1), and may stay the same in settled weather, but not for two days. Own choice.
  private static let frozenTenths = Duration.seconds(6 * 3_600)
  private static let frozenWhole = Duration.seconds(48 * 3_600)

  let sensor: SensorIndex
  let address: DeviceAddress
  private(set) var hectopascals: Double
  private var measuredAt: Instant
  /// When this very value was measured first.
  private var sameSince: Instant
  /// When it came back after a silence; `nil` once it counts again.
  private var returnedAt: Instant?

  init(_ sensor: SensorIndex, _ address: DeviceAddress, _ hectopascals: Double, at measuredAt: Instant) {
    self.sensor = sensor
    self.address = address
    self.hectopascals = hectopascals
    self.measuredAt = measuredAt
    sameSince = measuredAt
  }

  /// Records a pressure. An older one than the latest is ignored.
  mutating func take(_ value: Double, at instant: Instant) {
    guard instant >= measuredAt else { return }
    if measuredAt.duration(to: instant) > Self.longestAge {
      returnedAt = instant
      sameSince = instant
    } else if let returned = returnedAt, returned.duration(to: instant) >= Self.return_ {
      returnedAt = nil
    }
    if value != hectopascals { sameSince = instant }
    hectopascals = value
    measuredAt = instant
  }

  /// Why the pressure cannot be used; `nil` if it can.
  /// - Parameter isOwn: whether the CO2 is of the same sensor. What it measures together counts together, also when it
  ///   has just come back.
  func fault(at instant: Instant, isOwn: Bool) -> CO2Correction.Reason? {
    guard PressureAltitude.plausible.contains(hectopascals) else { return .pressureOutOfRange }
    guard isOwn || returnedAt == nil, measuredAt.duration(to: instant) <= Self.longestAge else { return .pressureStale }
    let limit = hectopascals == hectopascals.rounded() ? Self.frozenWhole : Self.frozenTenths
    return sameSince.duration(to: measuredAt) >= limit ? .pressureFrozen : nil
  }
}

import Readings

/// Decides whether a box may adopt a sensor of one kind by itself: only if it is clear which sensor belongs to the box.
/// One value follows one kind. It keeps no list of devices, so it works in any crowd.
package struct AdoptionCandidate: Sendable {
  /// A time in which one device sent its main quantity without a gap.
  private struct Stretch {
    let address: DeviceAddress
    let since: Instant
    var latest: Instant
    var measurements = 1
    /// How many signals were measured, and how many of them were strong enough.
    var measured = 0
    var strong = 0
  }

  /// The device of this kind that was received last.
  private var latest: (address: DeviceAddress, at: Instant)?
  /// When another device of this kind was received last.
  private var otherAt: Instant?
  private var stretch: Stretch?

  /// A second device of this kind that was received within this time may be the owner's or a neighbour's. Then it is
  /// not clear which one is meant.
  package static let company = Duration.seconds(3_600)
  /// A device must send its main quantity for longer than this. A person who passes by is gone by then.
  package static let stay = Duration.seconds(600)
  /// The time begins again after a gap longer than this, and longer than two intervals of the sensor.
  package static let gap = Duration.seconds(30)
  /// The median of the signals must reach this, in dBm: the device is in the same room. Our own choice.
  package static let signal: Int8 = -75
  /// The counts are halved at this number, so that old signals count less and less.
  private static let mostSignals = 1 << 12

  /// Records that a device of this kind was received, whatever it sent.
  package mutating func receive(_ address: DeviceAddress, signal: Int8?, at instant: Instant) {
    if let latest, latest.address != address { otherAt = latest.at }
    latest = (address, instant)
    if let signal, stretch?.address == address { count(signal) }
  }

  /// Records that a device sent its main quantity; a strap, that it is worn.
  /// - Parameters:
  ///   - signal: the median of earlier signals in dBm. It counts once, at the beginning.
  ///   - interval: the interval of the sensor, if it reports one.
  /// - Returns: whether the sensor may be adopted.
  package mutating func noteMeasurement(
    _ address: DeviceAddress, signal: Int8?, interval: Duration?, at instant: Instant
  ) -> Bool {
    let gap = max(Self.gap, (interval ?? .zero) * 2)
    guard var known = stretch, known.address == address, known.latest.duration(to: instant) <= gap else {
      stretch = Stretch(address: address, since: instant, latest: instant)
      if let signal { count(signal) }
      return false
    }
    known.latest = instant
    known.measurements += 1
    stretch = known
    return known.since.duration(to: instant) > Self.stay && known.measurements > 2 && known.strong * 2 > known.measured
      && isAlone(address, at: instant)
  }

  private mutating func count(_ signal: Int8) {
    guard var known = stretch else { return }
    known.measured += 1
    if signal >= Self.signal { known.strong += 1 }
    if known.measured >= Self.mostSignals {
      known.measured /= 2
      known.strong /= 2
    }
    stretch = known
  }

  private func isAlone(_ address: DeviceAddress, at instant: Instant) -> Bool {
    guard latest?.address == address else { return false }
    return otherAt.map { $0.duration(to: instant) > Self.company } ?? true
  }
}

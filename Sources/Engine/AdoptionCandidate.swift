import Readings

/// Whether the sensors of one kind leave any doubt about which of them is one's own: the rule by which a box adopts a
/// sensor by itself. It needs no list of devices, so no crowd is too large for it.
package struct AdoptionCandidate: Sendable {
  /// A time in which one device told its main quantity without a gap.
  private struct Stretch {
    let address: DeviceAddress
    let since: Instant
    var latest: Instant
    var tellings = 1
    /// How often its signal was measured, and how often it was strong enough.
    var measured = 0
    var strong = 0
  }

  /// The device of this kind that was heard last.
  private var latest: (address: DeviceAddress, at: Instant)?
  /// When any other of this kind was heard last.
  private var otherAt: Instant?
  private var stretch: Stretch?

  /// A device that was heard so recently may be the owner's other one, or a neighbour's: then nobody knows which is meant.
  package static let company = Duration.seconds(3_600)
  /// For longer than this it must tell its main quantity. Somebody who passes by is gone by then.
  package static let stay = Duration.seconds(600)
  /// Longer gaps than this, or than two of the sensor's own intervals, begin the time again.
  package static let gap = Duration.seconds(30)
  /// The median of its signals, dBm, must reach this: within a room. Ours, by the issue.
  package static let signal: Int8 = -75
  /// Counts of signals are halved beyond this, so that those of hours ago count less and less.
  private static let mostSignals = 1 << 12

  /// A device of this kind was heard, whatever it said.
  package mutating func hear(_ address: DeviceAddress, signal: Int8?, at instant: Instant) {
    if let latest, latest.address != address { otherAt = latest.at }
    latest = (address, instant)
    if let signal, stretch?.address == address { count(signal) }
  }

  /// It told its main quantity; a strap, that it is worn.
  /// - Parameters:
  ///   - signal: the median of what was measured before, which counts at the beginning.
  ///   - interval: the sensor's own, where it tells it.
  /// - Returns: whether no doubt is left.
  package mutating func tell(_ address: DeviceAddress, signal: Int8?, interval: Duration?, at instant: Instant) -> Bool
  {
    let gap = max(Self.gap, (interval ?? .zero) * 2)
    guard var known = stretch, known.address == address, known.latest.duration(to: instant) <= gap else {
      stretch = Stretch(address: address, since: instant, latest: instant)
      if let signal { count(signal) }
      return false
    }
    known.latest = instant
    known.tellings += 1
    stretch = known
    return known.since.duration(to: instant) > Self.stay && known.tellings > 2 && known.strong * 2 > known.measured
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

import Readings

/// When an adapter last showed that it hears, and whether its silence is its own fault: a single device may have been
/// switched off, but not several at once.
struct AdapterLiveness: Sendable {
  /// What is to be done about an adapter that listens.
  enum Due: Equatable {
    case nothing
    /// Have it restart its discovery, which it must answer.
    case probe
    /// Its silence is a fault.
    case silence(String)
  }

  /// The latest: an advertisement or data on a connection.
  private(set) var latest: Instant
  /// When the controller was last asked for one.
  var probed: Instant
  /// When the controller last began to listen because it was told to.
  private var answered: Instant
  /// Whether it has fallen silent, until it is heard from again.
  var isSilent = false
  private var latestDevice: (address: DeviceAddress, at: Instant)?
  private var otherDevice: (address: DeviceAddress, at: Instant)?

  /// After so long without any sign of life the controller is asked to restart its discovery, which it must answer: the
  /// kernel gives it 2 s, so that a dead one is known within 10 s.
  private static let quietBeforeProbe = Duration.seconds(4)
  /// So long a silence of several devices at once is the adapter's fault.
  private static let longestSilence = Duration.seconds(9)
  /// What one that has fallen silent, and has been recovered, gets besides to hear something.
  private static let recoveryTime = Duration.seconds(4)
  /// So long after its last word an adapter that is in doubt is a fault: it has to be one within 10 s.
  private static let longestDoubt = Duration.milliseconds(9500)
  /// Devices that were heard so recently count as several.
  private static let companyWindow = Duration.seconds(60)

  init(at instant: Instant) {
    latest = instant
    probed = instant
    answered = instant
  }

  /// When it is asked next.
  var nextProbe: Instant { max(latest, probed).advanced(by: Self.quietBeforeProbe) }

  /// When its silence becomes its own fault; `nil` where it is already, or may be that of a single device.
  var nextVerdict: Instant? {
    guard !isSilent, let otherDevice, otherDevice.at.duration(to: latest) < Self.companyWindow else { return nil }
    return latest.advanced(by: Self.longestSilence)
  }

  /// By when an adapter that is in doubt has to be a fault.
  var latestVerdict: Instant { nextVerdict ?? max(latest, answered).advanced(by: Self.longestDoubt) }

  /// What is due of an adapter that listens. An answer other than nothing is given once.
  /// - Parameter mayProbe: whether no other command runs or waits.
  mutating func due(at instant: Instant, mayProbe: Bool) -> Due {
    if let verdict = nextVerdict, verdict <= instant {
      isSilent = true
      return .silence("the Bluetooth adapter has heard nothing for \(Self.longestSilence.components.seconds) s")
    }
    guard nextProbe <= instant, mayProbe else { return .nothing }
    probed = instant
    // What was tried has not made it hear: on to the next step.
    let hasStayedSilent = isSilent && latest.duration(to: instant) > Self.longestSilence + Self.recoveryTime
    return hasStayedSilent ? .silence("the Bluetooth adapter still hears nothing") : .probe
  }

  /// The controller has answered.
  mutating func noteAnswer(at instant: Instant) { answered = instant }

  /// It has begun to listen.
  mutating func begin(at instant: Instant) {
    latest = instant
    probed = instant
  }

  mutating func note(at instant: Instant) { latest = instant }

  /// A device advertised.
  mutating func note(_ device: DeviceAddress, at instant: Instant) {
    if let latestDevice, latestDevice.address != device { otherDevice = latestDevice }
    latestDevice = (device, instant)
    latest = instant
  }

  /// It is another adapter, or the same one after it was pulled out.
  mutating func forget() {
    isSilent = false
    latestDevice = nil
    otherDevice = nil
  }
}

import Readings

/// Tracks when an adapter last received something, and whether its silence is its own fault: a single device may have
/// been switched off, but not several at once.
struct AdapterLiveness: Sendable {
  enum Due: Equatable {
    case nothing
    /// Restart its discovery, which the controller must answer.
    case probe
    /// Its silence is a fault; the text says why.
    case silence(String)
  }

  /// The last advertisement or data over a connection.
  private(set) var latest: Instant
  var probed: Instant
  /// When the controller last confirmed a command to listen.
  private var answered: Instant
  /// Whether it has become silent, until something is received again.
  var isSilent = false
  private var latestDevice: (address: DeviceAddress, at: Instant)?
  private var otherDevice: (address: DeviceAddress, at: Instant)?

  /// After this time without any reception the discovery is restarted, which the controller must answer. The kernel
  /// gives it 2 s, so a dead controller is noticed within 10 s.
  private static let quietBeforeProbe = Duration.seconds(4)
  /// After this time the silence of several devices at once is the fault of the adapter.
  private static let longestSilence = Duration.seconds(9)
  /// The additional time for an adapter that became silent and was recovered.
  private static let recoveryTime = Duration.seconds(4)
  /// After this time without reception an adapter in doubt becomes a fault, because a fault must be reported within 10
  /// s.
  private static let longestDoubt = Duration.milliseconds(9500)
  /// Devices that were received within this time count as several at once.
  private static let companyWindow = Duration.seconds(60)

  init(at instant: Instant) {
    latest = instant
    probed = instant
    answered = instant
  }

  var nextProbe: Instant { max(latest, probed).advanced(by: Self.quietBeforeProbe) }

  /// When its silence becomes a fault; `nil` if it already is one, or may be that of a single device.
  var nextVerdict: Instant? {
    guard !isSilent, let otherDevice, otherDevice.at.duration(to: latest) < Self.companyWindow else { return nil }
    return latest.advanced(by: Self.longestSilence)
  }

  /// The latest time at which a doubt must become a fault.
  var latestVerdict: Instant { nextVerdict ?? max(latest, answered).advanced(by: Self.longestDoubt) }

  /// What is due for an adapter that listens. Each probe and each silence is returned once.
  /// - Parameter mayProbe: whether no other command runs or waits.
  mutating func due(at instant: Instant, mayProbe: Bool) -> Due {
    if let verdict = nextVerdict, verdict <= instant {
      isSilent = true
      return .silence("the Bluetooth adapter has received nothing for \(Self.longestSilence.components.seconds) s")
    }
    guard nextProbe <= instant, mayProbe else { return .nothing }
    probed = instant
    // The last step of the recovery has not helped: take the next one.
    let hasStayedSilent = isSilent && latest.duration(to: instant) > Self.longestSilence + Self.recoveryTime
    return hasStayedSilent ? .silence("the Bluetooth adapter still receives nothing") : .probe
  }

  mutating func noteAnswer(at instant: Instant) { answered = instant }

  mutating func begin(at instant: Instant) {
    latest = instant
    probed = instant
  }

  mutating func note(at instant: Instant) { latest = instant }

  mutating func note(_ device: DeviceAddress, at instant: Instant) {
    if let latestDevice, latestDevice.address != device { otherDevice = latestDevice }
    latestDevice = (device, instant)
    latest = instant
  }

  /// Resets it for another adapter, or for the same one after it was unplugged.
  mutating func forget() {
    isSilent = false
    latestDevice = nil
    otherDevice = nil
  }
}

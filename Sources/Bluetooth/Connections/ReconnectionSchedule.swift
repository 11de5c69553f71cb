import Readings

/// Decides which device to connect to and when: when it is received, one at a time, after a pause that grows with each
/// failure, and first the device that has waited longest.
package struct ReconnectionSchedule: Sendable {
  /// A device that may be connected to: when it was received and tried, its advertising interval and its failures.
  private struct Candidate: Sendable {
    var seenAt: Instant
    var interval: Duration?
    var triedAt: Instant?
    var notBefore: Instant
    var failures = 0
    var isOpen = false
    var isOwn = true
  }

  private var candidates: [LEAddress: Candidate] = [:]
  private var connecting: (device: LEAddress, since: Instant)?
  /// Until this time devices that failed before are not tried. Nothing is received during an attempt to connect, so
  /// devices that never answer would starve those that advertise. The box therefore listens for as long as the failed
  /// attempt took.
  private var listensUntil = Instant.start

  /// A dongle keeps about seven links at once. One is left for ``mayVisit(_:at:)``.
  static let mostConnections = 6
  /// The largest number of strangers among them, so that a new adopted sensor finds a free link.
  static let mostStrangers = 4
  /// The pauses after the first, second and further failures. The last one repeats.
  private static let pauses: [Duration] = [1, 2, 4, 8, 16, 30].map { .seconds($0) }
  /// A device that was received within this time may be present.
  private static let presence = Duration.seconds(3)
  /// A device that was received within this time and is not connected may come back at any moment.
  private static let lately = Duration.seconds(60)
  /// A message sooner than this after an advertisement is part of it (Bluetooth Core, Vol 6, Part B, 4.4.2.2: at least
  /// 20 ms).
  private static let shortestInterval = Duration.milliseconds(20)
  /// Allows for the random delay of an advertisement, up to 10 ms, and for one that is lost.
  private static let margin = Duration.milliseconds(500)
  /// Devices with changing addresses would fill the table.
  private static let mostCandidates = 256

  package init() {}

  /// Records that a wanted device advertises and can be connected to.
  /// - Parameter isOwn: whether it is adopted. Adopted sensors come before strangers.
  /// - Returns: whether to connect to it now. It then counts as connecting until one of the other calls is made.
  package mutating func shouldConnect(to device: LEAddress, isOwn: Bool = true, at instant: Instant) -> Bool {
    if candidates[device] == nil, candidates.count >= Self.mostCandidates {
      candidates = candidates.filter { $0.value.isOpen || $0.value.seenAt.duration(to: instant) < .seconds(60) }
      if isOwn { candidates = candidates.filter { $0.value.isOpen || $0.value.isOwn } }
      guard candidates.count < Self.mostCandidates else { return false }
    }
    noteSight(of: device, at: instant)
    candidates[device]?.isOwn = isOwn
    guard let candidate = candidates[device], !candidate.isOpen, connecting == nil, candidate.notBefore <= instant,
      candidate.failures == 0 || listensUntil <= instant,
      candidates.values.count(where: \.isOpen) < Self.mostConnections,
      isOwn || candidates.values.count(where: { $0.isOpen && !$0.isOwn }) < Self.mostStrangers
    else { return false }
    let othersWaitLonger = candidates.contains { other, waiting in
      other != device && !waiting.isOpen && (waiting.isOwn || !isOwn) && waiting.notBefore <= instant
        && waiting.seenAt.duration(to: instant) <= Self.presence
        && (waiting.triedAt?.nanoseconds ?? .min) < (candidate.triedAt?.nanoseconds ?? .min)
    }
    guard !othersWaitLonger else { return false }
    connecting = (device, instant)
    candidates[device]?.triedAt = instant
    candidates[device]?.isOpen = true
    return true
  }

  /// The stranger whose link an adopted sensor needs; `nil` if it needs none, or if all links belong to adopted
  /// sensors.
  package func strangerToLeave(for device: LEAddress, at instant: Instant) -> LEAddress? {
    guard candidates[device].map({ !$0.isOpen && $0.notBefore <= instant }) ?? true, connecting == nil,
      candidates.values.count(where: \.isOpen) >= Self.mostConnections
    else { return nil }
    return candidates.first { $0.value.isOpen && !$0.value.isOwn }?.key
  }

  /// Records that a device advertises that is wanted for a visit only. A visit uses the link that the others leave
  /// free, and never delays a sensor that was present lately.
  /// - Returns: whether to connect to it now. It then counts as connecting until one of the other calls is made.
  package mutating func mayVisit(_ device: LEAddress, at instant: Instant) -> Bool {
    let someoneWaits = candidates.values.contains { waiting in
      !waiting.isOpen && waiting.seenAt.duration(to: instant) <= Self.lately
    }
    guard connecting == nil, listensUntil <= instant, !someoneWaits else { return false }
    connecting = (device, instant)
    return true
  }

  private mutating func noteSight(of device: LEAddress, at instant: Instant) {
    var candidate = candidates[device] ?? Candidate(seenAt: instant, notBefore: instant)
    let interval = candidate.seenAt.duration(to: instant)
    if interval >= Self.shortestInterval { candidate.interval = min(candidate.interval ?? interval, interval) }
    candidate.seenAt = instant
    candidates[device] = candidate
  }

  /// How long the kernel is to call a device: until its next advertisement, because the kernel begins when it receives
  /// one. Otherwise a device that advertises rarely would never be connected.
  package func patience(for device: LEAddress) -> Duration {
    guard let interval = candidates[device]?.interval else { return ConnectionDefaults.shortestPatience }
    return min(max(interval + Self.margin, ConnectionDefaults.shortestPatience), ConnectionDefaults.longestPatience)
  }

  /// Records that the connection is established, so that another device may be connected to.
  package mutating func connected(_ device: LEAddress) { if connecting?.device == device { connecting = nil } }

  /// Records that the device has sent a value, which clears its earlier failures.
  package mutating func gaveValue(_ device: LEAddress) { candidates[device]?.failures = 0 }

  /// Records that a connection has ended or could not be made.
  /// - Returns: how long the device is left alone.
  @discardableResult
  package mutating func closed(_ device: LEAddress, at instant: Instant) -> Duration {
    if let attempt = connecting, attempt.device == device {
      connecting = nil
      listensUntil = instant.advanced(by: attempt.since.duration(to: instant))
    }
    guard var candidate = candidates[device] else { return .zero }
    let pause = Self.pauses[min(candidate.failures, Self.pauses.count - 1)]
    candidate.failures += 1
    candidate.isOpen = false
    candidate.notBefore = instant.advanced(by: pause)
    candidates[device] = candidate
    return pause
  }
}
